"""Structs of the library with all that they point to, copied in one piece.

The library reuses the memory of an event for the next one, so that events and pictures are copies. A block is read where the program asks for
something: most of an event is never read.
"""

from __future__ import annotations

import ctypes
import struct
from typing import Any

from . import _structs as s

#: The number of bytes that can be read at the address of an event: HK_EVENT_BLOCK.
EVENT_BLOCK = 512

_address_at = struct.Struct("=Q").unpack_from
_NESTED = {"info": s.hk_call_info, "action": s.hk_action, "error": s.hk_error}


def text_in(block: bytes, place: int, base: int) -> str:
    """Returns a text of a block.

    `place` is that of its address, and `base` the address of the block's first byte. The address of an empty text is that of another place.
    """
    at: int = _address_at(block, place)[0] - base
    return block[at : block.index(0, at)].decode() if 0 < at < len(block) else ""


def joined(kind: type[ctypes.Structure], address: int) -> bytes:
    """Returns the struct at an address as a block whose first byte has the address 0."""
    block = bytearray()
    _add(block, kind, address)
    return bytes(block)


def _add(block: bytearray, kind: type[ctypes.Structure], address: int) -> int:
    """Adds a struct and what it points to; returns its place."""
    record: Any = kind.from_address(address)
    at = len(block)
    block += bytes(record)
    for name, form, *_ in kind._fields_:
        place = 0
        if form is ctypes.c_char_p:
            text = getattr(record, name)
            place = _append(block, text + b"\0") if text else 0
        elif form is ctypes.c_void_p:
            nested = getattr(record, name)
            place = _add(block, _NESTED[name], nested) if nested else 0
        elif name == "end_error":
            place = _add(block, s.hk_error, ctypes.addressof(record.end_error.contents)) if record.end_error else 0
        elif name == "calls":
            place = _append(block, b"".join(bytes(record.calls[number]) for number in range(record.n_calls)))
        else:
            continue
        struct.pack_into("=Q", block, at + getattr(kind, name).offset, place)
    return at


def _append(block: bytearray, data: bytes) -> int:
    at = len(block)
    block += data
    return at
