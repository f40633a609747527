"""The program's part in a call's audio: it speaks, hears, and is interrupted."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

from . import words
from ._waiting import Subscribers, Subscription, Waiters, unwatch
from .attachment import Attachment, AudioStatus, samples_of
from .errors import HookswitchError, wrong_state
from .events import Event

if TYPE_CHECKING:
    from .call import Call


class AudioEvent(NamedTuple):
    """Something that happened to an attachment or a stream."""

    #: "started", "mark", "drained", "full", "room", "held", "resumed", "lost", "connected" or "stopped".
    kind: str
    #: The samples that the call had been given then.
    position: int
    #: The name of a mark, or the reason of "stopped": "callEnded", "closed", "detached", "refused" or "gaveUp".
    text: str
    #: True for a mark that was flushed away.
    is_flushed: bool
    #: The error of "lost" and "stopped", if there is one.
    error: Optional[HookswitchError]


def audio_event(event: Event) -> AudioEvent:
    """Returns an event "audio" of the host in the form of its attachment."""
    kind = words.AUDIO_EVENT_OF.get(event.value, "unknown")
    return AudioEvent(kind, event.position, event.text, kind == "mark" and event.status != "ok", event.error)


class CallAudio:
    """The program's part in a call's audio, for `async with`: 16-bit linear samples in the machine's byte order.

    It goes with its call through hold, swap and merge, and ends with it. `async for chunk in audio` yields what it hears, 20 ms at a time,
    and ends with the call; a reader that is too slow loses the oldest (`status().lost`).
    """

    def __init__(self, call: Call, options: dict[str, Any]) -> None:
        self._call = call
        self._options = options
        self._attachment: Optional[Attachment] = None
        self._marks: dict[str, deque[asyncio.Future[bool]]] = {}
        self._count = 0
        self._flushes = 0
        self._writing: Optional[asyncio.Lock] = None
        self._room = Waiters()
        self._started = Waiters()
        self._drained = Waiters()
        self._readable = Waiters()
        self._watched: Optional[int] = None
        self._subscribers: Subscribers[AudioEvent] = Subscribers()
        self._has_started = False
        self._has_stopped = False

    @property
    def call(self) -> Call:
        """The call."""
        return self._call

    @property
    def has_stopped(self) -> bool:
        """True once it is over: the call has ended, or it was closed."""
        return self._has_stopped

    # Life

    def open(self) -> None:
        """Attaches the program to the call; `async with` does so."""
        if self._attachment is not None:
            raise wrong_state("the audio is open already; ask the call for another with Call.audio")
        host = self._call.host
        host.check()
        self._attachment = Attachment(host.direct, self._call.raw_id, **self._options)
        self._writing = asyncio.Lock()
        host.attach(self._attachment.number, self)

    def close(self) -> None:
        """Detaches the program. The call goes on, and what waits to be heard is not heard."""
        if self._attachment is None or not self._attachment.is_open:
            return
        self._stop_watching()
        self._call.host.detach(self._attachment.number)
        self._attachment.close()
        self._stop()

    async def __aenter__(self) -> CallAudio:
        self.open()
        return self

    async def __aexit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    # Speaking

    async def say(self, sound: Any) -> bool:
        """Speaks samples, and waits until they were heard to their end: True; or were flushed away, or the call ended before: False.

        A sentence waits for the one before it. A task that is cancelled here leaves in the queue what it has written: `flush` forgets it.
        """
        flushes = self._flushes
        async with self._lock():
            if not await self._send(sound, flushes):
                return False
            self._count += 1
            heard = self._mark(f"hookswitch.say.{self._count}")
        return await heard

    async def play(self, path: Any) -> bool:
        """Plays a sound file (WAV, or what libsndfile reads), and waits for its end as `say` does. At most 256 bytes of path."""
        attachment = self._open()
        name = os.fsdecode(path)
        async with self._lock():
            heard = self._expect(name)
            try:
                await self._call.host.run(attachment.play, path)
            except BaseException:
                self._forget(name, heard)
                raise
        return await heard

    async def send(self, sound: Any) -> bool:
        """Queues samples, and waits only while the queue is full; False when it was flushed, or stopped, before all was queued."""
        flushes = self._flushes
        async with self._lock():
            return await self._send(sound, flushes)

    def write(self, sound: Any) -> int:
        """Queues samples at once, and returns how many of them: fewer when the queue is full."""
        return self._open().write(sound)

    async def mark(self, name: str) -> bool:
        """Sets a mark behind what was written so far, and waits until it was reached (True) or flushed (False). At most 256 bytes."""
        return await self._mark(name)

    def flush(self) -> int:
        """Forgets all that was said and not heard yet, from the next 20 ms on, and returns the position: `say` then returns False."""
        position = self._open().flush()
        # Sentences that wait for room, or for the one before them, are forgotten too.
        self._flushes += 1
        self._room.wake()
        self._drained.wake()
        return position

    def pause(self) -> int:
        """Sends silence and keeps what waits; returns the position."""
        return self._open().pause(True)

    def resume(self) -> int:
        """Goes on after `pause`; returns the position."""
        return self._open().pause(False)

    async def drained(self) -> bool:
        """Waits until all that was written was heard; False when the audio stops before."""
        while not self._has_stopped:
            if self._open().status().queued == 0:
                return True
            if await self._drained.wait():
                return True
        return False

    # Hearing

    def __aiter__(self) -> CallAudio:
        return self

    async def __anext__(self) -> bytes:
        chunk = await self.read()
        if chunk is None:
            raise StopAsyncIteration
        return chunk

    async def read(self) -> Optional[bytes]:
        """Waits for 20 ms of what the program hears; None after the end. One task at a time."""
        while True:
            attachment = self._attachment
            if attachment is None or not attachment.is_open:
                return None
            chunk = attachment.read()
            if chunk is None or chunk:
                return chunk
            await self._wait_for_sound(attachment)

    async def _wait_for_sound(self, attachment: Attachment) -> None:
        if self._readable:
            raise wrong_state("another task reads this audio; one task at a time")
        descriptor = attachment.fileno()
        self._call.host.loop.add_reader(descriptor, self._hears)
        self._watched = descriptor
        try:
            await self._readable.wait()
        finally:
            # Watched only during a wait: it stays readable until the program reads, and for ever once the attachment has stopped.
            self._stop_watching()

    def _hears(self) -> None:
        self._stop_watching()
        self._readable.wake()

    def _stop_watching(self) -> None:
        if self._watched is not None:
            unwatch(self._call.host.loop, self._watched)
            self._watched = None

    # State

    async def started(self) -> bool:
        """Waits until sound flows for the first time; False when the audio stops before."""
        while not self._has_started and not self._has_stopped:
            await self._started.wait()
        return self._has_started

    def status(self) -> AudioStatus:
        """Returns its state, position and counters now."""
        return self._open().status()

    @property
    def position(self) -> int:
        """The samples written that the call was really given."""
        return self.status().position

    def events(self, limit: int = 1_024) -> Subscription[AudioEvent]:
        """Returns what happens to it from now on, for `async for`; the iteration ends after "stopped"."""
        return self._subscribers.add(Subscription[AudioEvent](limit))

    def abandon(self) -> None:
        """Ends the attachment with its host."""
        self._stop()

    def note(self, event: Event) -> None:
        """Takes an event of this attachment."""
        told = audio_event(event)
        if told.kind == "mark":
            self._reach(told.text, not told.is_flushed)
        elif told.kind == "room":
            self._room.wake()
        elif told.kind == "drained":
            self._drained.wake()
            self._room.wake()
        elif told.kind == "started":
            self._has_started = True
            self._started.wake()
        if self._subscribers:
            self._subscribers.put(told)
        if told.kind == "stopped":
            self._stop()

    # Inside

    def _open(self) -> Attachment:
        if self._attachment is None:
            raise wrong_state("the audio is not open: use `async with call.audio() as audio`")
        return self._attachment

    def _lock(self) -> asyncio.Lock:
        self._open()
        assert self._writing is not None
        return self._writing

    async def _send(self, sound: Any, flushes: int) -> bool:
        """Queues samples, unless they are flushed first: `flushes` is the number of flushes when they were said."""
        attachment = self._open()
        plain, count = samples_of(sound)
        had_stopped = self._has_stopped
        written = 0
        while written < count:
            if self._flushes != flushes or (self._has_stopped and not had_stopped):
                return False
            taken = attachment.write_part(plain, written, count - written)
            written += taken
            if taken == 0:
                await self._room.wait()
        return self._flushes == flushes

    def _mark(self, name: str) -> asyncio.Future[bool]:
        heard = self._expect(name)
        try:
            self._open().mark(name)
        except BaseException:
            self._forget(name, heard)
            raise
        return heard

    def _expect(self, name: str) -> asyncio.Future[bool]:
        heard: asyncio.Future[bool] = self._call.host.loop.create_future()
        self._marks.setdefault(name, deque()).append(heard)
        return heard

    def _forget(self, name: str, heard: asyncio.Future[bool]) -> None:
        waiting = self._marks.get(name)
        if waiting is not None and heard in waiting:
            waiting.remove(heard)
            if not waiting:
                del self._marks[name]

    def _reach(self, name: str, was_heard: bool) -> None:
        waiting = self._marks.get(name)
        if not waiting:
            return
        heard = waiting.popleft()
        if not waiting:
            del self._marks[name]
        if not heard.done():
            heard.set_result(was_heard)

    def _stop(self) -> None:
        self._has_stopped = True
        for waiting in self._marks.values():
            for heard in waiting:
                if not heard.done():
                    heard.set_result(False)
        self._marks.clear()
        for waiters in (self._room, self._started, self._drained):
            waiters.wake(False)
        self._readable.wake()
        self._subscribers.end()

