"""The functions of hookswitch.h with their argument and result types.

Handles are addresses (`c_void_p`): the library recognises a wrong one. Texts that the caller owns come back as addresses too,
because ctypes would copy a `c_char_p` and lose the address to free.
"""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char_p, c_int, c_int16, c_int32, c_int64, c_uint32, c_uint64, c_void_p
from typing import Any

from . import _structs as s

_text = c_char_p
_handle = c_void_p
_request = c_int64
_status = c_int32
_call = s.hk_call
_ask = POINTER(s.hk_ask)
_out_text = POINTER(c_void_p)
_out_handle = POINTER(c_void_p)
_out_call = POINTER(s.hk_call)
_failure = POINTER(s.hk_failure)
_update = POINTER(s.hk_update)
_samples = POINTER(c_int16)

#: The functions that take no longer than a lock. They keep Python's global lock: to release it costs more than they do.
QUICK = frozenset(
    "hk_version hk_last_error hk_status_name hk_call_text hk_call_parse hk_event_name hk_state_name hk_end_reason_name "
    "hk_end_cause_name hk_next hk_now hk_unix_time hk_host_fd hk_wake hk_audio_number hk_audio_fd".split()
)

#: Every function: its result type and its argument types.
PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "hk_version": (c_uint32, []),
    "hk_call_text": (None, [_call, c_void_p]),
    "hk_call_parse": (_status, [_text, _out_call]),
    "hk_last_error": (c_void_p, []),
    "hk_status_name": (_text, [c_int64]),
    "hk_free": (None, [c_void_p]),
    # Events.
    "hk_event_name": (_text, [c_uint32]),
    "hk_state_name": (_text, [c_uint32]),
    "hk_end_reason_name": (_text, [c_uint32]),
    "hk_end_cause_name": (_text, [c_uint32]),
    # Host.
    "hk_host_new": (_status, [POINTER(s.hk_host_options), _out_handle]),
    "hk_host_shutdown": (_status, [_handle, c_uint32]),
    "hk_host_free": (None, [_handle]),
    "hk_configure": (_status, [_handle, _text]),
    "hk_policy": (_status, [_handle, _text, _out_text]),
    "hk_listen": (_status, [_handle, c_uint32]),
    "hk_now": (c_int64, [_handle]),
    "hk_unix_time": (c_int64, [_handle, c_int64]),
    "hk_journal_flush": (_status, [_handle]),
    "hk_host_fd": (c_int, [_handle]),
    "hk_next": (c_void_p, [_handle]),
    "hk_wait": (c_void_p, [_handle, c_int32]),
    "hk_wake": (None, [_handle]),
    "hk_dispatch": (c_int32, [_handle, POINTER(s.hk_handlers), c_void_p, c_int32]),
    "hk_snapshot_line": (_status, [_handle, _text, POINTER(POINTER(s.hk_snapshot))]),
    "hk_snapshot_call": (_status, [_handle, _call, POINTER(POINTER(s.hk_snapshot))]),
    "hk_snapshot_free": (None, [POINTER(s.hk_snapshot)]),
    "hk_lines": (_status, [_handle, _out_text]),
    # Providers from transports.
    "hk_add_transport": (_status, [_handle, _text, _text, POINTER(s.hk_transport_options)]),
    "hk_configure_transport": (_request, [_handle, _text, _text, _ask]),
    "hk_diagnostics": (_request, [_handle, _text, _call, c_uint32, _ask]),
    "hk_transports": (_status, [_handle, _out_text]),
    "hk_providers": (_status, [_handle, _out_text]),
    "hk_remove_provider": (_status, [_handle, _text]),
    "hk_reset_provider": (_status, [_handle, _text]),
    "hk_pardon_provider": (_status, [_handle, _text]),
    # Providers of the program's own.
    "hk_add_provider": (_status, [_handle, _text, POINTER(s.hk_provider_options)]),
    "hk_change_provider": (_status, [_handle, _text, POINTER(s.hk_provider_options)]),
    "hk_fulfill": (_status, [_handle, c_uint64]),
    "hk_fail": (_status, [_handle, c_uint64, _failure]),
    "hk_report_incoming": (_status, [_handle, _text, POINTER(s.hk_incoming), _update, _out_call]),
    "hk_report": (_status, [_handle, _text, _call, c_uint32, _text, c_int64]),
    "hk_report_update": (_status, [_handle, _text, _call, _update]),
    "hk_report_ended": (_status, [_handle, _text, _call, c_uint32, _failure, c_int64]),
    "hk_report_ready": (_status, [_handle, _text, c_uint32, _failure]),
    "hk_report_reset": (_status, [_handle, _text, _failure]),
    "hk_report_lost": (_status, [_handle, _text, _failure]),
    "hk_configure_audio": (_status, [_handle, _text, _call, _text]),
    # Requests.
    "hk_dial": (_request, [_handle, _text, _text, _ask, c_void_p]),
    "hk_transact": (_request, [_handle, POINTER(s.hk_action), c_uint32, _ask]),
    "hk_answer": (_request, [_handle, _call, c_uint32, _ask]),
    "hk_end": (_request, [_handle, _call, _ask]),
    "hk_end_group": (_request, [_handle, _call, _ask]),
    "hk_set_held": (_request, [_handle, _call, c_uint32, _ask]),
    "hk_swap": (_request, [_handle, _ask]),
    "hk_merge": (_request, [_handle, _out_call, c_uint32, _ask]),
    "hk_split": (_request, [_handle, _call, _ask]),
    "hk_set_muted": (_request, [_handle, _call, c_uint32, _ask]),
    "hk_play_dtmf": (_request, [_handle, _call, _text, _ask]),
    "hk_continue_dtmf": (_request, [_handle, _call, _ask]),
    "hk_transfer": (_request, [_handle, _call, _text, _ask]),
    "hk_transfer_to_call": (_request, [_handle, _call, _call, _ask]),
    "hk_accept_transfer": (_request, [_handle, _call, _ask]),
    "hk_refuse_transfer": (_request, [_handle, _call, _ask]),
    "hk_invoke": (_request, [_handle, _text, _text, _ask]),
    # Filters of callers, and screeners.
    "hk_set_blocked": (_status, [_handle, _text, c_uint32]),
    "hk_set_let_through": (_status, [_handle, _text, c_uint32]),
    "hk_set_do_not_disturb": (_status, [_handle, _text, c_uint32]),
    "hk_filters": (_status, [_handle, _out_text]),
    "hk_set_screener": (_status, [_handle, _text, c_uint32]),
    "hk_screen": (_status, [_handle, _text, _call, c_uint32]),
    # Sound of a line.
    "hk_record": (_status, [_handle, _call, _text, c_uint32]),
    "hk_record_stop": (_status, [_handle, _call, c_uint32]),
    "hk_line_audio": (_status, [_handle, _text, _out_text]),
    "hk_call_level": (_status, [_handle, _call, POINTER(c_int32), POINTER(c_int32)]),
    # Call audio for programs.
    "hk_audio_open": (_status, [_handle, _call, POINTER(s.hk_audio_options), _out_handle]),
    "hk_audio_number": (_request, [_handle]),
    "hk_audio_fd": (c_int, [_handle]),
    "hk_audio_read": (c_int32, [_handle, _samples, c_uint32]),
    "hk_audio_write": (c_int32, [_handle, c_void_p, c_uint32]),
    "hk_audio_play": (_status, [_handle, _text]),
    "hk_audio_mark": (_status, [_handle, _text]),
    "hk_audio_flush": (c_int64, [_handle]),
    "hk_audio_pause": (c_int64, [_handle, c_uint32]),
    "hk_audio_status_now": (_status, [_handle, POINTER(s.hk_audio_status)]),
    "hk_audio_free": (None, [_handle]),
    # Call audio for other processes.
    "hk_stream_open": (_request, [_handle, _call, _text, POINTER(s.hk_stream_options)]),
    "hk_stream_close": (_status, [_handle, _request]),
    "hk_stream_listen": (_status, [_handle, _text, POINTER(s.hk_stream_options), _out_text]),
    "hk_stream_offer": (_request, [_handle, _call, POINTER(s.hk_stream_options), _out_text]),
    # For tests.
    "hk_clock_new": (_status, [c_int64, _out_handle]),
    "hk_clock_advance": (_status, [_handle, c_int64]),
    "hk_clock_free": (None, [_handle]),
    "hk_settle": (_status, [_handle]),
    "hk_audio_tick": (_status, [_handle]),
}


class Functions:
    """The functions of a loaded library as attributes: `functions.hk_dial(…)`."""

    def __init__(self, path: str) -> None:
        """Loads the library at a path; raises `OSError` when it cannot be loaded, and `AttributeError` when it lacks a function."""
        releasing = ctypes.CDLL(path)
        keeping = ctypes.PyDLL(path)
        for name, (result, arguments) in PROTOTYPES.items():
            function = getattr(keeping if name in QUICK else releasing, name)
            function.restype = result
            function.argtypes = arguments
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:
        # Only for type checkers: the constructor sets every attribute that exists.
        raise AttributeError(name)
