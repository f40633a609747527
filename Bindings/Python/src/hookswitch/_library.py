"""The C library: its search, its loading, and the remedy when it is missing."""

from __future__ import annotations

import ctypes
import os
import re
import threading
from typing import Optional

from ._prototypes import Functions
from .errors import LibraryMissing

SONAME = "libhookswitch.so.0"
#: The oldest version that this package works with, as hk_version counts.
OLDEST = 0x000200

#: The Debian packages of the system libraries that the library and its transports need.
PACKAGES = {
    "libgcc_s.so.1": "libgcc-s1",
    "libltdl.so.7": "libltdl7",
    "libopus.so.0": "libopus0",
    "libphonenumber.so.8": "libphonenumber8",
    "libprotobuf.so.32": "libprotobuf32",
    "libpulse.so.0": "libpulse0",
    "libsndfile.so.1": "libsndfile1",
    "libspandsp.so.2": "libspandsp2",
    "libspeexdsp.so.1": "libspeexdsp1",
    "libsqlite3.so.0": "libsqlite3-0",
    "libssl.so.3": "libssl3",
    "libstdc++.so.6": "libstdc++6",
    "libsystemd.so.0": "libsystemd0",
    "libwebsockets.so.17": "libwebsockets17",
}

_lock = threading.Lock()
_loaded: Optional[Functions] = None
_place = ""


def bundled() -> str:
    """Returns the path of the library inside the wheel, also when there is none."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "_native", "lib", SONAME)


def places() -> list[str]:
    """Returns the places of the library, in the order of the search."""
    named = os.environ.get("HOOKSWITCH_LIBRARY")
    if named:
        # A program that names its library wants no other.
        return [named]
    return [path for path in [bundled()] if os.path.exists(path)] + [SONAME]


def library_path() -> str:
    """Returns the place from which the library was loaded; loads it if needed."""
    functions()
    return _place


def functions() -> Functions:
    """Returns the functions of the library, which the first call loads.

    Raises `LibraryMissing` when there is no library, when one that it needs is missing, or when it is too old.
    """
    global _loaded, _place
    if _loaded is not None:
        return _loaded
    with _lock:
        if _loaded is None:
            _loaded, _place = _load()
    return _loaded


def _load() -> tuple[Functions, str]:
    complaints = []
    for place in places():
        try:
            found = Functions(place)
        except OSError as error:
            complaints.append(_explained(place, str(error)))
            continue
        except AttributeError as error:
            raise LibraryMissing(f"{place} is too old for this package: {error}; install both in one version", "unsupported") from None
        version = found.hk_version()
        if version < OLDEST:
            raise LibraryMissing(f"{place} has the version {version:#08x}, older than {OLDEST:#08x}: install a newer one", "unsupported")
        return found, place
    raise LibraryMissing("; ".join(complaints))


def _explained(place: str, complaint: str) -> str:
    """Returns a complaint of the dynamic linker with the remedy."""
    missing = re.match(r"(\S+): cannot open shared object file", complaint)
    name = missing.group(1) if missing else ""
    if not missing or os.path.basename(name) == os.path.basename(place):
        return f"cannot load {place}: {complaint}; install the wheel, or name the library in HOOKSWITCH_LIBRARY"
    packages = missing_packages(name)
    if not packages:
        return f"cannot load {place}: it needs {name}, which is not on this machine"
    return f"cannot load {place}: it needs {name}; run: apt-get install {' '.join(packages)}"


def missing_packages(first: str = "") -> list[str]:
    """Returns the Debian packages of the system libraries that are not on this machine.

    `first` names a library that is known to be missing.
    """
    packages = []
    for name, package in PACKAGES.items():
        if name != first:
            try:
                ctypes.CDLL(name)
                continue
            except OSError:
                pass
        packages.append(package)
    # Without `first` in the table, its package is unknown, and the others would mislead.
    return packages if not first or first in PACKAGES else []
