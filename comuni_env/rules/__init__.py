"""The rules as kernels. Every kernel takes a table row ``t`` and a game record ``g``.

``legal_...`` kernels mark the legal actions of a phase in a mask and return their number; they are
the only judges of legality. ``start_...`` kernels begin a phase. ``apply_...`` kernels carry an
action out, assume legality, and return True when the phase is finished; ``turn.py`` says what
follows then.
"""
