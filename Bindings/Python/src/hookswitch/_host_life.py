"""The life of a host for asyncio programs: it is made, watched, closed, and freed."""

from __future__ import annotations

import asyncio
import threading
import warnings
import weakref
from collections.abc import Iterable
from typing import Any, Callable, Optional, TypeVar

from ._direct_base import USUAL_EVENTS, Config
from ._host_events import HostEvents
from ._native_library import is_forked, refuse_fork
from ._waiting import unwatch
from .clock import ManualClock
from .direct import DirectHost
from .errors import HookswitchError, wrong_state

Answer = TypeVar("Answer")


class HostLife(HostEvents):
    """The half of `Host` that makes, watches, closes and frees it."""

    def __init__(
        self, config: Config = None, *, events: Iterable[str] = USUAL_EVENTS, config_folder: Any = None, transport_path: Any = None,
        journal: Any = None, clock: Optional[ManualClock] = None, event_limit: int = 0, close_timeout: float = 5.0,
    ) -> None:
        """Describes a host; `async with` or `open` makes it. `DirectHost` describes the options.

        `close_timeout` is the time in seconds that calls have to end when the host closes.
        """
        super().__init__()
        self._options: dict[str, Any] = {
            "config": config, "events": events if isinstance(events, str) else tuple(events), "config_folder": config_folder,
            "transport_path": transport_path, "journal": journal, "clock": clock, "event_limit": event_limit,
        }
        self._close_timeout = close_timeout
        self._running: set[asyncio.Future[Any]] = set()

    # Life

    async def open(self) -> None:
        """Makes the host, beside the event loop; raises `HookswitchError`, or `LibraryMissing`."""
        if self._direct is not None:
            raise wrong_state("the host is open already, or was closed; make another")
        loop = asyncio.get_running_loop()
        options = self._options
        # The executor may have made the host although this task was cancelled: then it has no owner to free it.
        making = loop.run_in_executor(None, lambda: DirectHost(**options))
        try:
            direct = await asyncio.shield(making)
        except asyncio.CancelledError:
            making.add_done_callback(_free_late)
            raise
        self._direct = direct
        self._loop = loop
        self._thread = threading.get_ident()
        self._descriptor = direct.fileno()
        self._listens_to_calls = "calls" in self._options["events"]
        self._finalizer = weakref.finalize(self, _abandon, loop, self._descriptor, direct)
        self._finalizer.atexit = False
        # Weak: a host that the program has dropped must not live on in its event loop.
        loop.add_reader(self._descriptor, _drain, weakref.ref(self))
        for name in self._screeners:
            direct.set_screener(name)

    async def close(self, timeout: Optional[float] = None) -> None:
        """Ends all calls, retires the providers, and frees the host. Does nothing the second time.

        Calls have `timeout` seconds to end on the network (default: `close_timeout`); then they are given up.
        """
        direct = self._direct
        if direct is None or not direct.is_open:
            return
        if is_forked():
            # The calls are the parent's.
            self.finish()
            return
        self.check()
        limit = self._close_timeout if timeout is None else timeout
        try:
            if not self._is_closing:
                self._is_closing = True
                direct.shutdown(0)
            await asyncio.wait_for(asyncio.shield(self._wait_for_end()), limit)
        except asyncio.TimeoutError:
            pass
        except HookswitchError as error:
            # The program has shut `direct` down.
            if error.code != "wrongState":
                raise
        if self._running:
            # Functions in the executor still use the host; they must end before it is freed.
            await asyncio.wait(self._running, timeout=limit)
        self._free()

    async def _wait_for_end(self) -> None:
        while not self._has_closed:
            await self._end_waiters.wait()

    def _free(self) -> None:
        assert self._direct is not None and self._loop is not None
        unwatch(self._loop, self._descriptor)
        self._finalizer.detach()
        if self._running:
            # A function that runs keeps its host: to free it under the function's feet could crash.
            for future in self._running:
                future.add_done_callback(self._free_after)
        else:
            self._direct.free()
        self.finish()

    def _free_after(self, _: asyncio.Future[Any]) -> None:
        if not self._running and self._direct is not None:
            self._direct.free()

    @property
    def is_open(self) -> bool:
        """True until the host was closed."""
        return self._direct is not None and self._direct.is_open

    @property
    def direct(self) -> DirectHost:
        """The host without asyncio, for what it has and this one lacks. Do not take events from it."""
        if self._direct is None:
            raise wrong_state("the host is not open: use `async with Host() as host`")
        return self._direct

    @property
    def here(self) -> DirectHost:
        """The host without asyncio, for a request: on the loop's thread alone, since its result comes there."""
        self.check()
        return self.direct

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The event loop of the host."""
        if self._loop is None:
            raise wrong_state("the host is not open: use `async with Host() as host`")
        return self._loop

    def check(self) -> None:
        """Raises `HookswitchError` (wrongState) on another thread than the loop's, in a child after fork, and after the end."""
        refuse_fork()
        direct = self.direct
        if not direct.is_open:
            raise wrong_state("the host was closed")
        if threading.get_ident() != self._thread:
            raise wrong_state("this is another thread than that of the host's event loop; use asyncio.run_coroutine_threadsafe")

    def check_listening(self) -> None:
        """Raises `HookswitchError` (wrongState) when the host tells nothing of calls, and a wait would be in vain."""
        if not self._listens_to_calls:
            raise wrong_state('the host does not listen to "calls": name them in the events of `Host` or `listen`')

    async def run(self, function: Callable[..., Answer], *arguments: Any) -> Answer:
        """Runs a function of the library that waits, beside the event loop. A cancelled task leaves it running."""
        self.check()
        future: asyncio.Future[Answer] = self.loop.run_in_executor(None, lambda: function(*arguments))
        self._running.add(future)
        future.add_done_callback(self._running.discard)
        return await asyncio.shield(future)


def _drain(reference: weakref.ref[HostLife]) -> None:
    host = reference()
    if host is not None:
        host.drain()


def _free_late(making: asyncio.Future[DirectHost]) -> None:
    """Frees a host whose maker was cancelled."""
    if not making.cancelled() and making.exception() is None:
        making.result().free()


def _abandon(loop: asyncio.AbstractEventLoop, descriptor: int, direct: DirectHost) -> None:
    """Frees a host that the program has dropped without closing it. Never waits: the collector calls it, perhaps on another thread."""
    if is_forked():
        return
    warnings.warn("a Host was dropped without `close`; use `async with`", ResourceWarning, stacklevel=2)

    def leave() -> None:
        # The loop forgets the descriptor before the library closes it; else its number could come back as another file's.
        unwatch(loop, descriptor)
        direct.free()

    if loop.is_closed():
        direct.free()
        return
    try:
        loop.call_soon_threadsafe(leave)
    except RuntimeError:
        # The loop was closed just now.
        direct.free()
