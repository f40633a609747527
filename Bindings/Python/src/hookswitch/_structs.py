"""The structs of hookswitch.h for ctypes.

Each has the fields of the header in the header's order. The tests compare every size and offset with those of a C compiler.
"""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char_p, c_int32, c_int64, c_uint8, c_uint32, c_uint64, c_void_p
from typing import Any, TypeVar


class hk_call(ctypes.Structure):
    _fields_ = [("uuid", c_uint8 * 16)]


class hk_error(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32),
        ("status", c_int32),
        ("message", c_char_p),
        ("domain", c_char_p),
        ("calls", POINTER(hk_call)),
        ("n_calls", c_uint32),
        ("native", c_int32),
        ("q850", c_uint32),
        ("reserved", c_uint32),
    ]


class hk_call_info(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("call", hk_call),
        ("group", c_uint64),
        ("state", c_uint32),
        ("capabilities", c_uint32),
        ("line", c_char_p),
        ("provider", c_char_p),
        ("handle_kind", c_char_p),
        ("handle", c_char_p),
        ("name", c_char_p),
        ("answer_automatic", c_int32),
        ("answer_hold_active", c_int32),
        ("answer_end_active", c_int32),
        ("answer_end_held_and_hold_active", c_int32),
        ("began", c_int64),
        ("started", c_int64),
        ("connecting", c_int64),
        ("connected", c_int64),
        ("group_start", c_int64),
        ("ended", c_int64),
        ("end_reason", c_uint32),
        ("end_cause", c_uint32),
        ("end_for", hk_call),
        ("end_error", POINTER(hk_error)),
    ]


class hk_snapshot(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("revision", c_uint64),
        ("front", c_uint64),
        ("line", c_char_p),
        ("calls", c_void_p),
        ("n_calls", c_uint32),
        ("stride", c_uint32),
    ]


class hk_action(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32),
        ("kind", c_uint32),
        ("call", hk_call),
        ("other", hk_call),
        ("on", c_uint32),
        ("pause", c_uint32),
        ("handle_kind", c_char_p),
        ("handle", c_char_p),
        ("contact", c_char_p),
        ("digits", c_char_p),
        ("provider", c_char_p),
        ("id", c_uint64),
        ("transaction", c_uint64),
        ("index", c_uint32),
        ("count", c_uint32),
        ("origin", c_uint32),
        ("cause", c_uint32),
        ("deadline", c_int64),
    ]


class hk_ask(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32),
        ("origin", c_uint32),
        ("data", c_uint64),
        ("line", c_char_p),
    ]


class hk_event(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32),
        ("type", c_uint32),
        ("time", c_int64),
        ("request", c_int64),
        ("data", c_uint64),
        ("status", c_int32),
        ("value", c_uint32),
        ("position", c_int64),
        ("line", c_char_p),
        ("provider", c_char_p),
        ("kind", c_char_p),
        ("text", c_char_p),
        # Addresses, not pointers: a pointer object for each event would cost more than the rest of it.
        ("info", c_void_p),
        ("action", c_void_p),
        ("error", c_void_p),
        ("is_whole", c_uint32),
        ("reserved", c_uint32),
    ]


class hk_host_options(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32),
        ("events", c_uint32),
        ("config", c_char_p),
        ("config_folder", c_char_p),
        ("transport_path", c_char_p),
        ("journal", c_char_p),
        ("clock", c_void_p),
        ("event_limit", c_uint32),
        ("reserved", c_uint32),
    ]


#: The type of a function in hk_handlers.
hk_handler = ctypes.CFUNCTYPE(None, c_void_p, c_void_p, POINTER(hk_event))


class hk_handlers(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("reserved", c_uint32)] + [
        (name, hk_handler)
        for name in (
            "other incoming state changed ended tone dtmf resume_offered transfer_requested record result done screen "
            "perform_start perform_answer perform_end perform_set_held perform_set_muted perform_set_group "
            "perform_play_dtmf perform_transfer timed_out cancelled shown refused transfer_decided begin reset restart "
            "activate provider lost audio perform_deflect"
        ).split()
    ]


class hk_transport_options(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("config", c_char_p),
        ("line", c_char_p),
    ]


class hk_failure(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32),
        ("native", c_int32),
        ("q850", c_uint32),
        ("flags", c_uint32),
        ("domain", c_char_p),
        ("message", c_char_p),
    ]


class hk_provider_options(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("data", c_uint64),
        ("display_name", c_char_p),
        ("ringtone", c_char_p),
        ("line", c_char_p),
        ("handle_kinds", c_char_p),
        ("emergency_numbers", c_char_p),
        ("deadlines", c_char_p),
        ("capabilities", c_uint32),
        ("max_groups", c_uint32),
        ("max_calls_per_group", c_uint32),
        ("reserved", c_uint32),
    ]


class hk_update(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32),
        ("mask", c_uint32),
        ("capabilities", c_uint32),
        ("reserved", c_uint32),
        ("handle_kind", c_char_p),
        ("handle", c_char_p),
        ("name", c_char_p),
    ]


class hk_incoming(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("call", hk_call),
        ("replaces", hk_call),
        ("line", c_char_p),
    ]


class hk_audio_options(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32),
        ("mode", c_uint32),
        ("data", c_uint64),
        ("rate", c_uint32),
        ("queue_ms", c_uint32),
        ("read_ms", c_uint32),
        ("live", c_uint32),
        ("live_ms", c_uint32),
        ("alone", c_uint32),
    ]


class hk_audio_status(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32),
        ("state", c_uint32),
        ("paused", c_uint32),
        ("rate", c_uint32),
        ("position", c_int64),
        ("queued", c_int64),
        ("heard", c_int64),
        ("lost", c_int64),
        ("underruns", c_uint64),
        ("corrected", c_uint64),
    ]


class hk_stream_options(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("data", c_uint64),
        ("audio", POINTER(hk_audio_options)),
        ("token", c_char_p),
        ("ca_file", c_char_p),
        ("certificate", c_char_p),
        ("parameters", c_char_p),
        ("connect_ms", c_uint32),
        ("reconnect_ms", c_uint32),
    ]


Struct = TypeVar("Struct", bound=ctypes.Structure)


def make(kind: type[Struct], **fields: Any) -> Struct:
    """Returns a struct with its size set, the given fields, and all else zero, as HK_INIT does."""
    return kind(size=ctypes.sizeof(kind), **fields)
