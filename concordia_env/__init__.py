"""Concordia, Venus and Solitaria as reinforcement-learning environments.

An unofficial project; the games and their names belong to their owners.
"""

from gymnasium import register

register(
    id="concordia_env/Solitaria-v0",
    entry_point="concordia_env.solitaria_v0:solo_env",
    vector_entry_point="concordia_env.solitaria_v0:vector_env",
    disable_env_checker=True,  # it samples actions without the mask
)
register(
    id="concordia_env/Venus-v0",
    entry_point="concordia_env.venus_v0:solo_env",
    vector_entry_point="concordia_env.venus_v0:vector_env",
    disable_env_checker=True,  # it samples actions without the mask
)
register(
    id="concordia_env/Concordia-v0",
    entry_point="concordia_env.concordia_v0:solo_env",
    vector_entry_point="concordia_env.concordia_v0:vector_env",
    disable_env_checker=True,  # it samples actions without the mask
)
