"""The structs and functions of the package are those of hookswitch.h, as a C compiler sees it."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hookswitch import _prototypes, _structs, words

HEADER = Path(
    os.environ.get("HOOKSWITCH_HEADER") or Path(__file__).parents[3] / "Sources/CHookswitch/include/hookswitch.h"
)
STRUCTS = {
    name: kind
    for name, kind in vars(_structs).items()
    if isinstance(kind, type) and issubclass(kind, ctypes.Structure) and name.startswith("hk_")
}

pytestmark = pytest.mark.skipif(not HEADER.exists(), reason="there is no header here: set HOOKSWITCH_HEADER")


def compiled(body: str, folder: Path) -> list[str]:
    """Returns the lines that a C program prints."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    source = folder / "layout.c"
    source.write_text(f'#include "hookswitch.h"\n#include <stddef.h>\n#include <stdio.h>\nint main(void) {{\n{body}\nreturn 0;\n}}\n')
    program = folder / "layout"
    subprocess.run([compiler, "-std=c11", "-w", f"-I{HEADER.parent}", source, "-o", program], check=True)
    return subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()


def test_structs_have_the_layout_of_the_header(tmp_path: Path) -> None:
    lines, expected = [], []
    for name, kind in STRUCTS.items():
        lines.append(f'printf("{name} %zu\\n", sizeof({name}));')
        expected.append(f"{name} {ctypes.sizeof(kind)}")
        for field, *_ in kind._fields_:
            lines.append(f'printf("{name}.{field} %zu %zu\\n", offsetof({name}, {field}), sizeof((({name} *)0)->{field}));')
            place = getattr(kind, field)
            expected.append(f"{name}.{field} {place.offset} {place.size}")
    assert compiled("\n".join(lines), tmp_path) == expected


def test_every_struct_of_the_header_is_there_with_every_field() -> None:
    text = re.sub(r"/\*.*?\*/", "", HEADER.read_text(), flags=re.DOTALL)
    found = {}
    for body, name in re.findall(r"typedef struct hk_\w+ \{(.*?)\} (hk_\w+);", text, flags=re.DOTALL):
        fields = []
        for declaration in body.split(";"):
            plain = re.sub(r"\bHK_(NULLABLE|NONNULL)\b", "", declaration)
            # The first declarator follows its type; the others follow commas.
            fields += [re.sub(r"\[.*\]", "", part).split()[-1].lstrip("*") for part in plain.split(",") if part.strip()]
        found[name] = fields
    assert found == {name: [field for field, *_ in kind._fields_] for name, kind in STRUCTS.items()}


def test_every_function_of_the_header_is_there_with_its_arguments() -> None:
    text = re.sub(r"/\*.*?\*/", "", HEADER.read_text(), flags=re.DOTALL)
    declared = {}
    for name, arguments in re.findall(r"HK_API[^;(]*?\b(hk_\w+)\(([^;]*?)\);", text, flags=re.DOTALL):
        declared[name] = 0 if arguments.strip() == "void" else arguments.count(",") + 1
    assert len(declared) > 90
    assert declared == {name: len(arguments) for name, (_, arguments) in _prototypes.PROTOTYPES.items()}


def test_numbers_are_those_of_the_header(tmp_path: Path) -> None:
    groups = {
        "HK_CAN_": words.CAPABILITIES, "HK_ANSWER_": words.ANSWERS, "HK_ORIGIN_": words.ORIGINS, "HK_LISTEN_": words.LISTEN,
        "HK_VERDICT_": words.VERDICTS, "HK_OUTCOME_": words.OUTCOMES, "HK_STANDING_": words.STANDINGS, "HK_REPORT_": words.REPORTS,
        "HK_AUDIO_": {**words.AUDIO_MODES, **words.AUDIO_EVENTS}, "HK_ACTION_": words.ACTIONS,
    }
    names = {
        prefix + re.sub(r"(?<=[a-z])(?=[A-Z])", "_", word).upper(): number
        for prefix, group in groups.items()
        for word, number in group.items()
    }
    for name in (
        "INCOMING STATE CHANGED ENDED TONE DTMF RESUME_OFFERED TRANSFER_REQUESTED RECORD MEDIA RESULT DONE SCREEN PERFORM TIMED_OUT "
        "CANCELLED SHOWN REFUSED TRANSFER_DECIDED BEGIN RESET RESTART ACTIVATE PROVIDER LOST COMMAND_TIMED_OUT MISBEHAVED LOG AUDIO_OWNER "
        "LINE_AUDIO RECORDING AUDIO CLOSED LAGGED"
    ).split():
        names[f"HK_EVENT_{name}"] = getattr(words, name)
    for name in "OUTGOING MUTED REMOTELY_HELD WAITING SILENCED MIXED TRANSFERRING EMERGENCY EARLY_MEDIA FRONT".split():
        names[f"HK_CALL_{name}"] = getattr(words, name)
    body = "\n".join(f'printf("{name} %u\\n", (unsigned){name});' for name in names)
    assert compiled(body, tmp_path) == [f"{name} {number}" for name, number in names.items()]
