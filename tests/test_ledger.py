"""The rules ledgers name code and tests that exist, and leave out no module of the rules."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LEDGER = "".join(
    path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("rules_*.md"))
)
REFERENCES = sorted(set(re.findall(r"`([\w/.]+\.py::[\w.]+)`", LEDGER)))
RULES = sorted(
    path.relative_to(ROOT).as_posix()
    for game in ("concordia_env", "comuni_env")
    for path in (ROOT / game / "rules").glob("*.py")
    if path.stem != "__init__"
)


@cache
def defined_names(path: Path) -> set[str]:
    """Functions, classes, methods (as ``Class.method``) and constants of a module."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            methods = [inner for inner in node.body if isinstance(inner, ast.FunctionDef)]
            names |= {f"{node.name}.{method.name}" for method in methods}
        if isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return names


def exists(reference: str) -> bool:
    path, _, name = reference.partition("::")
    return (ROOT / path).is_file() and name in defined_names(ROOT / path)


@pytest.mark.parametrize("reference", REFERENCES)
def test_reference_exists(reference: str) -> None:
    assert exists(reference), f"a ledger names {reference}, which does not exist"


@pytest.mark.parametrize("module", RULES)
def test_rules_module_is_in_the_ledger(module: str) -> None:
    assert any(reference.startswith(f"{module}::") for reference in REFERENCES)


def test_every_reference_is_read() -> None:
    """A reference in another form than `path.py::name` would escape the tests above."""
    assert LEDGER.count("::") == len(re.findall(r"`[\w/.]+\.py::[\w.]+`", LEDGER))
    assert any(reference.startswith("tests/") for reference in REFERENCES)


@pytest.mark.parametrize("name", ["no_such.py::check", "concordia_env/rules/check.py::no_such"])
def test_a_wrong_reference_is_found(name: str) -> None:
    assert not exists(name)
