"""The half of `Host` that takes events and gives each to its object."""

from __future__ import annotations

import asyncio
import inspect
import weakref
from typing import TYPE_CHECKING, Any, Callable, Optional, Protocol

from . import words
from ._waiting import Subscribers, Waiters, spawn
from .call import Call
from .direct import DirectHost
from .errors import HookswitchError
from .events import Event
from .provider import Provider
from .request import Request

if TYPE_CHECKING:
    from .host import Host

#: The greatest number of events that are taken in one turn of the event loop, so that other tasks run between.
MOST_EVENTS = 1_000
# The number of ended calls that are remembered, for events that come late.
_MOST_GONE = 4_096
_PROVIDER_EVENTS = range(words.PERFORM, words.ACTIVATE + 1)


class Listener(Protocol):
    """An attachment or a stream."""

    def note(self, event: Event) -> None:
        """Takes an event with its number."""


class HostEvents:
    """The objects of a host by their numbers and names, and the events for them."""

    def __init__(self) -> None:
        self._direct: Optional[DirectHost] = None
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._thread = 0
        self._descriptor = -1
        self._finalizer: Any = None
        self._listens_to_calls = True
        self._calls: dict[bytes, Call] = {}
        self._gone: dict[bytes, None] = {}
        self._requests: dict[int, Request[Any]] = {}
        self._providers: dict[str, Provider] = {}
        self._screeners: dict[str, Callable[..., Any]] = {}
        self._listeners: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
        self._subscribers: Subscribers[Event] = Subscribers()
        self._incoming: Subscribers[Call] = Subscribers()
        self._standings: dict[str, str] = {}
        self._losses: dict[str, HookswitchError] = {}
        self._standing_waiters = Waiters()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._end_waiters = Waiters()
        self._is_closing = False
        self._has_closed = False

    def known(self, raw: bytes, is_there: bool = True) -> Call:
        """Returns the call of an id, which may be one that no event has named yet.

        One that is over, or that is not there (a refused one), becomes an object of its own that has ended.
        """
        call = self._calls.get(raw)
        if call is not None:
            return call
        call = Call(self._self, raw)
        if not is_there or raw in self._gone:
            call.abandon()
        elif self._listens_to_calls:
            self._calls[raw] = call
        return call

    @property
    def _self(self) -> Host:
        return self  # type: ignore[return-value]

    def attach(self, number: int, listener: Listener) -> None:
        """Gives the events of a number to an attachment or a stream, for as long as the program has it."""
        self._listeners[number] = listener

    def detach(self, number: int) -> None:
        """Gives the events of a number to nothing."""
        self._listeners.pop(number, None)

    def complain(self, message: str, error: BaseException) -> None:
        """Hands an error in a function of the program to the event loop's exception handler."""
        if self._loop is not None:
            self._loop.call_exception_handler({"message": message, "exception": error})

    def drain(self) -> None:
        """Takes the events that wait, at most `MOST_EVENTS`; the descriptor stays readable when more are there."""
        direct = self._direct
        if direct is None or not direct.is_open:
            return
        native, give = direct.native, self._give
        take, handle = native.functions.hk_next, direct.handle
        for _ in range(MOST_EVENTS):
            # The library recognises the handle of a host that was freed meanwhile.
            address = take(handle)
            if not address:
                return
            event = Event(native, address)
            try:
                give(event)
            except Exception as error:
                # One faulty object must not keep events from all others.
                self.complain(f"the event {event.type} could not be taken", error)

    def _give(self, event: Event) -> None:
        number = event.number
        if number <= words.MEDIA:
            self._give_call(event, number)
        elif number == words.DONE:
            request = self._requests.pop(event.request, None)
            if request is not None:
                request.note(event)
        elif number == words.RESULT:
            request = self._requests.get(event.request)
            if request is not None:
                request.note(event)
        elif number == words.SCREEN:
            self._screen(event)
        elif number in _PROVIDER_EVENTS:
            provider = self._providers.get(event.provider)
            if provider is not None:
                provider.note(event)
        elif number == words.AUDIO:
            listener = self._listeners.get(event.request)
            if listener is not None:
                listener.note(event)
        elif number == words.PROVIDER or number == words.LOST:
            self._stand(event)
        elif number == words.CLOSED:
            self._has_closed = True
            self._end_waiters.wake()
        if self._subscribers:
            self._subscribers.put(event)

    def _give_call(self, event: Event, number: int) -> None:
        raw = event.call
        if not raw:
            return
        call = self._calls.get(raw)
        if call is None:
            if number in (words.ENDED, words.RECORD) or raw in self._gone:
                return
            call = self._calls[raw] = Call(self._self, raw)
        call.note(event)
        if number == words.INCOMING:
            if self._incoming:
                self._incoming.put(call)
        elif number == words.ENDED:
            del self._calls[raw]
            provider = self._providers.get(event.provider)
            if provider is not None:
                provider.ended(raw)
            self._gone[raw] = None
            if len(self._gone) > _MOST_GONE:
                del self._gone[next(iter(self._gone))]

    def _stand(self, event: Event) -> None:
        """Notes the standing of a provider, for `Host.ready`."""
        if event.number == words.LOST:
            if event.error is not None:
                self._losses[event.provider] = event.error
        elif event.standing == "gone":
            self._standings.pop(event.provider, None)
        else:
            self._standings[event.provider] = event.standing
            if event.standing == "ready":
                self._losses.pop(event.provider, None)
        self._standing_waiters.wake()

    def _screen(self, event: Event) -> None:
        function = self._screeners.get(event.text)
        info = event.info
        if function is None or info is None:
            return
        try:
            verdict = function(info)
        except Exception as error:
            self.complain(f"the screener {event.text!r} failed", error)
            verdict = "continue"
        if inspect.isawaitable(verdict):
            spawn(self._tasks, self._screen_later(event.text, info.call, verdict))
        else:
            self._judge(event.text, info.call, verdict)

    async def _screen_later(self, name: str, call: bytes, judging: Any) -> None:
        try:
            verdict = await judging
        except Exception as error:
            self.complain(f"the screener {name!r} failed", error)
            verdict = "continue"
        self._judge(name, call, verdict)

    def _judge(self, name: str, call: bytes, verdict: Any) -> None:
        direct = self._direct
        if direct is None or not direct.is_open:
            return
        if verdict not in words.VERDICTS:
            self.complain(
                f"the screener {name!r} returned {verdict!r}", ValueError(f"a verdict is one of {', '.join(words.VERDICTS)}")
            )
            verdict = "continue"
        try:
            direct.screen(name, call, verdict)
        except HookswitchError as error:
            # The time was up, or the caller hung up meanwhile.
            if error.code not in ("notFound", "wrongState", "invalid"):
                raise

    def finish(self) -> None:
        """Ends what waits for events, after the last one."""
        self._has_closed = True
        self._end_waiters.wake()
        self._standing_waiters.wake()
        for call in list(self._calls.values()):
            call.abandon()
        self._calls.clear()
        for request in list(self._requests.values()):
            request.abandon()
        self._requests.clear()
        for listener in list(self._listeners.values()):
            abandon = getattr(listener, "abandon", None)
            if abandon is not None:
                abandon()
        for provider in list(self._providers.values()):
            provider.left()
        self._providers.clear()
        for task in list(self._tasks):
            task.cancel()
        self._subscribers.end()
        self._incoming.end()
