"""Speed: each script prints one table and writes one JSON file."""
