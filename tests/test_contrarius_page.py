"""The page about Contrarius keeps its word: its examples run and print what it says."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs/contrarius.md").read_text()


def test_examples_print_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The blocks form one program; a comment of its own under a print is its output."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    promises = 0
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL), start=1):
        exec(compile(block, f"example {number}", "exec"), names)
        said = capsys.readouterr().out.splitlines()
        promised = re.findall(r"^# (.*)$", block, re.MULTILINE)
        assert said[: len(promised)] == promised
        promises += len(promised)
    assert promises >= 5
    for line in re.findall(r"^    (python -m .*)$", PAGE, re.MULTILINE):
        command = [sys.executable, *shlex.split(line)[1:]]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert "the four dice: ok" in done.stdout


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", PAGE):
        assert (ROOT / "docs" / target).exists(), target
