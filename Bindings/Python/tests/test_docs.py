"""The programs of the documentation run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[3]
PROGRAMS = [
    (page, place, program)
    for page in ("docs/python.md", "Bindings/Python/README.md")
    if (SOURCES / page).exists()
    for place, program in enumerate(re.findall(r"^```python\n(.*?)^```", (SOURCES / page).read_text(), re.DOTALL | re.MULTILINE))
]


@pytest.mark.parametrize(("page", "place", "program"), PROGRAMS, ids=[f"{page}-{place}" for page, place, _ in PROGRAMS])
def test_a_program_of_the_documentation_runs(page: str, place: int, program: str, tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-W", "error::ResourceWarning", "-c", program], capture_output=True, text=True, timeout=60, cwd=tmp_path,
        env=dict(os.environ),
    )
    assert result.returncode == 0 and not result.stderr, result.stderr
    if "say" in program:
        assert result.stdout == "heard\n"


def test_the_benchmark_prints_its_figures() -> None:
    program = SOURCES / "Bindings/Python/benchmark.py"
    result = subprocess.run(
        [sys.executable, program, "--calls", "200", "--rounds", "1", "--json"], capture_output=True, text=True, timeout=60, check=True
    )
    figures = {"direct.calls_per_s", "asyncio.calls_per_s", "asyncio.call_p99_ms", "asyncio.event_p99_ms"}
    assert set(re.findall(r'"([\w.]+)":', result.stdout)) == figures
    assert subprocess.run([sys.executable, program, "--calls", "1"], capture_output=True, text=True).returncode == 1
