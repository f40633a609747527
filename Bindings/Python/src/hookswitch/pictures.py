"""Pictures of calls and lines: values that do not change."""

from __future__ import annotations

import ctypes
import struct
import uuid
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

from . import _structs as s
from . import words
from .errors import HookswitchError, TransportFault

if TYPE_CHECKING:
    from ._native_library import Native

# hk_call_info without its pointers, which the constructor reads.
_INFO = struct.Struct("=II16sQII40x4i6qII16s8x")
assert _INFO.size == ctypes.sizeof(s.hk_call_info)
_NO_CALL = bytes(16)


class CallInfo:
    """A picture of one call. A later event has a later picture."""

    __slots__ = ("_native", "_fields", "_raw", "_state", "_line", "_provider", "_kind", "_handle", "_name", "_error")

    def __init__(self, native: Native, address: int) -> None:
        """Copies the picture at an address."""
        record = s.hk_call_info.from_address(address)
        self._native = native
        self._raw = bytes(record)
        self._fields: Optional[tuple[Any, ...]] = None
        self._state: int = record.state
        self._line: bytes = record.line
        self._provider: bytes = record.provider
        self._kind: bytes = record.handle_kind
        self._handle: bytes = record.handle
        self._name: bytes = record.name
        self._error = None
        if self._state == words.STATE_ENDED and record.end_error:
            self._error = native.error(record.end_error.contents)

    def _at(self, place: int) -> Any:
        if self._fields is None:
            self._fields = _INFO.unpack(self._raw)
        return self._fields[place]

    def __reduce__(self) -> tuple[object, ...]:
        return (_unpickled, (self._raw, self._line, self._provider, self._kind, self._handle, self._name, self._error))

    def __repr__(self) -> str:
        return f"<CallInfo {self.id} {self.state} {self.handle}>"

    @property
    def call(self) -> bytes:
        """The call's id as 16 bytes."""
        return self._raw[8:24]

    @property
    def id(self) -> uuid.UUID:
        """The call's id."""
        return uuid.UUID(bytes=self._raw[8:24])

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
        return self._native.words.states[self._state]

    @property
    def capabilities(self) -> frozenset[str]:
        """The capabilities: "hold", "group", "ungroup", "dtmf", "transfer", "audio", "video", "deflect"."""
        return words.capability_words(self._at(5))

    @property
    def line(self) -> str:
        """The name of its line."""
        return self._line.decode()

    @property
    def provider(self) -> str:
        """The name of its provider."""
        return self._provider.decode()

    @property
    def handle_kind(self) -> str:
        """The kind of the far end's handle, such as "phoneNumber"; "" when it is withheld."""
        return self._kind.decode()

    @property
    def handle(self) -> str:
        """The far end's handle, without a tel: or mailto: scheme; a SIP URI is whole."""
        return self._handle.decode()

    @property
    def name(self) -> str:
        """The far end's name; "" when it is unknown."""
        return self._name.decode()

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
        return {answer: statuses[self._at(6 + place)] for place, answer in enumerate(words.ANSWERS)}

    @property
    def began(self) -> int:
        """The time of its beginning, in nanoseconds of the host's clock; 0 never."""
        return int(self._at(10))

    @property
    def started(self) -> int:
        """The time at which its start was performed; 0 never."""
        return int(self._at(11))

    @property
    def connecting(self) -> int:
        """The time at which the far end began to ring; 0 never."""
        return int(self._at(12))

    @property
    def connected(self) -> int:
        """The time at which it was answered; 0 never."""
        return int(self._at(13))

    @property
    def group_start(self) -> int:
        """The time at which the earliest call of its group was connected; 0 never."""
        return int(self._at(14))

    @property
    def ended(self) -> int:
        """The time of its end; 0 while it is there."""
        return int(self._at(15))

    @property
    def end_reason(self) -> str:
        """The reason for its end; "" while it is there.

        One of "failed", "remoteEnded", "unanswered", "answeredElsewhere", "declinedElsewhere" and "localEnded".
        """
        number = self._at(16)
        return self._native.words.reasons[number] if number else ""

    @property
    def end_cause(self) -> str:
        """The cause of its end, such as "busy" or "dialTimeout"; "" when there is none."""
        number = self._at(17)
        return self._native.words.causes[number] if number else ""

    @property
    def end_for(self) -> Optional[uuid.UUID]:
        """The call that it made room for, with the cause "madeRoom"."""
        raw = self._at(18)
        return None if raw == _NO_CALL else uuid.UUID(bytes=raw)

    @property
    def end_error(self) -> Optional[HookswitchError]:
        """The network's error, when that ended it."""
        return self._error


def _unpickled(
    raw: bytes, line: bytes, provider: bytes, kind: bytes, handle: bytes, name: bytes, error: Optional[HookswitchError]
) -> CallInfo:
    from ._native_library import native

    info = CallInfo.__new__(CallInfo)
    info._native, info._fields, info._raw, info._error = native(), None, raw, error
    info._state = info._at(4)
    info._line, info._provider, info._kind, info._handle, info._name = line, provider, kind, handle, name
    return info


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
        calls=tuple(CallInfo(native, record.calls + place * record.stride) for place in range(record.n_calls)),
    )


def fault_of(record: Any) -> Optional[TransportFault]:
    """Returns the network's words in an hk_error; None when it has none."""
    domain = record.domain.decode()
    if not domain and not record.native and not record.q850:
        return None
    return TransportFault(domain, record.native, record.q850)
