"""The build backend of the wheel (PEP 517). It needs Python 3.11 and nothing beside.

The wheel contains the package, the C library, the helper, the transports, and the Swift libraries that the helper and the transports need.
scripts/install places all but the library, as for an installation of the command. As a program:

    python3 Bindings/Python/backend.py BUILD OUT      BUILD is the folder of the release build; prints the path of the wheel

As a backend it takes BUILD from the setting `build` or from HOOKSWITCH_BUILD; the default is .build/release.
"""

from __future__ import annotations

import base64
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any, Iterator, Mapping, Optional

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parent.parent
HEADER = SOURCES / "Sources/CHookswitch/include/hookswitch.h"
LIBRARY = "libhookswitch.so.0"
#: The folder of the package for all that is no Python; it is laid out as an installation, in which the library finds the rest.
NATIVE = "hookswitch/_native"
PREFIX = "/hookswitch"

Settings = Optional[Mapping[str, Any]]


class UnsupportedOperation(Exception):
    """The backend does not offer an operation; PEP 517 names this class."""


# The functions of PEP 517.


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    return []


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    return []


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    raise UnsupportedOperation("the library is built from the whole source tree: use a checkout of Hookswitch and `make python`")


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None) -> str:
    named = (config_settings or {}).get("build") or os.environ.get("HOOKSWITCH_BUILD") or SOURCES / ".build/release"
    return make_wheel(Path(named), Path(wheel_directory)).name


# The version and the metadata.


def version() -> str:
    """Returns the version of the C library, which is that of the package."""
    found = re.search(r"^#define HK_VERSION 0x([0-9a-fA-F]{6})$", HEADER.read_text(), re.MULTILINE)
    if not found:
        sys.exit(f"{HEADER}: there is no HK_VERSION")
    number = int(found[1], 16)
    return f"{number >> 16}.{number >> 8 & 0xFF}.{number & 0xFF}"


def metadata() -> str:
    """Returns the wheel's METADATA, from pyproject.toml."""
    project: dict[str, Any] = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {version()}",
        f"Summary: {project['description']}",
        f"Keywords: {','.join(project['keywords'])}",
        f"License: {project['license']}",
        f"Requires-Python: {project['requires-python']}",
        *(f"Classifier: {classifier}" for classifier in project["classifiers"]),
        "Description-Content-Type: text/markdown",
    ]
    readme = HERE / str(project["readme"])
    return "\n".join(lines) + "\n\n" + readme.read_text()


# The files.


def make_wheel(build: Path, out: Path) -> Path:
    """Makes the wheel of a release build."""
    for name in ("libHookswitchC.so", "hookswitch", "hookswitch-helper"):
        if not (build / name).exists():
            sys.exit(f"{build} has no {name}: run `make command c-library` first, or `make python`")
    name = f"hookswitch-{version()}"
    tag = f"py3-none-linux_{platform.machine()}"
    out.mkdir(parents=True, exist_ok=True)
    wheel = out / f"{name}-{tag}.whl"
    new = wheel.with_suffix(".new")
    with tempfile.TemporaryDirectory() as work:
        with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            record: list[str] = []
            for path, place in sorted(package_files()):
                add(archive, record, place, path.read_bytes(), 0o644)
            for path, place in sorted(native_files(build, Path(work))):
                add(archive, record, f"{NATIVE}/{place}", path.read_bytes(), 0o755 if os.access(path, os.X_OK) else 0o644)
            info = f"{name}.dist-info"
            about = f"Wheel-Version: 1.0\nGenerator: hookswitch\nRoot-Is-Purelib: false\nTag: {tag}\n"
            add(archive, record, f"{info}/METADATA", metadata().encode(), 0o644)
            add(archive, record, f"{info}/WHEEL", about.encode(), 0o644)
            add(archive, record, f"{info}/licenses/LICENSE", (SOURCES / "LICENSE").read_bytes(), 0o644)
            record.append(f"{info}/RECORD,,")
            add(archive, [], f"{info}/RECORD", ("\n".join(record) + "\n").encode(), 0o644)
    new.replace(wheel)
    return wheel


def add(archive: zipfile.ZipFile, record: list[str], place: str, content: bytes, mode: int) -> None:
    """Adds a file to the wheel and its record. Its date is fixed, so that equal content makes an equal wheel."""
    entry = zipfile.ZipInfo(place, (1980, 1, 1, 0, 0, 0))
    entry.external_attr = (0o100000 | mode) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content, compresslevel=9)
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    record.append(f"{place},sha256={digest},{len(content)}")


def package_files() -> Iterator[tuple[Path, str]]:
    """Yields the files of the package with their places in the wheel."""
    source = HERE / "src"
    for path in source.rglob("*"):
        if path.is_file() and path.suffix in (".py", ".typed") or path.name == "py.typed":
            yield path, path.relative_to(source).as_posix()


def native_files(build: Path, work: Path) -> Iterator[tuple[Path, str]]:
    """Yields the files beside Python's with their places below the folder of the library's installation."""
    installation = dict(os.environ, PREFIX=PREFIX, DESTDIR=str(work))
    subprocess.run([SOURCES / "scripts/install", build], env=installation, check=True, stdout=subprocess.DEVNULL)
    root = work / PREFIX.lstrip("/")

    library = root / "lib" / LIBRARY
    shutil.copyfile(build / "libHookswitchC.so", library)
    subprocess.run(["strip", "--strip-unneeded", library], check=True)
    # The library needs nothing beside itself.
    subprocess.run(["patchelf", "--remove-rpath", library], check=True)
    library.chmod(0o755)

    transports = root / "lib/hookswitch/transports"
    programs = [root / "libexec/hookswitch/hookswitch-helper", *sorted(transports.glob("*.so"))]
    for path in [library, *programs, *sorted(transports.glob("*.json")), *runtime(programs, root / "lib/hookswitch/swift")]:
        yield path, path.relative_to(root).as_posix()


def runtime(programs: list[Path], folder: Path) -> list[Path]:
    """Returns the Swift libraries in a folder that the programs need, directly or through others."""
    found: dict[str, Path] = {}
    left = list(programs)
    while left:
        needed = subprocess.run(["patchelf", "--print-needed", left.pop()], check=True, capture_output=True, text=True)
        for name in needed.stdout.split():
            path = folder / name
            if name not in found and path.exists():
                found[name] = path
                left.append(path)
    return sorted(found.values())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python3 Bindings/Python/backend.py BUILD OUT")
    print(make_wheel(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()))
