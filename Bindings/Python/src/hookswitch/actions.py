"""Actions for a transaction: things about calls that the host does in order, as one."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import Any, Optional, Union

from . import _structs as s
from . import words
from ._native_library import call_bytes, call_struct, optional_text, text

#: A call as the functions take it: a `Call`, a `uuid.UUID`, its text, or its 16 bytes.
AnyCall = Any


@dataclass
class Start:
    """Begins a call to `handle`; once the transaction was accepted, `id` is the new call's."""

    handle: str
    provider: Optional[str] = None
    video: bool = False
    contact: Optional[str] = None
    handle_kind: Optional[str] = None
    call: AnyCall = None
    #: The id of the new call.
    id: Optional[uuid.UUID] = field(default=None, compare=False)


@dataclass
class Answer:
    """Answers a ringing call; `choice` says what may happen to the calls in the way."""

    call: AnyCall
    choice: str = "automatic"


@dataclass
class End:
    """Ends a call, or declines it while it rings."""

    call: AnyCall


@dataclass
class SetHeld:
    """Holds a call's group, or resumes it."""

    call: AnyCall
    on: bool = True


@dataclass
class SetMuted:
    """Mutes our side of a call, or unmutes it."""

    call: AnyCall
    on: bool = True


@dataclass
class SetGroup:
    """Brings a call into the group of another; without another it leaves its group."""

    call: AnyCall
    other: AnyCall = None


@dataclass
class PlayDTMF:
    """Sends digits: 0-9 * # A-D, `,` for a pause of 2 s, `;` to wait until they are continued."""

    call: AnyCall
    digits: str


@dataclass
class Transfer:
    """Hands a call over to a handle, or to the far end of another call."""

    call: AnyCall
    to: Union[str, AnyCall]


@dataclass
class Deflect:
    """Sends a ringing call on to a handle, without answering it."""

    call: AnyCall
    to: str


Action = Union[Start, Answer, End, SetHeld, SetMuted, SetGroup, PlayDTMF, Transfer, Deflect]


def fill(record: Any, action: Action, place: int) -> None:
    """Writes an action into an hk_action of a transaction."""
    name = f"actions[{place}]"
    if isinstance(action, Start):
        record.kind = words.ACTIONS["start"]
        if action.call is not None:
            record.call = call_struct(action.call, f"{name}.call")
        record.handle = text(action.handle, f"{name}.handle")
        record.handle_kind = optional_text(action.handle_kind, f"{name}.handle_kind")
        record.provider = optional_text(action.provider, f"{name}.provider")
        record.contact = optional_text(action.contact, f"{name}.contact")
        record.on = bool(action.video)
        return
    kinds: dict[type, str] = {
        Answer: "answer", End: "end", SetHeld: "set_held", SetMuted: "set_muted", SetGroup: "set_group", PlayDTMF: "play_dtmf",
        Transfer: "transfer", Deflect: "deflect",
    }
    kind = kinds.get(type(action))
    if kind is None:
        raise TypeError(f"{name} is {type(action).__name__}, should be Start, {', '.join(kind.__name__ for kind in kinds)}")
    record.kind = words.ACTIONS[kind]
    record.call = call_struct(action.call, f"{name}.call")
    if isinstance(action, Answer):
        record.on = words.number_of(action.choice, words.ANSWERS, f"{name}.choice")
    elif isinstance(action, (SetHeld, SetMuted)):
        record.on = bool(action.on)
    elif isinstance(action, SetGroup):
        if action.other is not None:
            record.other = call_struct(action.other, f"{name}.other")
    elif isinstance(action, PlayDTMF):
        record.digits = text(action.digits, f"{name}.digits")
    elif isinstance(action, Deflect):
        record.handle = text(action.to, f"{name}.to")
    elif isinstance(action, Transfer):
        if isinstance(action.to, str):
            record.handle = text(action.to, f"{name}.to")
        else:
            record.other = s.hk_call.from_buffer_copy(call_bytes(action.to, f"{name}.to"))
