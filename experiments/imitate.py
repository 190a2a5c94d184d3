"""Teach a new model the decisions of a compiled bot, so that training begins from sensible play.

Where wins are rare at first, as against Contrarius, a model that begins at random learns for a long
time before it wins at all. The bot plays, and the policy learns which action it took and the value
function what came of it; nothing else of the training changes.
"""

from __future__ import annotations

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from tqdm import tqdm

from env_core.sb3 import BatchVecEnv

EPOCHS = 2  # passes over the decisions of a rollout


def imitate(
    model: MaskablePPO, games: BatchVecEnv, bot: str, decisions: int, progress: bool
) -> None:
    """Learn from so many decisions of the bot in games like those of the training."""
    buffer = model.rollout_buffer
    rollouts = -(-decisions // (buffer.buffer_size * buffer.n_envs))
    obs = games.reset()
    starts = np.ones(games.num_envs, np.bool_)
    model.policy.set_training_mode(True)
    for _ in tqdm(range(rollouts), f"imitating {bot}", disable=None if progress else True):
        buffer.reset()
        while not buffer.full:
            masks = games.action_masks().copy()
            actions = games.batch.bot_actions(bot)
            values = value_of(model, obs)
            games.step_async(actions)
            after, rewards, ends, _ = games.step_wait()
            unknown = torch.zeros(games.num_envs)  # the bot's probabilities
            buffer.add(obs, actions, rewards, starts, values, unknown, action_masks=masks)
            obs, starts = after, ends
        buffer.compute_returns_and_advantage(value_of(model, obs), starts)
        for _ in range(EPOCHS):
            learn_from(model)
    games.close()


def value_of(model: MaskablePPO, obs: np.ndarray) -> torch.Tensor:
    with torch.no_grad():
        return model.policy.predict_values(torch.as_tensor(obs))


def learn_from(model: MaskablePPO) -> None:
    """One pass over the rollout: likelihood of the bot's actions and squared error of the value."""
    policy = model.policy
    for part in model.rollout_buffer.get(model.batch_size):
        actions = part.actions.long().flatten()
        values, log_prob, _ = policy.evaluate_actions(
            part.observations, actions, action_masks=part.action_masks
        )
        error = torch.nn.functional.mse_loss(values.flatten(), part.returns)
        loss = model.vf_coef * error - log_prob.mean()
        policy.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), model.max_grad_norm)
        policy.optimizer.step()
