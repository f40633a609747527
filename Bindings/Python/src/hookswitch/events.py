"""Events: values that stay valid, made from the library's, which do not."""

from __future__ import annotations

import ctypes
import struct
import uuid
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

from . import _structs as s
from . import words
from ._blocks import EVENT_BLOCK, joined, text_in
from .errors import HookswitchError
from .pictures import STATE, CallInfo, error_in

if TYPE_CHECKING:
    from ._native_library import Native

# The type of an hk_event, the address of its picture, and `is_whole`.
_head = struct.Struct("=4xI72xQ16xI").unpack_from
# The numbers of an hk_event; then their places, and those of the other members.
_unpack_number = struct.Struct("=I").unpack_from
_unpack_status = struct.Struct("=i").unpack_from
_unpack_wide = struct.Struct("=q").unpack_from
_unpack_unsigned = struct.Struct("=Q").unpack_from
_TIME, _REQUEST, _DATA, _STATUS, _VALUE, _POSITION = 8, 16, 24, 32, 36, 40
_LINE, _PROVIDER, _KIND, _TEXT, _INFO, _ACTION, _ERROR = 48, 56, 64, 72, 80, 88, 96
# An hk_action with addresses for its pointers.
_unpack_action = struct.Struct("=4xI16s16sII40xQQIIIIq").unpack_from
_block_at = (ctypes.c_char * EVENT_BLOCK).from_address


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

    __slots__ = ("_native", "number", "_block", "_base", "_place", "_info", "_action", "_error")

    def __init__(self, native: Native, address: int) -> None:
        """Copies the event at an address."""
        block = _block_at(address).raw
        self._native = native
        self.number, info, is_whole = _head(block)
        if is_whole:
            self._block, self._base = block, address
            self._place = info - address if info else 0
        else:
            self._block, self._base = joined(s.hk_event, address), 0
            self._place = _unpack_unsigned(self._block, _INFO)[0]
        self._info: Optional[CallInfo] = None
        self._action: Optional[PerformedAction] = None
        self._error: Optional[HookswitchError] = None

    def __repr__(self) -> str:
        call = f" {self.info.id}" if self.info is not None else ""
        return f"<Event {self.type}{call}>"

    @property
    def type(self) -> str:
        """The type as the library's word: "incoming", "state", "ended", "done" …; "unknown" for one that it does not name."""
        return self._native.words.events[self.number]

    @property
    def time(self) -> int:
        """The time on the host's clock, in nanoseconds."""
        return _unpack_wide(self._block, _TIME)[0]  # type: ignore[no-any-return]

    @property
    def request(self) -> int:
        """The number of the request, attachment or stream; 0 for none."""
        return _unpack_wide(self._block, _REQUEST)[0]  # type: ignore[no-any-return]

    @property
    def data(self) -> int:
        """The number that the program gave the request, provider, attachment or stream."""
        return _unpack_unsigned(self._block, _DATA)[0]  # type: ignore[no-any-return]

    @property
    def value(self) -> int:
        """A number whose meaning the type says."""
        return _unpack_number(self._block, _VALUE)[0]  # type: ignore[no-any-return]

    @property
    def position(self) -> int:
        """The position of an attachment or stream, in samples."""
        return _unpack_wide(self._block, _POSITION)[0]  # type: ignore[no-any-return]

    @property
    def status(self) -> str:
        """The status as one word: "ok", or that of `error`."""
        return self._native.words.statuses[_unpack_status(self._block, _STATUS)[0]]

    @property
    def line(self) -> str:
        """The name of the line."""
        return text_in(self._block, _LINE, self._base)

    @property
    def provider(self) -> str:
        """The name of the provider."""
        return text_in(self._block, _PROVIDER, self._base)

    @property
    def kind(self) -> str:
        """The kind of a handle in `text`, or the topic of a log message."""
        return text_in(self._block, _KIND, self._base)

    @property
    def text(self) -> str:
        """Digits, a handle, a message, a path, or a JSON text."""
        return text_in(self._block, _TEXT, self._base)

    @property
    def info(self) -> Optional[CallInfo]:
        """The picture of the call after the event; None when the event is about none."""
        if self._info is None and self._place:
            self._info = CallInfo(self._native, self._block, self._place, self._base)
        return self._info

    @property
    def call(self) -> bytes:
        """The id of the call, as 16 bytes; empty when the event is about none."""
        place = self._place
        return self._block[place + 8 : place + 24] if place else b""

    @property
    def id(self) -> Optional[uuid.UUID]:
        """The id of the call; None when the event is about none."""
        return uuid.UUID(bytes=self.call) if self._place else None

    @property
    def state(self) -> str:
        """The state of the call; "" when the event is about none."""
        place = self._place
        return self._native.words.states[_unpack_number(self._block, place + STATE)[0]] if place else ""

    @property
    def action(self) -> Optional[PerformedAction]:
        """The action of the types "perform", "timedOut", "cancelled" and "commandTimedOut"."""
        if self._action is None:
            address = _unpack_unsigned(self._block, _ACTION)[0]
            if address:
                self._action = _action_in(self._native, self._block, address - self._base, self._base)
        return self._action

    @property
    def error(self) -> Optional[HookswitchError]:
        """The error, when `status` is not "ok"."""
        if self._error is None:
            address = _unpack_unsigned(self._block, _ERROR)[0]
            if address:
                self._error = error_in(self._native, self._block, address - self._base, self._base)
        return self._error

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
    record = bytes(s.make(s.hk_event, type=words.LAGGED, value=count))
    block = ctypes.create_string_buffer(record, EVENT_BLOCK)
    return Event(native, ctypes.addressof(block))


def _word(event: Event, number: int, table: dict[str, int]) -> str:
    if event.number != number:
        return ""
    for word, value in table.items():
        if value == event.value:
            return word
    return "unknown"


def _action_in(native: Native, block: bytes, place: int, base: int) -> PerformedAction:
    """Returns the hk_action at a place of a block, whose first byte has the address `base`."""
    kind, call, other, on, pause, number, transaction, index, count, origin, cause, deadline = _unpack_action(block, place)
    texts = [text_in(block, at, base) for at in range(place + 48, place + 88, 8)]
    return PerformedAction(
        id=number,
        kind=words.ACTION_OF.get(kind, "unknown"),
        call=call,
        other=other if any(other) else None,
        on=on,
        pause=pause,
        handle_kind=texts[0],
        handle=texts[1],
        contact=texts[2],
        digits=texts[3],
        provider=texts[4],
        transaction=transaction,
        place=index,
        pieces=count,
        origin=words.ORIGIN_OF.get(origin, "unknown"),
        cause=native.words.causes[cause] if cause else "",
        deadline=deadline,
    )
