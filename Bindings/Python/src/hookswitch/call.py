"""A call: its state, as events tell it, and the requests about it."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import TYPE_CHECKING, Any, Optional

from . import words
from ._native_library import call_bytes
from ._waiting import Subscribers, Subscription, Waiters
from .actions import Deflect
from .audio import CallAudio
from .direct import AudioLevel
from .errors import CallEnded, HookswitchError, invalid
from .events import Event, lagged
from .pictures import CallInfo
from .request import Request
from .streams import Stream

if TYPE_CHECKING:
    from .host import Host

# The states before a call is active or held, in their order; both ways in have the same length.
_EARLY = {"requested": 0, "dialing": 1, "connecting": 2, "screening": 1, "ringing": 2, "answering": 3}
_LATE = 4


class Call:
    """A telephone call of a host.

    Its properties have the picture of the latest event about it; they change only between two turns of the event loop. Its requests raise
    `HookswitchError` at once when the host refuses them, and nothing has changed then; an accepted one is a `Request`.
    """

    __slots__ = (
        "_host", "_raw", "_info", "_event", "_state", "_waiters", "_subscribers", "_digits", "request", "__weakref__",
    )

    def __init__(self, host: Host, raw: bytes, info: Optional[CallInfo] = None) -> None:
        self._host = host
        self._raw = raw
        self._info = info
        # The latest event, until somebody asks for its picture.
        self._event: Optional[Event] = None
        self._state = info.state if info is not None else "requested"
        self._waiters: Optional[dict[str, Waiters]] = None
        self._subscribers: Optional[Subscribers[Event]] = None
        self._digits: Optional[Subscribers[str]] = None
        #: The request that dialed it; None for any other call.
        self.request: Optional[Request[None]] = None

    def __repr__(self) -> str:
        return f"<Call {self.id} {self._state}>"

    # State

    @property
    def host(self) -> Host:
        """The host of the call."""
        return self._host

    @property
    def id(self) -> uuid.UUID:
        """The call's id."""
        return uuid.UUID(bytes=self._raw)

    @property
    def raw_id(self) -> bytes:
        """The call's id as 16 bytes, as `hookswitch.direct` has it."""
        return self._raw

    @property
    def info(self) -> CallInfo:
        """The picture of the call in the latest event about it."""
        if self._event is not None:
            self._info, self._event = self._event.info, None
        if self._info is None:
            # No event has come yet: the call was dialed in this turn of the loop.
            self._info = self._host.direct.snapshot_of(self._raw).calls[0]
        return self._info

    @property
    def state(self) -> str:
        """The state: "requested", "dialing", "connecting", "ringing", "answering", "active", "held", "ending" or "ended"."""
        return self._state

    @property
    def has_ended(self) -> bool:
        """True once the call is over."""
        return self._state == "ended"

    @property
    def handle(self) -> str:
        """The far end's handle; "" when it is withheld."""
        return self.info.handle

    @property
    def name(self) -> str:
        """The far end's name; "" when it is unknown."""
        return self.info.name

    @property
    def provider(self) -> str:
        """The name of its provider."""
        return self.info.provider

    @property
    def line(self) -> str:
        """The name of its line."""
        return self.info.line

    @property
    def is_outgoing(self) -> bool:
        """True for a call that was placed here."""
        return self.info.is_outgoing

    @property
    def is_muted(self) -> bool:
        """True while our side is muted."""
        return self.info.is_muted

    @property
    def group(self) -> int:
        """The number of its group: calls that are heard together share it."""
        return self.info.group

    @property
    def end_reason(self) -> str:
        """The reason for its end, such as "remoteEnded"; "" while it is there."""
        return self.info.end_reason

    @property
    def end_cause(self) -> str:
        """The cause of its end, such as "busy"; "" when there is none."""
        return self.info.end_cause

    @property
    def end_error(self) -> Optional[HookswitchError]:
        """The network's error, when that ended it."""
        return self.info.end_error

    @property
    def connected_at(self) -> Optional[datetime]:
        """The date of its answer; None before it."""
        time = self.info.connected
        return self._host.date(time) if time else None

    # Waiting

    async def reaches(self, state: str) -> None:
        """Waits until the call is in a state.

        A call that is past an early state (all before "active") counts as having reached it; "active" and "held" mean now. Raises
        `CallEnded` when the call ends first.
        """
        if state not in self._host.direct.state_words:
            raise invalid(f"state is {state!r}, should be one of {', '.join(self._host.direct.state_words)}")
        while not self._is_at(state):
            self._host.check_listening()
            if self._state == "ended":
                raise CallEnded(self.info, state)
            if self._waiters is None:
                self._waiters = {}
            waiters = self._waiters.get(state)
            if waiters is None:
                waiters = self._waiters[state] = Waiters()
            # The call may have left the state again before this task runs: it was there all the same.
            if await waiters.wait():
                return

    def _is_at(self, state: str) -> bool:
        if self._state == state:
            return True
        rank = _EARLY.get(state)
        if rank is not None:
            return self._state != "ended" and _EARLY.get(self._state, _LATE) > rank
        return state == "ending" and self._state == "ended"

    def events(self, limit: int = 1_024) -> Subscription[Event]:
        """Returns the events about this call from now on, for `async for`; the iteration ends after the event "ended".

        At most `limit` wait; an event "lagged" tells the number of those that were left out.
        """
        native = self._host.direct.native
        queue = Subscription[Event](limit, lambda count: lagged(native, count))
        if self.has_ended:
            queue.end()
            return queue
        if self._subscribers is None:
            self._subscribers = Subscribers()
        return self._subscribers.add(queue)

    def digits(self, limit: int = 1_024) -> Subscription[str]:
        """Returns the digits that the far end sends from now on, one by one, for `async for`; the iteration ends with the call."""
        queue = Subscription[str](limit)
        if self.has_ended:
            queue.end()
            return queue
        if self._digits is None:
            self._digits = Subscribers()
        return self._digits.add(queue)

    # Requests

    def answer(self, choice: str = "automatic") -> Request[None]:
        """Answers the call; `choice` says what may happen to calls in the way: "automatic", "holdActive", "endActive",
        "endHeldAndHoldActive"."""
        return self._host.ask(self._host.here.answer(self._raw, choice))

    def hang_up(self) -> Request[None]:
        """Ends the call, or declines it while it rings."""
        return self._host.ask(self._host.here.end(self._raw))

    def hang_up_group(self) -> Request[None]:
        """Ends all calls of its group."""
        return self._host.ask(self._host.here.end_group(self._raw))

    def hold(self) -> Request[None]:
        """Holds the call and its whole group."""
        return self._host.ask(self._host.here.set_held(self._raw, True))

    def resume(self) -> Request[None]:
        """Resumes the call and its whole group; the group in front is held first."""
        return self._host.ask(self._host.here.set_held(self._raw, False))

    def mute(self, on: bool = True) -> Request[None]:
        """Mutes our side, or unmutes it."""
        return self._host.ask(self._host.here.set_muted(self._raw, on))

    def unmute(self) -> Request[None]:
        """Unmutes our side."""
        return self.mute(False)

    def send_digits(self, digits: str) -> Request[None]:
        """Sends tones: 0-9 * # A-D, `,` for a pause of 2 s, `;` to wait for `continue_digits`."""
        return self._host.ask(self._host.here.play_dtmf(self._raw, digits))

    def continue_digits(self) -> Request[None]:
        """Sends the tones after a `;`."""
        return self._host.ask(self._host.here.continue_dtmf(self._raw))

    def transfer(self, to: Any) -> Request[None]:
        """Hands the call over to a handle, or to the far end of another call."""
        return self._host.ask(self._host.here.transfer(self._raw, to if isinstance(to, str) else call_bytes(to, "to")))

    def accept_transfer(self) -> Request[None]:
        """Grants the transfer that the far end asked for (the event "transferRequested")."""
        return self._host.ask(self._host.here.accept_transfer(self._raw))

    def refuse_transfer(self) -> Request[None]:
        """Refuses the transfer that the far end asked for."""
        return self._host.ask(self._host.here.refuse_transfer(self._raw))

    def deflect(self, to: str) -> Request[None]:
        """Sends the ringing call on to a handle, without answering it."""
        return self._host.transaction(Deflect(self, to))

    def merge(self, *others: Call) -> Request[None]:
        """Brings the groups of this call and others together."""
        return self._host.merge(self, *others)

    def split(self) -> Request[None]:
        """Takes the call out of its group, to be in front alone."""
        return self._host.ask(self._host.here.split(self._raw))

    # Sound

    def audio(
        self, rate: int = 16_000, *, mode: str = "talk", queue_ms: int = 0, read_ms: int = 0, live: bool = False, live_ms: int = 0,
        alone: bool = False,
    ) -> CallAudio:
        """Returns the program's part in the call's audio, for `async with`.

        `mode` is "talk" (hears and is heard), "listen" (hears both sides, in two channels) or "network" (a provider of the program's own
        carries the far end). `rate` is 8000, 16000, 24000 or 48000. `queue_ms` is the longest queue to be heard (0: 60,000), `read_ms` the
        longest sound that is kept for the program (0: 1,000). With `live` the program speaks in real time, and at most `live_ms` (0: 60)
        wait. With `alone` the line's microphone and loudspeaker are left out.
        """
        options = {
            "rate": rate, "mode": mode, "queue_ms": queue_ms, "read_ms": read_ms, "live": live, "live_ms": live_ms, "alone": alone,
        }
        return CallAudio(self, options)

    def stream(self, url: str, **options: Any) -> Stream:
        """Connects the call to another program at a URL: "audiosocket://…", "ws://…" or "wss://…".

        `Stream` describes the options. The stream is there at once; `await stream.connected()` waits for the other program.
        """
        return Stream.open(self, url, options)

    def offer_stream(self, **options: Any) -> Stream:
        """Returns a stream whose `url` is an address at which one program can attach to this call, once, within 30 s."""
        return Stream.offer(self, options)

    def record(self, path: Any, group: bool = False) -> None:
        """Writes the call, or all that is heard with it, to a new WAV file of two channels; it ends with the call."""
        self._host.here.record(self._raw, path, group)

    def stop_recording(self, group: bool = False) -> None:
        """Ends the recording."""
        self._host.here.stop_recording(self._raw, group)

    def level(self) -> AudioLevel:
        """Returns the level of the far end in the last 20 ms."""
        return self._host.here.level(self._raw)

    def diagnostics(self, level: int = 0) -> Request[Any]:
        """Asks the call's transport for its measurements of this call."""
        return self._host.diagnostics(self.provider, self, level)

    # Events, from the host

    def note(self, event: Event) -> None:
        """Takes an event about this call."""
        state = event.state
        if state and event.number != words.RECORD:
            self._event = event
            if event.number == words.ENDED:
                state = "ended"
            if state != self._state:
                self._state = state
                if self._waiters is not None:
                    self._wake(state)
        if self._subscribers is not None:
            self._subscribers.put(event)
        if self._digits is not None and event.number == words.DTMF:
            for digit in event.text:
                self._digits.put(digit)
        if event.number == words.ENDED:
            self._finish()

    def _wake(self, state: str) -> None:
        waiting = self._waiters or {}
        for wanted, waiters in waiting.items():
            if self._is_at(wanted):
                waiters.wake()
            elif state == "ended":
                waiters.wake(False)

    def _finish(self) -> None:
        if self._subscribers is not None:
            self._subscribers.end()
        if self._digits is not None:
            self._digits.end()

    def abandon(self) -> None:
        """Ends the call for its waiters when the host is gone without the event "ended"."""
        if self._state != "ended":
            self._state = "ended"
            if self._waiters is not None:
                self._wake("ended")
            self._finish()
