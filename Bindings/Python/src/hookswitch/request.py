"""Requests: what the host accepted, and what became of it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Generator
from typing import Any, Callable, Generic, NamedTuple, Optional, TypeVar

from . import words
from ._waiting import Waiters
from .errors import HookswitchError, wrong_state
from .events import Event

Answer = TypeVar("Answer")


class Result(NamedTuple):
    """The result of one action of a request."""

    #: The place of the action in its request, from 0.
    place: int
    #: The error; None when it was performed.
    error: Optional[HookswitchError]


class Request(Generic[Answer]):
    """An accepted request. `await request` waits until it was performed, and raises `HookswitchError` when it failed."""

    __slots__ = ("number", "_results", "_waiters", "_outcome", "_read", "_lost", "__weakref__")

    def __init__(self, number: int, read: Callable[[Event], Answer]) -> None:
        #: The number of the request, above zero.
        self.number = number
        self._read = read
        self._results: list[Result] = []
        self._waiters: Optional[Waiters] = None
        self._outcome: Optional[Event] = None
        self._lost: Optional[HookswitchError] = None

    @property
    def is_done(self) -> bool:
        """True once it was performed or has failed."""
        return self._outcome is not None or self._lost is not None

    @property
    def error(self) -> Optional[HookswitchError]:
        """The error of a request that has failed; else None."""
        return self._lost if self._outcome is None else _error(self._outcome)

    def __await__(self) -> Generator[Any, None, Answer]:
        while not self.is_done:
            if self._waiters is None:
                self._waiters = Waiters()
            yield from self._waiters.wait().__await__()
        error = self.error
        if error is not None:
            raise error
        assert self._outcome is not None
        return self._read(self._outcome)

    async def results(self) -> AsyncIterator[Result]:
        """Yields the result of each action as it comes. It ends when the whole request is done, and never raises.

        A request with one action may have no results of its own when the host was told not to listen to "results".
        """
        place = 0
        while True:
            while place < len(self._results):
                place += 1
                yield self._results[place - 1]
            if self.is_done:
                return
            if self._waiters is None:
                self._waiters = Waiters()
            await self._waiters.wait()

    def note(self, event: Event) -> None:
        """Takes an event "result" or "done"."""
        if event.request != self.number:
            return
        if event.number == words.RESULT:
            self._results.append(Result(event.value, event.error))
        else:
            self._outcome = event
        if self._waiters is not None:
            self._waiters.wake()

    def abandon(self) -> None:
        """Ends the request for its waiters when the host is gone without its outcome."""
        if not self.is_done:
            self._lost = wrong_state("the host was closed before the request was done")
            if self._waiters is not None:
                self._waiters.wake()


def _error(event: Event) -> Optional[HookswitchError]:
    """Returns the error of an outcome; a method of the surface names it more exactly in `text`."""
    error = event.error
    if error is None or not event.text:
        return error
    try:
        code = json.loads(event.text).get("code")
    except (ValueError, AttributeError):
        return error
    if isinstance(code, str) and code:
        return HookswitchError(code, error.message, error.calls, error.transport)
    return error


def nothing(event: Event) -> None:
    """Reads the answer of a request that has none."""


def json_answer(event: Event) -> Any:
    """Reads an answer in JSON; None when there is none."""
    return json.loads(event.text) if event.text else None
