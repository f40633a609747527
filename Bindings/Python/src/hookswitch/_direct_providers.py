"""The providers of a host without asyncio: those from transports, and the program's own."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Optional

from . import _structs as s
from . import words
from ._direct_base import json_text
from ._direct_requests import DirectRequests
from ._native_library import call_struct, optional_text, signed, text, unsigned
from .errors import Failure


@dataclass
class ProviderOptions:
    """The configuration of a provider of the program's own."""

    display_name: Optional[str] = None
    ringtone: Optional[str] = None
    #: The line of its incoming calls; None for main.
    line: Optional[str] = None
    #: The kinds of handle that it takes, such as "phoneNumber"; empty for all.
    handle_kinds: Iterable[str] = ()
    #: Emergency numbers beside the line's.
    emergency_numbers: Iterable[str] = ()
    #: Deadlines in seconds by name, such as {"start": 20}.
    deadlines: Optional[dict[str, float]] = None
    #: The capabilities of its calls; None for the usual ones without "audio".
    capabilities: Optional[Iterable[str]] = None
    #: The greatest numbers of groups and of calls in one; 0 for 2 and 5.
    max_groups: int = 0
    max_calls_per_group: int = 0
    #: True when it is ready only once it says so.
    starts_unready: bool = False
    #: True when actions that belong together come as one piece.
    in_pieces: bool = False
    #: True when it may begin anew after it was lost.
    restarts: bool = False
    #: True when its calls have no record for the history.
    no_history: bool = False

    def struct(self) -> s.hk_provider_options:
        """Returns the options as C takes them."""
        flags = self.starts_unready * 1 | self.in_pieces * 2 | self.restarts * 4 | self.no_history * 8
        return s.make(
            s.hk_provider_options,
            flags=flags,
            display_name=optional_text(self.display_name, "display_name"),
            ringtone=optional_text(self.ringtone, "ringtone"),
            line=optional_text(self.line, "line"),
            handle_kinds=_list(self.handle_kinds, "handle_kinds"),
            emergency_numbers=_list(self.emergency_numbers, "emergency_numbers"),
            deadlines=None if self.deadlines is None else json_text(self.deadlines, "deadlines"),
            capabilities=0 if self.capabilities is None else words.bits_of(self.capabilities, words.CAPABILITIES, "capabilities"),
            max_groups=unsigned(self.max_groups, "max_groups"),
            max_calls_per_group=unsigned(self.max_calls_per_group, "max_calls_per_group"),
        )


class DirectProviders(DirectRequests):
    """The functions about providers."""

    def add_transport(self, name: str, transport: str, settings: Any = None, *, line: Optional[str] = None) -> None:
        """Finds a transport, loads it, and registers an instance of it as the provider `name`.

        `line` is the line of its incoming calls: None for main, "each" for a line of its own for every call. Blocks for milliseconds, and a
        few seconds for a file that is new. Raises `HookswitchError`: exists, notFound, rejected.
        """
        options = s.make(
            s.hk_transport_options, config=None if settings is None else json_text(settings, "settings"),
            line=optional_text(line, "line"),
        )
        self._check(
            self._functions.hk_add_transport(self._host, text(name, "name"), text(transport, "transport"), ctypes.byref(options))
        )

    def transports(self) -> dict[str, Any]:
        """Returns the transports that are found, and why one is refused. Blocks."""
        return self._object(lambda out: self._functions.hk_transports(self._host, out))  # type: ignore[no-any-return]

    def providers(self) -> Any:
        """Returns the providers with their standing and configuration."""
        return self._object(lambda out: self._functions.hk_providers(self._host, out))

    def remove_provider(self, name: str) -> None:
        """Retires a provider of any kind: its calls end as failed."""
        self._check(self._functions.hk_remove_provider(self._host, text(name, "name")))

    def reset_provider(self, name: str) -> None:
        """Has a provider of any kind forget all its calls."""
        self._check(self._functions.hk_reset_provider(self._host, text(name, "name")))

    def pardon_provider(self, name: str) -> None:
        """Lets a provider in quarantine try again."""
        self._check(self._functions.hk_pardon_provider(self._host, text(name, "name")))

    # The program's own

    def add_provider(self, name: str, options: Optional[ProviderOptions] = None) -> None:
        """Registers the program itself as a provider: the event "perform" has its actions."""
        struct = (options or ProviderOptions()).struct()
        self._check(self._functions.hk_add_provider(self._host, text(name, "name"), ctypes.byref(struct)))

    def change_provider(self, name: str, options: ProviderOptions) -> None:
        """Puts another configuration of the program's provider in force; calls that are up stay as they are."""
        self._check(self._functions.hk_change_provider(self._host, text(name, "name"), ctypes.byref(options.struct())))

    def fulfill(self, action: int) -> None:
        """Says that an action was done; raises `HookswitchError` (notFound) when it was answered or given up before."""
        self._check(self._functions.hk_fulfill(self._host, unsigned(action, "action", 64)))

    def fail(self, action: int, why: Optional[Failure] = None) -> None:
        """Says that an action could not be done, and why."""
        self._check(self._functions.hk_fail(self._host, unsigned(action, "action", 64), _why(why)))

    def report_incoming(
        self, provider: str, handle: Optional[str] = None, *, handle_kind: Optional[str] = None, name: Optional[str] = None,
        call: Any = None, replaces: Any = None, line: Optional[str] = None, capabilities: Optional[Iterable[str]] = None,
    ) -> bytes:
        """Reports that the far end `handle` calls; returns the call's id. The event "shown" or "refused" follows.

        `replaces` names the call whose place it takes, and `capabilities` are those of this call; None for the provider's.
        """
        incoming = s.make(s.hk_incoming, line=optional_text(line, "line"))
        if call is not None:
            incoming.call = call_struct(call)
        if replaces is not None:
            incoming.replaces = call_struct(replaces, "replaces")
        out = s.hk_call()
        update = _update(handle, handle_kind, name, capabilities)
        self._check(
            self._functions.hk_report_incoming(
                self._host, text(provider, "provider"), ctypes.byref(incoming), ctypes.byref(update), ctypes.byref(out)
            )
        )
        return bytes(out)

    def report(self, provider: str, call: Any, what: str, detail: Optional[str] = None, time: int = 0) -> None:
        """Reports something about a call: "connecting", "earlyMedia", "connected", "held", "resumed", "remotelyHeld", "remotelyResumed",
        "dtmf" (`detail`: the digits), "transferProgress", "transferRequest" (`detail`: a handle).

        `time` is its time on the host's clock; 0 for now.
        """
        number = words.number_of(what, words.REPORTS, "what")
        self._check(
            self._functions.hk_report(
                self._host, text(provider, "provider"), call_struct(call), number, optional_text(detail, "detail"), signed(time, "time")
            )
        )

    def report_update(
        self, provider: str, call: Any, *, handle: Optional[str] = None, handle_kind: Optional[str] = None, name: Optional[str] = None,
        capabilities: Optional[Iterable[str]] = None,
    ) -> None:
        """Reports that something about a call changed; None leaves a thing as it is."""
        update = _update(handle, handle_kind, name, capabilities)
        self._check(
            self._functions.hk_report_update(self._host, text(provider, "provider"), call_struct(call), ctypes.byref(update))
        )

    def report_ended(
        self, provider: str, call: Any, reason: str = "remoteEnded", why: Optional[Failure] = None, time: int = 0
    ) -> None:
        """Reports the end of a call: "failed", "remoteEnded", "unanswered", "answeredElsewhere" or "declinedElsewhere"."""
        number = words.number_of(reason, self._native.words.reason_numbers, "reason")
        self._check(
            self._functions.hk_report_ended(
                self._host, text(provider, "provider"), call_struct(call), number, _why(why), signed(time, "time")
            )
        )

    def report_ready(self, provider: str, ready: bool = True, why: Optional[Failure] = None) -> None:
        """Reports that calls can be placed, or cannot for now."""
        self._check(self._functions.hk_report_ready(self._host, text(provider, "provider"), bool(ready), _why(why)))

    def report_reset(self, provider: str, why: Optional[Failure] = None) -> None:
        """Reports that all calls and actions of the provider are forgotten."""
        self._check(self._functions.hk_report_reset(self._host, text(provider, "provider"), _why(why)))

    def report_lost(self, provider: str, why: Optional[Failure] = None) -> None:
        """Reports that the provider is gone: all its calls end at once."""
        self._check(self._functions.hk_report_lost(self._host, text(provider, "provider"), _why(why)))

    def configure_audio(self, provider: str, call: Any, session: Any) -> None:
        """Sets the audio of the line that a call is on (docs/audio-session.md), before its action is fulfilled."""
        self._check(
            self._functions.hk_configure_audio(
                self._host, text(provider, "provider"), call_struct(call), json_text(session, "session")
            )
        )


def _list(items: Iterable[str], name: str) -> Optional[bytes]:
    parts = [text(item, name) for item in ([items] if isinstance(items, str) else items)]
    return b",".join(parts) if parts else None


def _why(failure: Optional[Failure]) -> Any:
    if failure is None:
        return None
    return ctypes.byref(
        s.make(
            s.hk_failure,
            native=signed(failure.code, "code", 32),
            q850=unsigned(failure.cause, "cause"),
            flags=int(failure.unimplemented),
            domain=text(failure.domain, "domain"),
            message=text(failure.message, "message"),
        )
    )


def _update(
    handle: Optional[str], handle_kind: Optional[str], name: Optional[str], capabilities: Optional[Iterable[str]]
) -> s.hk_update:
    update = s.make(
        s.hk_update, handle=optional_text(handle, "handle"), handle_kind=optional_text(handle_kind, "handle_kind"),
        name=optional_text(name, "name"),
    )
    if capabilities is not None:
        update.mask = sum(words.CAPABILITIES.values())
        update.capabilities = words.bits_of(capabilities, words.CAPABILITIES, "capabilities")
    return update
