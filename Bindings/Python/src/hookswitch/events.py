"""Events: values that stay valid, made from the library's, which do not."""

from __future__ import annotations

import struct
import uuid
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

from . import _structs as s
from . import words
from .errors import HookswitchError
from .pictures import CallInfo

if TYPE_CHECKING:
    from ._native_library import Native

# The numbers of an hk_event, then its three addresses.
_EVENT = struct.Struct("=IIqqQiIq32xQQQ")
_ERROR_ADDRESS = s.hk_error.from_address
_EVENT_ADDRESS = s.hk_event.from_address
_unpack = _EVENT.unpack_from


class PerformedAction(NamedTuple):
    """An action that the host asks of a provider, as an event has it."""

    #: The number that its answer names.
    id: int
    #: The kind: "start", "answer", "end", "set_held", "set_muted", "set_group", "play_dtmf", "transfer", "deflect".
    kind: str
    #: The call's id, as 16 bytes.
    call: bytes
    #: "set_group": the id of the call to join; "transfer": of the other call; None for none.
    other: Optional[bytes]
    #: "set_held" and "set_muted": 1 or 0. "start": 1 with video.
    on: int
    #: "play_dtmf": 0 a key, 1 after a soft pause, 2 after a hard one.
    pause: int
    #: The kind of `handle`.
    handle_kind: str
    #: The far end of "start", "transfer" and "deflect".
    handle: str
    #: "start": the person's record in an address book.
    contact: str
    #: The digits of "play_dtmf".
    digits: str
    #: The provider.
    provider: str
    #: A number that the actions of one piece share.
    transaction: int
    #: The place in that piece.
    place: int
    #: The number of actions in that piece.
    pieces: int
    #: The origin: "user", "client", "provider" or "host".
    origin: str
    #: The cause of "end"; "" when there is none.
    cause: str
    #: The time at which the host gives it up, in nanoseconds of the host's clock.
    deadline: int


class Event:
    """Something that happened. `type` says what the other fields mean; those that it does not name are zero, None or ""."""

    __slots__ = (
        "_native", "number", "time", "request", "data", "_status", "value", "position", "_line", "_provider", "_kind", "_text", "info",
        "_action", "error",
    )

    def __init__(self, native: Native, address: int) -> None:
        """Copies the event at an address."""
        record = _EVENT_ADDRESS(address)
        self._native = native
        (
            _, self.number, self.time, self.request, self.data, self._status, self.value, self.position, info, action, error,
        ) = _unpack(record)
        self._line: bytes = record.line
        self._provider: bytes = record.provider
        self._kind: bytes = record.kind
        self._text: bytes = record.text
        self.info: Optional[CallInfo] = CallInfo(native, info) if info else None
        self._action: Optional[PerformedAction] = _action_at(native, action) if action else None
        self.error: Optional[HookswitchError] = native.error(_ERROR_ADDRESS(error)) if error else None

    def __repr__(self) -> str:
        call = f" {self.info.id}" if self.info is not None else ""
        return f"<Event {self.type}{call}>"

    @property
    def type(self) -> str:
        """The type as the library's word: "incoming", "state", "ended", "done" …; "unknown" for one that it does not name."""
        return self._native.words.events[self.number]

    @property
    def status(self) -> str:
        """The status as one word: "ok", or that of `error`."""
        return self._native.words.statuses[self._status]

    @property
    def line(self) -> str:
        """The name of the line."""
        return self._line.decode()

    @property
    def provider(self) -> str:
        """The name of the provider."""
        return self._provider.decode()

    @property
    def kind(self) -> str:
        """The kind of a handle in `text`, or the topic of a log message."""
        return self._kind.decode()

    @property
    def text(self) -> str:
        """Digits, a handle, a message, a path, or a JSON text."""
        return self._text.decode()

    @property
    def call(self) -> bytes:
        """The id of the call, as 16 bytes; empty when the event is about none."""
        return self.info.call if self.info is not None else b""

    @property
    def id(self) -> Optional[uuid.UUID]:
        """The id of the call; None when the event is about none."""
        return self.info.id if self.info is not None else None

    @property
    def state(self) -> str:
        """The state of the call; "" when the event is about none."""
        return self.info.state if self.info is not None else ""

    @property
    def action(self) -> Optional[PerformedAction]:
        """The action of the types "perform", "timedOut", "cancelled" and "commandTimedOut"."""
        return self._action

    @property
    def outcome(self) -> str:
        """The outcome of a call, of the type "record": "answered", "declined", "missed" …"""
        return _word(self, words.RECORD, words.OUTCOMES)

    @property
    def standing(self) -> str:
        """The standing of the provider, of the type "provider": "ready", "notReady", "quarantined" or "gone"."""
        return _word(self, words.PROVIDER, words.STANDINGS)

    @property
    def tone(self) -> str:
        """The sound of a ringing call, of the type "tone": "quiet", "ring" or "waiting"."""
        return _word(self, words.TONE, words.TONES)

    @property
    def log_level(self) -> str:
        """The level of a message, of the type "log": "error", "warning", "info", "debug" or "trace"."""
        return _word(self, words.LOG, words.LOG_LEVELS)

    @property
    def audio(self) -> str:
        """The event of an attachment or stream, of the type "audio": "started", "mark", "drained" …"""
        return _word(self, words.AUDIO, words.AUDIO_EVENTS)


def lagged(native: Native, count: int) -> Event:
    """Returns the event that says how many events the package itself left out for a reader that was too slow."""
    event = Event.__new__(Event)
    event._native, event.number, event.time, event.request, event.data = native, words.LAGGED, 0, 0, 0
    event._status, event.value, event.position = 0, count, 0
    event._line = event._provider = event._kind = event._text = b""
    event.info = event._action = event.error = None
    return event


def _word(event: Event, number: int, table: dict[str, int]) -> str:
    if event.number != number:
        return ""
    for word, value in table.items():
        if value == event.value:
            return word
    return "unknown"


def _action_at(native: Native, address: int) -> PerformedAction:
    record: Any = s.hk_action.from_address(address)
    other = bytes(record.other)
    return PerformedAction(
        id=record.id,
        kind=words.ACTION_OF.get(record.kind, "unknown"),
        call=bytes(record.call),
        other=other if any(other) else None,
        on=record.on,
        pause=record.pause,
        handle_kind=record.handle_kind.decode(),
        handle=record.handle.decode(),
        contact=record.contact.decode(),
        digits=record.digits.decode(),
        provider=record.provider.decode(),
        transaction=record.transaction,
        place=record.index,
        pieces=record.count,
        origin=words.ORIGIN_OF.get(record.origin, "unknown"),
        cause=native.words.causes[record.cause] if record.cause else "",
        deadline=record.deadline,
    )
