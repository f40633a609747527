"""Pictures of calls and lines: values that do not change."""

from __future__ import annotations

import struct
import uuid
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

from . import _structs as s
from . import words
from ._blocks import joined, text_in
from .errors import HookswitchError, TransportFault

if TYPE_CHECKING:
    from ._native_library import Native

# An hk_call_info with addresses for its pointers, and the places of those that are read alone.
_INFO = struct.Struct("=II16sQII5Q4i6qII16sQ")
_unpack_info = _INFO.unpack_from
_number_at = struct.Struct("=I").unpack_from
STATE, _LINE, _PROVIDER, _KIND, _HANDLE, _NAME = 32, 40, 48, 56, 64, 72
# An hk_error with addresses for its pointers.
_unpack_error = struct.Struct("=IiQQQIiI4x").unpack_from
_NO_CALL = bytes(16)


class CallInfo:
    """A picture of one call. A later event has a later picture."""

    __slots__ = ("_native", "_block", "_place", "_base", "_fields", "_error")

    def __init__(self, native: Native, block: bytes, place: int, base: int) -> None:
        """Reads the picture at a place of a block, whose first byte has the address `base`."""
        self._native = native
        self._block = block
        self._place = place
        self._base = base
        self._fields: Optional[tuple[Any, ...]] = None
        self._error: Optional[HookswitchError] = None

    def _at(self, place: int) -> Any:
        if self._fields is None:
            self._fields = _unpack_info(self._block, self._place)
        return self._fields[place]

    def _text(self, place: int) -> str:
        return text_in(self._block, self._place + place, self._base)

    def __reduce__(self) -> tuple[object, ...]:
        return (_unpickled, (self._block, self._place, self._base))

    def __repr__(self) -> str:
        return f"<CallInfo {self.id} {self.state} {self.handle}>"

    @property
    def call(self) -> bytes:
        """The call's id as 16 bytes."""
        return self._block[self._place + 8 : self._place + 24]

    @property
    def id(self) -> uuid.UUID:
        """The call's id."""
        return uuid.UUID(bytes=self.call)

    @property
    def flags(self) -> int:
        """The flags, as the sum of the header's HK_CALL_ numbers."""
        return int(self._at(1))

    @property
    def group(self) -> int:
        """The number of its group: calls that are heard together share it."""
        return int(self._at(3))

    @property
    def state(self) -> str:
        """The state: "requested", "dialing", "connecting", "ringing", "answering", "active", "held", "ending" or "ended"."""
        return self._native.words.states[_number_at(self._block, self._place + STATE)[0]]

    @property
    def capabilities(self) -> frozenset[str]:
        """The capabilities: "hold", "group", "ungroup", "dtmf", "transfer", "audio", "video", "deflect"."""
        return words.capability_words(self._at(5))

    @property
    def line(self) -> str:
        """The name of its line."""
        return self._text(_LINE)

    @property
    def provider(self) -> str:
        """The name of its provider."""
        return self._text(_PROVIDER)

    @property
    def handle_kind(self) -> str:
        """The kind of the far end's handle, such as "phoneNumber"; "" when it is withheld."""
        return self._text(_KIND)

    @property
    def handle(self) -> str:
        """The far end's handle, without a tel: or mailto: scheme; a SIP URI is whole."""
        return self._text(_HANDLE)

    @property
    def name(self) -> str:
        """The far end's name; "" when it is unknown."""
        return self._text(_NAME)

    @property
    def is_outgoing(self) -> bool:
        """True for a call that was placed here."""
        return bool(self.flags & words.OUTGOING)

    @property
    def is_muted(self) -> bool:
        """True while our side is muted."""
        return bool(self.flags & words.MUTED)

    @property
    def is_remotely_held(self) -> bool:
        """True while the far end holds us."""
        return bool(self.flags & words.REMOTELY_HELD)

    @property
    def is_waiting(self) -> bool:
        """True for a call that rings while another is in front."""
        return bool(self.flags & words.WAITING)

    @property
    def is_silenced(self) -> bool:
        """True when a screener lets it ring without a tone."""
        return bool(self.flags & words.SILENCED)

    @property
    def is_mixed(self) -> bool:
        """True while the host mixes its group."""
        return bool(self.flags & words.MIXED)

    @property
    def is_transferring(self) -> bool:
        """True while a transfer is under way."""
        return bool(self.flags & words.TRANSFERRING)

    @property
    def is_emergency(self) -> bool:
        """True for a call to or from an emergency service."""
        return bool(self.flags & words.EMERGENCY)

    @property
    def has_early_media(self) -> bool:
        """True while the network plays media before the answer."""
        return bool(self.flags & words.EARLY_MEDIA)

    @property
    def is_front(self) -> bool:
        """True while it is in the group in front of its line."""
        return bool(self.flags & words.FRONT)

    @property
    def answers(self) -> dict[str, str]:
        """The result that each answer would have now, while it rings: "ok", or the word of a refusal."""
        statuses = self._native.words.statuses
        return {answer: statuses[self._at(11 + place)] for place, answer in enumerate(words.ANSWERS)}

    @property
    def began(self) -> int:
        """The time of its beginning, in nanoseconds of the host's clock; 0 never."""
        return int(self._at(15))

    @property
    def started(self) -> int:
        """The time at which its start was performed; 0 never."""
        return int(self._at(16))

    @property
    def connecting(self) -> int:
        """The time at which the far end began to ring; 0 never."""
        return int(self._at(17))

    @property
    def connected(self) -> int:
        """The time at which it was answered; 0 never."""
        return int(self._at(18))

    @property
    def group_start(self) -> int:
        """The time at which the earliest call of its group was connected; 0 never."""
        return int(self._at(19))

    @property
    def ended(self) -> int:
        """The time of its end; 0 while it is there."""
        return int(self._at(20))

    @property
    def end_reason(self) -> str:
        """The reason for its end; "" while it is there.

        One of "failed", "remoteEnded", "unanswered", "answeredElsewhere", "declinedElsewhere" and "localEnded".
        """
        number = self._at(21)
        return self._native.words.reasons[number] if number else ""

    @property
    def end_cause(self) -> str:
        """The cause of its end, such as "busy" or "dialTimeout"; "" when there is none."""
        number = self._at(22)
        return self._native.words.causes[number] if number else ""

    @property
    def end_for(self) -> Optional[uuid.UUID]:
        """The call that it made room for, with the cause "madeRoom"."""
        raw = self._at(23)
        return None if raw == _NO_CALL else uuid.UUID(bytes=raw)

    @property
    def end_error(self) -> Optional[HookswitchError]:
        """The network's error, when that ended it."""
        if self._error is None:
            place = self._at(24)
            if place:
                self._error = error_in(self._native, self._block, place - self._base, self._base)
        return self._error


def _unpickled(block: bytes, place: int, base: int) -> CallInfo:
    from ._native_library import native

    return CallInfo(native(), block, place, base)


class Snapshot(NamedTuple):
    """A line as it was when it was asked for."""

    #: The name of the line.
    line: str
    #: A number that grows with each change that can be seen.
    revision: int
    #: The number of the group in front; 0 when there is none.
    front: int
    #: True while do-not-disturb is on.
    do_not_disturb: bool
    #: The calls, the oldest first.
    calls: tuple[CallInfo, ...]


def snapshot_at(native: Native, record: Any) -> Snapshot:
    """Copies a snapshot of the library's."""
    return Snapshot(
        line=record.line.decode(),
        revision=record.revision,
        front=record.front,
        do_not_disturb=bool(record.flags & 1),
        calls=tuple(
            CallInfo(native, joined(s.hk_call_info, record.calls + place * record.stride), 0, 0) for place in range(record.n_calls)
        ),
    )


def error_in(native: Native, block: bytes, place: int, base: int) -> HookswitchError:
    """Returns the hk_error at a place of a block, whose first byte has the address `base`."""
    _, status, _, _, calls, count, code, cause = _unpack_error(block, place)
    first = calls - base
    named = tuple(uuid.UUID(bytes=block[at : at + 16]) for at in range(first, first + 16 * count, 16))
    domain = text_in(block, place + 16, base)
    fault = TransportFault(domain, code, cause) if domain or code or cause else None
    return HookswitchError(native.words.statuses[status], text_in(block, place + 8, base), named, fault)
