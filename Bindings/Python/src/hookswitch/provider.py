"""Providers of the program's own: it carries calls out, and reports what its network says."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Optional

from . import words
from ._native_library import call_bytes
from ._waiting import spawn
from .direct import ProviderOptions
from .errors import Failure, HookswitchError, wrong_state
from .events import Event, PerformedAction

if TYPE_CHECKING:
    from .call import Call
    from .host import Host


class Action:
    """An action that the host asks of a provider. The method that has it fulfils it by returning, and fails it by raising."""

    __slots__ = ("_provider", "_details", "_is_answered", "_task", "call")

    def __init__(self, provider: Provider, details: PerformedAction) -> None:
        self._provider = provider
        self._details = details
        self._is_answered = False
        self._task: Optional[asyncio.Task[Any]] = None
        #: The call.
        self.call: Call = provider.host.known(details.call)

    def __repr__(self) -> str:
        return f"<Action {self._details.kind} {self._details.id}>"

    @property
    def details(self) -> PerformedAction:
        """The action with all its fields."""
        return self._details

    @property
    def kind(self) -> str:
        """The kind: "start", "answer", "end", "set_held", "set_muted", "set_group", "play_dtmf", "transfer" or "deflect"."""
        return self._details.kind

    @property
    def other(self) -> Optional[Call]:
        """The call to join, of "set_group"; the other call, of "transfer"."""
        return None if self._details.other is None else self._provider.host.known(self._details.other)

    @property
    def handle(self) -> str:
        """The far end of "start", "transfer" and "deflect"."""
        return self._details.handle

    @property
    def handle_kind(self) -> str:
        """The kind of `handle`, such as "phoneNumber"."""
        return self._details.handle_kind

    @property
    def on(self) -> bool:
        """True to hold or mute, False to resume or unmute; of "start", True with video."""
        return bool(self._details.on)

    @property
    def digits(self) -> str:
        """The digits of "play_dtmf"."""
        return self._details.digits

    @property
    def cause(self) -> str:
        """The cause of "end", such as "declined"."""
        return self._details.cause

    @property
    def deadline(self) -> int:
        """The time at which the host gives it up, in nanoseconds of the host's clock."""
        return self._details.deadline

    @property
    def is_answered(self) -> bool:
        """True once it was fulfilled, failed or given up."""
        return self._is_answered

    def fulfill(self) -> None:
        """Says that it was done, before its method returns; the host may have given it up meanwhile, which changes nothing."""
        self._answer(None, False)

    def fail(self, why: Optional[Failure] = None) -> None:
        """Says that it could not be done, before its method returns."""
        self._answer(why, True)

    def give_up(self) -> None:
        """Stops its method: the host waits for it no longer."""
        self._is_answered = True
        if self._task is not None:
            self._task.cancel()

    def _answer(self, why: Optional[Failure], fails: bool) -> None:
        if self._is_answered:
            return
        self._is_answered = True
        self._provider.forget(self)
        direct = self._provider.host.direct
        try:
            direct.fail(self._details.id, why) if fails else direct.fulfill(self._details.id)
        except HookswitchError as error:
            # The deadline passed, or the host was closed, at the same moment.
            if error.code not in ("notFound", "wrongState", "invalid"):
                raise

    def run(self, method: Any) -> None:
        """Performs it by a method."""
        try:
            result = method(self)
        except Exception as error:
            self._raised(error)
            return
        if inspect.isawaitable(result):
            self._task = spawn(self._provider.tasks, self._finish(result))
        else:
            self.fulfill()

    async def _finish(self, result: Any) -> None:
        try:
            await result
        except asyncio.CancelledError:
            # Cancelled by the host, or because the host closes.
            if not self._is_answered:
                self.fail(Failure("the provider was stopped"))
            raise
        except Exception as error:
            self._raised(error)
        else:
            self.fulfill()

    def _raised(self, error: Exception) -> None:
        if isinstance(error, Failure):
            self.fail(error)
        elif isinstance(error, NotImplementedError):
            self.fail(Failure(str(error), unimplemented=True))
        else:
            self.fail(Failure(f"{type(error).__name__}: {error}"))
            self._provider.host.complain(f"the provider {self._provider.name!r} could not {self.kind}", error)


class Provider:
    """A network of the program's own. Subclass it, and register an instance with `Host.add_provider`.

    The host asks for actions: each has a method, plain or `async`, that fulfils the action by returning and fails it by raising `Failure`.
    One that is not overridden fails as unimplemented. A method that runs when its deadline passes or its call ends is cancelled.
    """

    #: The tasks of methods that run.
    tasks: set[asyncio.Task[Any]]

    def __init__(self, name: str, options: Optional[ProviderOptions] = None) -> None:
        """Creates a provider with its name on the host."""
        self.name = name
        self.options = options or ProviderOptions()
        self.tasks = set()
        self._host: Optional[Host] = None
        self._open: dict[int, Action] = {}
        self._shown: dict[bytes, asyncio.Future[Call]] = {}

    @property
    def host(self) -> Host:
        """The host; raises `HookswitchError` (wrongState) before it was added."""
        if self._host is None:
            raise wrong_state(f"the provider {self.name!r} has no host: add it with Host.add_provider")
        return self._host

    # Actions

    def start(self, action: Action) -> Any:
        """Places a call to `action.handle`. Report "connecting" and "connected" later."""
        raise NotImplementedError("start")

    def answer(self, action: Action) -> Any:
        """Answers a call that was reported as incoming."""
        raise NotImplementedError("answer")

    def end(self, action: Action) -> Any:
        """Ends a call, or declines it."""
        raise NotImplementedError("end")

    def set_held(self, action: Action) -> Any:
        """Holds a call (`action.on`) or resumes it."""
        raise NotImplementedError("set_held")

    def set_muted(self, action: Action) -> Any:
        """Mutes our side of a call (`action.on`) or unmutes it."""
        raise NotImplementedError("set_muted")

    def set_group(self, action: Action) -> Any:
        """Brings a call into the group of `action.other`, or takes it out of its group (None)."""
        raise NotImplementedError("set_group")

    def play_dtmf(self, action: Action) -> Any:
        """Sends `action.digits`."""
        raise NotImplementedError("play_dtmf")

    def transfer(self, action: Action) -> Any:
        """Hands a call over to `action.handle`, or to the far end of `action.other`."""
        raise NotImplementedError("transfer")

    def deflect(self, action: Action) -> Any:
        """Sends a ringing call on to `action.handle`."""
        raise NotImplementedError("deflect")

    # Notices

    def begin(self) -> Any:
        """Learns that it is registered; its first notice."""

    def reset(self) -> Any:
        """Forgets all its calls, and answers nothing more."""

    def restart(self) -> Any:
        """May begin anew after it was lost."""

    def shown(self, call: Call) -> Any:
        """Learns that a call that it reported rings here."""

    def refused(self, call: Call, error: HookswitchError) -> Any:
        """Learns that a call that it reported was refused: reject it on the network."""

    def transfer_decided(self, call: Call, accepted: bool, error: Optional[HookswitchError]) -> Any:
        """Learns the answer to a transfer that the far end asked for."""

    def activate(self, line: str, on: bool, why: str) -> Any:
        """Learns that the audio of a line is its own (`on`), or no longer."""

    # Reports

    async def report_incoming(
        self, handle: Optional[str] = None, *, handle_kind: Optional[str] = None, name: Optional[str] = None, call: Any = None,
        replaces: Any = None, line: Optional[str] = None, capabilities: Optional[Iterable[str]] = None,
    ) -> Call:
        """Reports that a far end calls, and waits for the verdict: returns the call that rings, or raises `HookswitchError`.

        A withheld number is None. `replaces` names the call whose place it takes.
        """
        host = self.host
        host.check()
        raw = host.direct.report_incoming(
            self.name, handle, handle_kind=handle_kind, name=name, call=call, replaces=replaces, line=line, capabilities=capabilities
        )
        verdict: asyncio.Future[Call] = host.loop.create_future()
        self._shown[raw] = verdict
        try:
            return await verdict
        finally:
            self._shown.pop(raw, None)

    def report(self, call: Any, what: str, detail: Optional[str] = None, time: int = 0) -> None:
        """Reports something about a call: "connecting", "earlyMedia", "connected", "held", "resumed", "remotelyHeld", "remotelyResumed",
        "dtmf" (`detail`: the digits), "transferProgress", "transferRequest" (`detail`: a handle)."""
        self.host.direct.report(self.name, call_bytes(call), what, detail, time)

    def report_update(
        self, call: Any, *, handle: Optional[str] = None, handle_kind: Optional[str] = None, name: Optional[str] = None,
        capabilities: Optional[Iterable[str]] = None,
    ) -> None:
        """Reports that something about a call changed; None leaves a thing as it is."""
        self.host.direct.report_update(
            self.name, call_bytes(call), handle=handle, handle_kind=handle_kind, name=name, capabilities=capabilities
        )

    def report_ended(self, call: Any, reason: str = "remoteEnded", why: Optional[Failure] = None, time: int = 0) -> None:
        """Reports the end of a call: "failed", "remoteEnded", "unanswered", "answeredElsewhere" or "declinedElsewhere"."""
        self.host.direct.report_ended(self.name, call_bytes(call), reason, why, time)

    def report_ready(self, ready: bool = True, why: Optional[Failure] = None) -> None:
        """Reports that calls can be placed, or cannot for now."""
        self.host.direct.report_ready(self.name, ready, why)

    def report_reset(self, why: Optional[Failure] = None) -> None:
        """Reports that all its calls and actions are forgotten."""
        self.host.direct.report_reset(self.name, why)

    def report_lost(self, why: Optional[Failure] = None) -> None:
        """Reports that it is gone: all its calls end at once."""
        self.host.direct.report_lost(self.name, why)

    def configure_audio(self, call: Any, session: Any) -> None:
        """Sets the audio of the line that a call is on (docs/audio-session.md), before its action is fulfilled."""
        self.host.direct.configure_audio(self.name, call_bytes(call), session)

    def change(self, options: ProviderOptions) -> None:
        """Puts another configuration in force; calls that are up stay as they are."""
        self.host.direct.change_provider(self.name, options)
        self.options = options

    def remove(self) -> None:
        """Retires the provider: its calls end as failed."""
        self.host.remove_provider(self.name)

    # Events, from the host

    def joined(self, host: Host) -> None:
        """Learns its host."""
        if self._host is not None and self._host.is_open:
            raise wrong_state(f"the provider {self.name!r} is on a host already")
        self._host = host

    def left(self) -> None:
        """Learns that it is on its host no longer: stops its methods."""
        for action in list(self._open.values()):
            action.give_up()
        self._open.clear()
        for verdict in self._shown.values():
            if not verdict.done():
                verdict.set_exception(wrong_state(f"the provider {self.name!r} is on no host any more"))

    def ended(self, raw: bytes) -> None:
        """Stops the methods for a call that is over: the host cancels no action of a call whose end the provider itself reported."""
        if self._open:
            for action in [action for action in self._open.values() if action.details.call == raw]:
                del self._open[action.details.id]
                action.give_up()

    def forget(self, action: Action) -> None:
        """Forgets an action that was answered."""
        self._open.pop(action.details.id, None)

    def note(self, event: Event) -> None:
        """Takes an event for this provider."""
        number = event.number
        details = event.action
        if number == words.PERFORM and details is not None:
            action = self._open[details.id] = Action(self, details)
            action.run(getattr(self, details.kind, _unknown))
        elif number in (words.TIMED_OUT, words.CANCELLED) and details is not None:
            given = self._open.pop(details.id, None)
            if given is not None:
                given.give_up()
        elif number == words.SHOWN:
            # A call that has ended already is in the event by its id alone.
            call = self.host.known(event.call, is_there=event.state != "unknown")
            self._decide(call, None)
            self._tell(self.shown, call)
        elif number == words.REFUSED:
            error = event.error or HookswitchError(event.status, "the host refused the call")
            call = self.host.known(event.call, is_there=False)
            self._decide(call, error)
            self._tell(self.refused, call, error)
        elif number == words.TRANSFER_DECIDED:
            self._tell(self.transfer_decided, self.host.known(event.call), bool(event.value), event.error)
        elif number == words.BEGIN:
            self._tell(self.begin)
        elif number == words.RESET:
            for given in list(self._open.values()):
                given.give_up()
            self._open.clear()
            self._tell(self.reset)
        elif number == words.RESTART:
            self._tell(self.restart)
        elif number == words.ACTIVATE:
            self._tell(self.activate, event.line, bool(event.value), event.text)

    def _decide(self, call: Call, error: Optional[HookswitchError]) -> None:
        verdict = self._shown.get(call.raw_id)
        if verdict is None or verdict.done():
            return
        if error is None:
            verdict.set_result(call)
        else:
            verdict.set_exception(error)

    def _tell(self, method: Any, *arguments: Any) -> None:
        """Calls a method for a notice; its errors go to the event loop, since no task waits for them."""
        try:
            result = method(*arguments)
        except Exception as error:
            self.host.complain(f"the provider {self.name!r} failed in {method.__name__}", error)
            return
        if inspect.isawaitable(result):
            spawn(self.tasks, self._guarded(result, method.__name__))

    async def _guarded(self, result: Any, name: str) -> None:
        try:
            await result
        except Exception as error:
            self.host.complain(f"the provider {self.name!r} failed in {name}", error)


def _unknown(action: Action) -> None:
    raise NotImplementedError(action.kind)
