"""The loaded library: its functions, its words, and the way from its errors to Python's."""

from __future__ import annotations

import ctypes
import os
import uuid
from typing import Any, NoReturn, Optional

from . import _structs as s
from ._blocks import joined
from ._library import functions
from ._prototypes import Functions
from .errors import HookswitchError, invalid, wrong_state
from .pictures import error_in
from .words import Words

_CALL = s.hk_call.from_buffer_copy


class Native:
    """A loaded library with its words."""

    def __init__(self, loaded: Functions) -> None:
        self.functions = loaded
        self.words = Words(loaded)

    def last_error(self) -> HookswitchError:
        """Returns the error that a function just answered on this thread."""
        return error_in(self, joined(s.hk_error, self.functions.hk_last_error()), 0, 0)

    def fail(self) -> NoReturn:
        """Raises the error that a function just answered on this thread."""
        raise self.last_error()

    def check(self, number: int) -> int:
        """Returns a status, a number or a request; raises its error when it is below zero."""
        if number < 0:
            raise self.last_error()
        return number

    def take(self, address: Any) -> str:
        """Returns a text that the library gave away, and frees it."""
        try:
            return ctypes.string_at(address).decode()
        finally:
            self.functions.hk_free(address)


_native: Optional[Native] = None
_is_forked = False


def _note_fork() -> None:
    global _is_forked
    _is_forked = _native is not None


os.register_at_fork(after_in_child=_note_fork)


def native() -> Native:
    """Returns the loaded library; raises `LibraryMissing` when it cannot be loaded."""
    global _native
    if _native is None:
        _native = Native(functions())
    return _native


def is_forked() -> bool:
    """True in a child after fork, when the library was loaded before."""
    return _is_forked


def refuse_fork() -> None:
    """Raises `HookswitchError` (wrongState) in a child after fork, which has none of the library's threads."""
    if _is_forked:
        raise wrong_state("this is a child after fork, which has none of the library's threads; make the host in it after exec")


def text(value: str, name: str) -> bytes:
    """Returns a text argument as the library takes it.

    Raises `TypeError` for no text, and `HookswitchError` (invalid) for one that C would cut or that is not Unicode.
    """
    if not isinstance(value, str):
        raise TypeError(f"{name} is {type(value).__name__}, should be str")
    try:
        encoded = value.encode()
    except UnicodeEncodeError as error:
        raise invalid(f"{name} is not Unicode: {error.reason} at {error.start}") from None
    if b"\0" in encoded:
        raise invalid(f"{name} has a NUL at {encoded.index(0)}: leave it out")
    return encoded


def optional_text(value: Optional[str], name: str) -> Optional[bytes]:
    """Returns a text argument, or None."""
    return None if value is None else text(value, name)


def path_text(value: Any, name: str) -> bytes:
    """Returns a path argument: a text or an `os.PathLike`."""
    path = os.fspath(value)
    return text(os.fsdecode(path) if isinstance(path, bytes) else path, name)


def unsigned(value: int, name: str, bits: int = 32) -> int:
    """Returns a whole number that fits into C's; ctypes itself would cut a larger one silently."""
    return _whole(value, name, 0, (1 << bits) - 1)


def signed(value: int, name: str, bits: int = 64) -> int:
    """Returns a whole number that fits into C's signed type."""
    return _whole(value, name, -(1 << (bits - 1)), (1 << (bits - 1)) - 1)


def _whole(value: int, name: str, least: int, most: int) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{name} is {type(value).__name__}, should be int")
    if not least <= value <= most:
        raise invalid(f"{name} is {value}, should be from {least} to {most}")
    return int(value)


def parts_of_seconds(seconds: float, parts: int, name: str) -> int:
    """Returns seconds as a whole number of parts; raises `HookswitchError` (invalid) for a number that is none, or infinite."""
    if not isinstance(seconds, (int, float)):
        raise TypeError(f"{name} is {type(seconds).__name__}, should be a number of seconds")
    try:
        return round(seconds * parts)
    except (ValueError, OverflowError):
        raise invalid(f"{name} is {seconds}, should be a number of seconds") from None


def call_bytes(call: Any, name: str = "call") -> bytes:
    """Returns the id of a call: of 16 bytes, a `uuid.UUID`, its text, or anything with such an `id`."""
    if type(call) is bytes:
        raw = call
    elif isinstance(call, uuid.UUID):
        raw = call.bytes
    elif isinstance(call, str):
        try:
            raw = uuid.UUID(call).bytes
        except ValueError:
            raise invalid(f"{name} is {call!r}, which is no call: give a UUID of 36 characters") from None
    elif isinstance(getattr(call, "id", None), uuid.UUID):
        raw = call.id.bytes
    else:
        raise TypeError(f"{name} is {type(call).__name__}, should be a call or its id")
    if len(raw) != 16:
        raise invalid(f"{name} has {len(raw)} bytes, should have 16")
    return raw


def call_struct(call: Any, name: str = "call") -> s.hk_call:
    """Returns the id of a call as C takes it."""
    return _CALL(call_bytes(call, name))
