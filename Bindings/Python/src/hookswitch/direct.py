"""A host without asyncio: the functions of the C library with Python's types.

    with DirectHost(transport_path="transports") as host:
        host.add_transport("line", "org.hookswitch.loopback")
        request, call = host.dial("tel:5550100", "line")
        while host.is_open:
            for event in host.pull(timeout=5.0):
                print(event.type, event.state)

The program pulls events, and the library never calls it. Every function may be called on any thread, but one thread at a time takes events.
"""

from __future__ import annotations

import ctypes
from types import TracebackType
from typing import Any, NamedTuple, Optional, TypeVar

from . import _structs as s
from . import words
from ._direct_base import json_text
from ._direct_providers import DirectProviders, ProviderOptions
from ._native_library import call_struct, optional_text, path_text, text, unsigned

__all__ = ["AudioLevel", "DirectHost", "ProviderOptions"]

Self = TypeVar("Self", bound="DirectHost")


class AudioLevel(NamedTuple):
    """The level of the far end in the last 20 ms, in decibels of full scale: 0 is the loudest."""

    rms: float
    peak: float


class DirectHost(DirectProviders):
    """A host whose events the program pulls."""

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    # Sound of a line

    def record(self, call: Any, path: Any, group: bool = False) -> None:
        """Writes a call, or all that is heard with it, to a new WAV file of two channels, until it ends or `stop_recording`."""
        self._check(self._functions.hk_record(self._host, call_struct(call), path_text(path, "path"), bool(group)))

    def stop_recording(self, call: Any, group: bool = False) -> None:
        """Ends a recording; raises `HookswitchError` (notFound) when there is none."""
        self._check(self._functions.hk_record_stop(self._host, call_struct(call), bool(group)))

    def line_audio(self, line: Optional[str] = None) -> dict[str, Any]:
        """Returns the owners, devices and route of a line's audio, and the counters of the engine."""
        return self._object(  # type: ignore[no-any-return]
            lambda out: self._functions.hk_line_audio(self._host, optional_text(line, "line"), out)
        )

    def level(self, call: Any) -> AudioLevel:
        """Returns the level of a call's far end."""
        rms, peak = ctypes.c_int32(), ctypes.c_int32()
        self._check(self._functions.hk_call_level(self._host, call_struct(call), ctypes.byref(rms), ctypes.byref(peak)))
        return AudioLevel(rms.value / 1_000, peak.value / 1_000)

    def open_audio(
        self, call: Any, *, mode: str = "talk", rate: int = 16_000, queue_ms: int = 0, read_ms: int = 0, live: bool = False,
        live_ms: int = 0, alone: bool = False, data: int = 0,
    ) -> Any:
        """Attaches the program to a call; returns the attachment's handle, for `hookswitch.audio.Attachment`."""
        options = audio_options(mode, rate, queue_ms, read_ms, live, live_ms, alone, data)
        handle = ctypes.c_void_p()
        self._check(self._functions.hk_audio_open(self._host, call_struct(call), ctypes.byref(options), ctypes.byref(handle)))
        return handle.value

    # Call audio for other processes

    def open_stream(self, call: Any, url: str, options: Any = None) -> int:
        """Connects a call to a program at a URL; the number names the stream in its events and in `close_stream`."""
        reference = None if options is None else ctypes.byref(options)
        return self._check(self._functions.hk_stream_open(self._host, call_struct(call), text(url, "url"), reference))

    def close_stream(self, stream: int) -> None:
        """Detaches a stream; the call goes on."""
        self._check(self._functions.hk_stream_close(self._host, unsigned(stream, "stream", 63)))

    def listen_for_streams(self, address: str, options: Any = None) -> str:
        """Takes connections of programs at an address, such as "ws://127.0.0.1:0/media"; returns the URL with its port."""
        out = ctypes.c_void_p()
        reference = None if options is None else ctypes.byref(options)
        self._check(self._functions.hk_stream_listen(self._host, text(address, "address"), reference, ctypes.byref(out)))
        return self._native.take(out.value)

    def offer_stream(self, call: Any, options: Any = None) -> tuple[int, str]:
        """Returns a stream's number, and a URL at which one program can attach to the call, once, within 30 s."""
        out = ctypes.c_void_p()
        reference = None if options is None else ctypes.byref(options)
        number = self._check(self._functions.hk_stream_offer(self._host, call_struct(call), reference, ctypes.byref(out)))
        return number, self._native.take(out.value)


def audio_options(
    mode: str, rate: int, queue_ms: int, read_ms: int, live: bool, live_ms: int, alone: bool, data: int = 0
) -> s.hk_audio_options:
    """Returns the options of an attachment as C takes them."""
    return s.make(
        s.hk_audio_options,
        mode=words.number_of(mode, words.AUDIO_MODES, "mode"),
        data=unsigned(data, "data", 64),
        rate=unsigned(rate, "rate"),
        queue_ms=unsigned(queue_ms, "queue_ms"),
        read_ms=unsigned(read_ms, "read_ms"),
        live=int(bool(live)),
        live_ms=unsigned(live_ms, "live_ms"),
        alone=int(bool(alone)),
    )


def stream_options(
    *, token: Optional[str] = None, ca_file: Any = None, certificate: Any = None, parameters: Any = None, control: bool = False,
    ends_call: bool = False, reconnect: bool = True, connect_ms: int = 0, reconnect_ms: int = 0, audio: Optional[s.hk_audio_options] = None,
    data: int = 0,
) -> s.hk_stream_options:
    """Returns the options of a stream as C takes them."""
    options = s.make(
        s.hk_stream_options,
        flags=bool(control) * 1 | bool(ends_call) * 2 | (not reconnect) * 4,
        data=unsigned(data, "data", 64),
        token=optional_text(token, "token"),
        ca_file=None if ca_file is None else path_text(ca_file, "ca_file"),
        certificate=None if certificate is None else path_text(certificate, "certificate"),
        parameters=None if parameters is None else json_text(parameters, "parameters"),
        connect_ms=unsigned(connect_ms, "connect_ms"),
        reconnect_ms=unsigned(reconnect_ms, "reconnect_ms"),
    )
    if audio is not None:
        options.audio = ctypes.pointer(audio)
    return options
