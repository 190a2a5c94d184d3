"""Game-independent machinery: compilation, chance, the Python game object, the faces."""
