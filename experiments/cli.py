"""The command ``contrarius``: the scripts of this package under one name."""

from __future__ import annotations

import ast
import runpy
import sys
from importlib.util import find_spec
from pathlib import Path

COMMANDS = {
    "tournament": "experiments.tournament",
    "train": "experiments.train_ppo",
    "evaluate": "experiments.evaluate",
    "campaign": "experiments.campaign",
    "validate": "experiments.validate",
}


def summary(module: str) -> str:
    """What a script does: the first line of its docstring, read without importing anything."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ValueError(f"there is no module {module}")
    text = ast.get_docstring(ast.parse(Path(spec.origin).read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0].partition(": ``")[0]


def usage() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {summary(module)}" for name, module in COMMANDS.items()]
    return "\n".join(
        ["usage: contrarius COMMAND ...; contrarius COMMAND --help says more", "", *lines]
    )


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "--help"
    if name in ("-h", "--help"):
        print(usage())
        return
    if name not in COMMANDS:
        commands = ", ".join(COMMANDS)
        print(f"contrarius: unknown command {name!r}; commands: {commands}", file=sys.stderr)
        sys.exit(2)
    del sys.argv[1]
    # As ``python -m`` would: some scripts set up torch before they import it.
    runpy.run_module(COMMANDS[name], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
