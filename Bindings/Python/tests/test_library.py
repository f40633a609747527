"""The library is found, or its absence is explained."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import pytest
from hookswitch import CallEnded, HookswitchError, LibraryMissing, TransportFault, _library, library_path


def python(code: str, **environment: str) -> str:
    """Returns the output of a program in Python."""
    result = subprocess.run([sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def test_the_library_was_found() -> None:
    assert library_path().endswith(".so.0") or "HOOKSWITCH_LIBRARY" in os.environ


def test_the_import_needs_no_library() -> None:
    assert python("import hookswitch; print('there')", HOOKSWITCH_LIBRARY="/nowhere/libhookswitch.so.0") == "there"


def test_a_named_library_that_is_missing_is_an_error_with_a_remedy() -> None:
    code = (
        "from hookswitch import DirectHost, LibraryMissing\n"
        "try: DirectHost()\n"
        "except LibraryMissing as error: print(error.code, error)"
    )
    said = python(code, HOOKSWITCH_LIBRARY="/nowhere/libhookswitch.so.0")
    assert said.startswith("notFound") and "/nowhere/libhookswitch.so.0" in said and "HOOKSWITCH_LIBRARY" in said


def test_a_library_without_the_functions_is_refused() -> None:
    code = "from hookswitch import LibraryMissing, library_path\ntry: library_path()\nexcept LibraryMissing as error: print(error.code)"
    assert python(code, HOOKSWITCH_LIBRARY="libc.so.6") == "unsupported"


def test_a_missing_system_library_names_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_library, "PACKAGES", {"libspandsp.so.2": "libspandsp2", "libnowhere.so.9": "libnowhere9", "libc.so.6": "libc6"})
    complaint = "libspandsp.so.2: cannot open shared object file: No such file or directory"
    said = _library._explained("/wheel/libhookswitch.so.0", complaint)
    assert said.endswith("it needs libspandsp.so.2; run: apt-get install libspandsp2 libnowhere9")
    said = _library._explained("/wheel/libhookswitch.so.0", "libother.so.1: cannot open shared object file: No such file or directory")
    assert "libother.so.1" in said and "apt-get" not in said


def test_the_search_prefers_the_wheel_to_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOOKSWITCH_LIBRARY", raising=False)
    monkeypatch.setattr(_library, "bundled", lambda: __file__)
    assert _library.places() == [__file__, "libhookswitch.so.0"]
    monkeypatch.setenv("HOOKSWITCH_LIBRARY", "/here.so")
    assert _library.places() == ["/here.so"]


def test_errors_can_be_pickled() -> None:
    error = HookswitchError("cannotHold", "It cannot be held.", (), TransportFault("sip", 486, 17))
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.code, copy.message, copy.transport.code, str(copy)) == ("cannotHold", "It cannot be held.", 486, str(error))
    missing = pickle.loads(pickle.dumps(LibraryMissing("it is not here")))
    assert isinstance(missing, LibraryMissing) and missing.code == "notFound"
    assert issubclass(CallEnded, HookswitchError)
