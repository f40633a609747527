"""Streams: call audio for other programs, over AudioSocket or a WebSocket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ._waiting import Subscribers, Subscription
from .audio import AudioEvent, audio_event
from .direct import audio_options, stream_options
from .events import Event
from .request import Request

if TYPE_CHECKING:
    from .call import Call

_AUDIO: dict[str, Any] = {"rate": 0, "mode": "talk", "queue_ms": 0, "read_ms": 0, "live": False, "live_ms": 0, "alone": False}


class Stream:
    """Another program that takes part in a call (docs/media-streams.md).

    `Call.stream` and `Call.offer_stream` make one. Their options: `token` is sent as, or wanted as, "Authorization: Bearer TOKEN";
    `ca_file` has the certificates to trust; `parameters` is an object that the program receives; with `control` it may answer, send digits, transfer
    and hang up; with `ends_call` its end is the call's; `reconnect` (True) tries a broken connection again for `reconnect_ms` (0: 30,000);
    `connect_ms` (0: 5,000) limits the connecting; `rate`, `queue_ms`, `live` and `alone` are those of `Call.audio`.
    """

    def __init__(self, call: Call, number: int, url: str) -> None:
        self._call = call
        #: The request that is done once the other program is there.
        self.request: Request[None] = call.host.ask(number)
        #: The number of the stream.
        self.number = number
        #: The address of the other program; of an offered stream the address for it.
        self.url = url
        self._subscribers: Subscribers[AudioEvent] = Subscribers()
        self._last: Optional[AudioEvent] = None
        call.host.attach(number, self)

    @classmethod
    def open(cls, call: Call, url: str, options: dict[str, Any]) -> Stream:
        """Connects a call to a program."""
        host = call.host
        host.check()
        number = host.direct.open_stream(call.raw_id, url, options_struct(options))
        return cls(call, number, url)

    @classmethod
    def offer(cls, call: Call, options: dict[str, Any]) -> Stream:
        """Lets a program connect to a call."""
        host = call.host
        host.check()
        number, url = host.direct.offer_stream(call.raw_id, options_struct(options))
        return cls(call, number, url)

    @property
    def call(self) -> Call:
        """The call."""
        return self._call

    @property
    def has_stopped(self) -> bool:
        """True once it is over."""
        return self._last is not None

    @property
    def stop(self) -> Optional[AudioEvent]:
        """The last event, with the reason in `text` and perhaps an `error`; None before it."""
        return self._last

    async def connected(self) -> None:
        """Waits until the other program is there; raises `HookswitchError` when it cannot be reached, or the stream is over before."""
        await self.request

    def events(self, limit: int = 1_024) -> Subscription[AudioEvent]:
        """Returns what happens to it from now on, for `async for`; the iteration ends after "stopped"."""
        return self._subscribers.add(Subscription[AudioEvent](limit))

    def close(self) -> None:
        """Detaches the other program; the call goes on."""
        self._call.host.direct.close_stream(self.number)

    def abandon(self) -> None:
        """Ends the stream with its host."""
        if self._last is None:
            self._last = AudioEvent("stopped", 0, "closed", False, None)
            self._subscribers.end()

    def note(self, event: Event) -> None:
        """Takes an event of this stream."""
        told = audio_event(event)
        if self._subscribers:
            self._subscribers.put(told)
        if told.kind == "stopped":
            self._last = told
            self._call.host.detach(self.number)
            self._subscribers.end()


def options_struct(options: dict[str, Any]) -> Any:
    """Returns the options as C takes them; raises `TypeError` for an unknown one."""
    audio = {name: options.pop(name) for name in list(options) if name in _AUDIO}
    return stream_options(audio=audio_options(**{**_AUDIO, **audio}) if audio else None, **options)


