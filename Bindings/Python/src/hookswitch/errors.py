"""The errors of the package."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, NamedTuple, Optional

if TYPE_CHECKING:
    from .pictures import CallInfo


class TransportFault(NamedTuple):
    """The network's own words about a failure."""

    #: The domain of `code`, such as "sip"; "" when there is none.
    domain: str
    #: The network's code, such as 486; 0 when there is none.
    code: int
    #: The Q.850 cause, such as 17 for busy; 0 when it is unknown.
    cause: int


class HookswitchError(Exception):
    """An error of the host: a refused request, a request that failed, or a wrong argument.

    `code` is a word of the host's table: of the rules ("cannotHold", "unknownCallUUID"), or "invalid", "wrongState", "notFound",
    "exists", "rejected", "unsupported", "io", "deadline", "tooLarge".
    """

    #: The error as one word.
    code: str
    #: One sentence: the fault, its place and the remedy. It is for people, and its words may change.
    message: str
    #: The calls that stand in the way.
    calls: tuple[uuid.UUID, ...]
    #: The network's own words, when they are the reason.
    transport: Optional[TransportFault]

    def __init__(
        self, code: str, message: str, calls: tuple[uuid.UUID, ...] = (), transport: Optional[TransportFault] = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.calls = calls
        self.transport = transport

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.code, self.message, self.calls, self.transport))

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class LibraryMissing(HookswitchError):
    """The C library, or a library that it needs, is not on this machine."""

    def __init__(self, message: str, code: str = "notFound", *_: object) -> None:
        super().__init__(code, message)

    def __reduce__(self) -> tuple[object, ...]:
        return (LibraryMissing, (self.message, self.code))


class CallEnded(HookswitchError):
    """The call ended before the state that the program waited for.

    `code` is "wrongState"; `info` is the last picture of the call, with the reason and the cause of its end.
    """

    #: The last picture of the call.
    info: CallInfo

    def __init__(self, info: CallInfo, wanted: str = "") -> None:
        fault = info.end_error
        reason = info.end_reason or "unknown"
        before = f" before it was {wanted}" if wanted else ""
        said = f": {fault.message}" if fault is not None else ""
        cause = f" ({info.end_cause})" if info.end_cause else ""
        super().__init__(
            "wrongState",
            f"call {info.id} ended{before}, {reason}{cause}{said}",
            (info.id,),
            fault.transport if fault is not None else None,
        )
        self.info = info
        self._wanted = wanted

    def __reduce__(self) -> tuple[object, ...]:
        return (CallEnded, (self.info, self._wanted))


class Failure(Exception):
    """The reason why a provider of the program could not do an action.

    A method of `Provider` raises it. The host hands it on to the program that made the request.
    """

    def __init__(
        self, message: str = "", *, domain: str = "", code: int = 0, cause: int = 0, unimplemented: bool = False
    ) -> None:
        """Creates a failure.

        `message` is a sentence for people; `code` is the network's own code in `domain`, such as 486 in "sip"; `cause` is a Q.850
        cause; `unimplemented` says that the provider never does such actions.
        """
        super().__init__(message)
        self.message = message
        self.domain = domain
        self.code = code
        self.cause = cause
        self.unimplemented = unimplemented


def invalid(message: str) -> HookswitchError:
    """Returns the error of a wrong argument."""
    return HookswitchError("invalid", message)


def wrong_state(message: str) -> HookswitchError:
    """Returns the error of a function that cannot be called now."""
    return HookswitchError("wrongState", message)
