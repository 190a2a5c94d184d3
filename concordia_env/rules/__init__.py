"""The rules as kernels. Every kernel takes a table row ``t`` and a game record ``g``.

``legal_...`` kernels mark the legal actions of a phase in a mask and return their number; they are
the only judges of legality. ``start_...`` and ``apply_...`` kernels carry a role out, assume
legality, and return True when the role is finished.
"""
