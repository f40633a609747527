"""A clock for tests: time stands until the program moves it."""

from __future__ import annotations

import asyncio
import ctypes
import weakref
from typing import Any

from ._native_library import native, parts_of_seconds, signed
from .errors import wrong_state

_NANOSECONDS = 1_000_000_000


class ManualClock:
    """A clock that stands still until `advance` moves it. Several hosts can share one."""

    def __init__(self, unix_time: float = 0.0) -> None:
        """Creates a clock that stands at a time, in seconds since 1970."""
        self._native = native()
        handle = ctypes.c_void_p()
        functions = self._native.functions
        nanoseconds = signed(parts_of_seconds(unix_time, _NANOSECONDS, "unix_time"), "unix_time")
        self._native.check(functions.hk_clock_new(nanoseconds, ctypes.byref(handle)))
        self._handle: Any = handle.value
        self._finalizer = weakref.finalize(self, functions.hk_clock_free, self._handle)
        self._finalizer.atexit = False

    @property
    def handle(self) -> Any:
        """The library's handle; raises `HookswitchError` (wrongState) when the clock was closed."""
        if not self._finalizer.alive:
            raise wrong_state("the clock was closed")
        return self._handle

    def advance(self, seconds: float) -> None:
        """Moves time on, and returns when all that was due has happened inside the hosts of this clock. One thread at a time.

        Blocks. Questions to the program wait meanwhile, and their deadlines pass: move in small steps between which events are taken.
        """
        nanoseconds = signed(parts_of_seconds(seconds, _NANOSECONDS, "seconds"), "seconds")
        self._native.check(self._native.functions.hk_clock_advance(self.handle, nanoseconds))

    async def passes(self, seconds: float, step: float = 0.0) -> None:
        """Moves time on beside the event loop, in steps of `step` seconds when it is above zero, and takes events between steps."""
        loop = asyncio.get_running_loop()
        left = seconds
        while True:
            part = min(step, left) if step > 0 else left
            await loop.run_in_executor(None, self.advance, part)
            # Two turns: the first takes the events, the second runs the tasks that they woke.
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            left -= part
            if left <= 1e-9:
                return

    def close(self) -> None:
        """Frees the clock. Hosts that have it keep their time."""
        self._finalizer()
