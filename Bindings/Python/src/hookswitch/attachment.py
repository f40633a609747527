"""An attachment without asyncio: the program's part in a call's audio."""

from __future__ import annotations

import ctypes
import weakref
from types import TracebackType
from typing import Any, NamedTuple, Optional

from . import _structs as s
from ._native_library import native, path_text, text
from .direct import DirectHost
from .errors import invalid, wrong_state

# The samples that one call of the library takes.
_PART = 48_000
_STATES = {0: "waiting", 1: "started", 6: "held", 10: "stopped"}


class AudioStatus(NamedTuple):
    """An attachment at one moment. Samples count those of one channel, but for `heard` and `lost`, which count all."""

    #: "waiting", "started", "held" or "stopped".
    state: str
    #: True between `pause` and `resume`.
    is_paused: bool
    #: The samples of a second.
    rate: int
    #: The samples written that the call was really given.
    position: int
    #: The samples that wait.
    queued: int
    #: The samples that the program has read.
    heard: int
    #: The samples that the program did not read in time.
    lost: int
    #: The frames of 20 ms inside a sentence that had to be silence.
    underruns: int
    #: The single samples put in or left out against drift.
    corrected: int


def samples_of(sound: Any) -> tuple[Any, int]:
    """Returns the address holder and the number of 16-bit samples of a buffer; raises `TypeError` or `HookswitchError` (invalid)."""
    try:
        view = memoryview(sound)
    except TypeError:
        raise TypeError(f"sound is {type(sound).__name__}, should be bytes or a buffer of 16-bit samples") from None
    if not view.c_contiguous:
        raise invalid("sound is no contiguous buffer")
    if view.format not in ("B", "b", "c", "h"):
        raise invalid(f"sound has elements of the format {view.format!r}, should be bytes or 16-bit samples")
    if view.nbytes % 2:
        raise invalid(f"sound has {view.nbytes} bytes, which are no whole number of 16-bit samples")
    plain = view.cast("B") if view.format != "B" or view.ndim != 1 else view
    return plain, plain.nbytes // 2


class Attachment:
    """The program's part in a call's audio: 16-bit linear samples in the machine's byte order. Any thread may use it.

    The host's events "audio" with its `number` tell what happens to it.
    """

    def __init__(
        self, host: DirectHost, call: Any, *, mode: str = "talk", rate: int = 16_000, queue_ms: int = 0, read_ms: int = 0,
        live: bool = False, live_ms: int = 0, alone: bool = False,
    ) -> None:
        """Attaches the program to a call that is shown; `Call.audio` describes the options."""
        self._native = native()
        self._functions = self._native.functions
        self._audio: Any = host.open_audio(
            call, mode=mode, rate=rate, queue_ms=queue_ms, read_ms=read_ms, live=live, live_ms=live_ms, alone=alone
        )
        self._finalizer = weakref.finalize(self, self._functions.hk_audio_free, self._audio)
        self._finalizer.atexit = False
        #: Its number, which its events have.
        self.number = self._check(self._functions.hk_audio_number(self._audio))
        #: The samples of 20 ms, of all channels.
        self.chunk_samples = rate // 50 * (2 if mode == "listen" else 1)
        self._room = (ctypes.c_int16 * self.chunk_samples)()

    def __enter__(self) -> Attachment:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    @property
    def is_open(self) -> bool:
        """True until `close`."""
        return self._finalizer.alive

    def close(self) -> None:
        """Detaches the program. The call goes on, and what waits to be heard is not heard."""
        self._finalizer()

    def fileno(self) -> int:
        """Returns a descriptor that is readable while 20 ms can be read, and always once it has stopped: stop watching it then."""
        return self._check(self._functions.hk_audio_fd(self._audio))

    def read(self) -> Optional[bytes]:
        """Returns up to 20 ms of what was heard, b"" when there is nothing; None when it has stopped and nothing is left."""
        count = self._functions.hk_audio_read(self._audio, self._room, self.chunk_samples)
        if count > 0:
            return ctypes.string_at(self._room, count * 2)
        if count == 0:
            return b""
        error = self._error()
        if error.code == "wrongState":
            return None
        raise error

    def write(self, sound: Any) -> int:
        """Queues samples, and returns how many of them: fewer when the queue is full."""
        plain, count = samples_of(sound)
        return self.write_part(plain, 0, count)

    def write_part(self, plain: Any, first: int, count: int) -> int:
        """Queues `count` samples of a buffer from the sample `first` on."""
        written = 0
        while written < count:
            # ctypes gives no address of memory that cannot be written, so that parts are copied; their length bounds the copy.
            part = min(count - written, _PART)
            begin = (first + written) * 2
            taken = self._check(self._functions.hk_audio_write(self._audio, plain[begin : begin + part * 2].tobytes(), part))
            written += taken
            if taken < part:
                break
        return written

    def play(self, path: Any) -> None:
        """Queues a sound file, and a mark named by the path behind it. Blocks while it reads the file."""
        self._check(self._functions.hk_audio_play(self._audio, path_text(path, "path")))

    def mark(self, name: str) -> None:
        """Sets a mark behind what was written so far; its event comes when that was heard or flushed. At most 256 bytes."""
        self._check(self._functions.hk_audio_mark(self._audio, text(name, "name")))

    def flush(self) -> int:
        """Forgets what waits: from the next 20 ms on nothing of it is heard. Returns the position."""
        return self._check(self._functions.hk_audio_flush(self._audio))

    def pause(self, on: bool = True) -> int:
        """Sends silence from the next 20 ms on, and keeps the queue; or goes on. Returns the position."""
        return self._check(self._functions.hk_audio_pause(self._audio, bool(on)))

    def status(self) -> AudioStatus:
        """Returns its state, position and counters now."""
        record = s.make(s.hk_audio_status)
        self._check(self._functions.hk_audio_status_now(self._audio, ctypes.byref(record)))
        return AudioStatus(
            state=_STATES.get(record.state, "unknown"), is_paused=bool(record.paused), rate=record.rate, position=record.position,
            queued=record.queued, heard=record.heard, lost=record.lost, underruns=record.underruns, corrected=record.corrected,
        )

    def _error(self) -> Any:
        if not self._finalizer.alive:
            return wrong_state("the attachment was closed")
        return self._native.last_error()

    def _check(self, number: int) -> int:
        if number < 0:
            raise self._error()
        return number
