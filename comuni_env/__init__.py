"""Comuni as a reinforcement-learning environment.

An unofficial project; the game and its name belong to their owners.
"""

from gymnasium import register

register(
    id="comuni_env/Comuni-v0",
    entry_point="comuni_env.comuni_v0:solo_env",
    vector_entry_point="comuni_env.comuni_v0:vector_env",
    disable_env_checker=True,  # it samples actions without the mask
)
