"""A host for asyncio programs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timezone
from types import TracebackType
from typing import Any, Callable, Optional, TypeVar, Union

from ._host_life import HostLife
from ._native_library import call_bytes
from ._waiting import Subscription
from .actions import Action
from .call import Call
from .errors import HookswitchError
from .events import Event, lagged
from .pictures import CallInfo, Snapshot
from .provider import Provider
from .request import Request, json_answer, nothing
from .streams import options_struct

#: A function that judges callers: it returns "continue", "silence" or "block", or an awaitable of one.
Screener = Callable[[CallInfo], Any]
ScreenerT = TypeVar("ScreenerT", bound=Screener)


class Host(HostLife):
    """A host: it holds calls, and keeps the rules between them.

        async with Host() as host:
            await host.add_transport("desk", "org.hookswitch.sip", {"account": "sip:agent@example.org"})
            call = await host.dial("tel:+12125550100", provider="desk")
            await call.reaches("active")
            await call.hang_up()

    Its objects belong to the thread of its event loop. The library has threads of its own for time, transports and audio, so that a slow
    program delays no rule and no deadline.
    """

    async def __aenter__(self) -> Host:
        await self.open()
        return self

    async def __aexit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()

    # Calls and requests

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls that are there, the oldest first."""
        return tuple(self._calls.values())

    def call(self, call: Any) -> Call:
        """Returns the call of an id; raises `HookswitchError` (unknownCallUUID)."""
        found = self._calls.get(call_bytes(call))
        if found is None:
            raise HookswitchError("unknownCallUUID", f"there is no call {call}")
        return found

    def ask(self, number: int, read: Callable[[Event], Any] = nothing) -> Request[Any]:
        """Returns the request of a number that `direct` has just answered, in the same turn of the event loop."""
        request: Request[Any] = Request(number, read)
        self._requests[number] = request
        return request

    async def dial(
        self, handle: str, provider: Optional[str] = None, *, line: Optional[str] = None, origin: str = "user"
    ) -> Call:
        """Calls a handle, such as "tel:+12125550100" or "sip:bob@example.org", and returns the call once the host has accepted it.

        Without a provider the first one that takes the handle has it. `call.request` waits until the network has taken the call.
        """
        number, raw = self.here.dial(handle, provider, line=line, origin=origin)
        call = self.known(raw)
        call.request = self.ask(number)
        return call

    def transaction(self, *actions: Action, line: Optional[str] = None, origin: str = "user") -> Request[None]:
        """Requests several actions in order, as one: `host.transaction(End(a), Start("tel:…"))`."""
        return self.ask(self.here.transact(actions, line=line, origin=origin))

    def merge(self, *calls: Any) -> Request[None]:
        """Brings the whole groups of calls together."""
        return self.ask(self.here.merge([call_bytes(call) for call in calls]))

    def swap(self, line: Optional[str] = None) -> Request[None]:
        """Holds the group in front of a line (None: main), and resumes the one that was held last."""
        return self.ask(self.here.swap(line))

    def invoke(self, method: str, **parameters: Any) -> Request[Any]:
        """Asks for any method of the host's surface (docs/surface.md): `await host.invoke("history.list", limit=10)`."""
        return self.ask(self.here.invoke(method, parameters), json_answer)

    def events(self, limit: int = 4_096) -> Subscription[Event]:
        """Returns all events from now on, for `async for`; the iteration ends with the host.

        At most `limit` wait; then the oldest go, and an event "lagged" tells their number.
        """
        native = self.direct.native
        return self._subscribers.add(Subscription[Event](limit, lambda count: lagged(native, count)))

    def incoming(self, limit: int = 1_024) -> Subscription[Call]:
        """Returns the calls that ring, for `async for`: first those that ring now, without those that have ended since."""
        queue = Subscription[Call](limit, skip=lambda call: call.has_ended)
        for call in self.calls:
            if call.state == "ringing":
                queue.put(call)
        return self._incoming.add(queue)

    # Providers

    async def add_transport(self, name: str, transport: str, settings: Any = None, *, line: Optional[str] = None) -> None:
        """Finds a transport, loads it, and registers an instance of it as the provider `name`.

        `settings` are the transport's own. `line` is the line of its incoming calls: None for main, "each" for a line of its own for every
        call. Calls to it wait until it is ready; `ready` tells when that is, or why it never will be, as with wrong settings. Raises
        `HookswitchError`: exists, notFound, rejected.
        """
        self._losses.pop(name, None)
        await self.run(lambda: self.direct.add_transport(name, transport, settings, line=line))

    async def ready(self, name: str) -> None:
        """Waits until a provider can place calls; raises the error with which it was lost, as after wrong settings or without a network.

        Needs the events "providers".
        """
        self.check()
        while self._standings.get(name) != "ready":
            if name in self._losses:
                raise self._losses[name]
            await self._standing_waiters.wait()
            self.check()

    async def transports(self) -> dict[str, Any]:
        """Returns the transports that are found, and why one is refused."""
        return await self.run(self.direct.transports)

    def add_provider(self, provider: Provider) -> None:
        """Registers a provider of the program's own; raises `HookswitchError` (exists)."""
        self.check()
        provider.joined(self)
        self.direct.add_provider(provider.name, provider.options)
        self._providers[provider.name] = provider

    def providers(self) -> Any:
        """Returns all providers with their standing and configuration."""
        return self.direct.providers()

    def configure_transport(self, name: str, settings: Any) -> Request[None]:
        """Gives a provider's transport other settings, which it takes whole or not at all. Its calls go on."""
        return self.ask(self.here.configure_transport(name, settings))

    def diagnostics(self, name: str, call: Optional[Call] = None, level: int = 0) -> Request[Any]:
        """Asks a provider's transport for its counters, or for its measurements of a call."""
        return self.ask(self.here.diagnostics(name, None if call is None else call.raw_id, level), json_answer)

    def remove_provider(self, name: str) -> None:
        """Retires a provider of any kind: its calls end as failed."""
        self.direct.remove_provider(name)
        provider = self._providers.pop(name, None)
        if provider is not None:
            provider.left()

    def reset_provider(self, name: str) -> None:
        """Has a provider of any kind forget all its calls."""
        self.direct.reset_provider(name)

    def pardon_provider(self, name: str) -> None:
        """Lets a provider in quarantine try again."""
        self.direct.pardon_provider(name)

    def listen_for_streams(self, address: str, **options: Any) -> str:
        """Takes connections of other programs at an address, such as "ws://127.0.0.1:0/media", for `Call.offer_stream`.

        Returns the URL with its port. `Stream` describes the options; `certificate` names our certificate and key for "wss://".
        """
        self.check()
        return self.direct.listen_for_streams(address, options_struct(options))

    # Filters of callers

    def block(self, handle: str) -> None:
        """Refuses calls from a handle, on all lines."""
        self.direct.set_blocked(handle, True)

    def unblock(self, handle: str) -> None:
        """Refuses calls from a handle no longer."""
        self.direct.set_blocked(handle, False)

    def let_through(self, handle: str, on: bool = True) -> None:
        """Lets a handle ring while do-not-disturb is on, or no longer."""
        self.direct.set_let_through(handle, on)

    def do_not_disturb(self, on: bool = True, line: Optional[str] = None) -> None:
        """Switches do-not-disturb of a line (None: main) on or off."""
        self.direct.set_do_not_disturb(on, line)

    def filters(self) -> dict[str, list[str]]:
        """Returns the lists "blocked" and "letThrough"."""
        return self.direct.filters()

    def screener(self, name: str) -> Callable[[ScreenerT], ScreenerT]:
        """Makes a function the screener `name`, as a decorator.

        The function has the picture of a call that wants to ring, and returns "continue", "silence" or "block" within a second. Lines ask
        the screeners that their policy names. An error in the function lets the call ring.
        """

        def add(function: ScreenerT) -> ScreenerT:
            if self.is_open:
                self.check()
                self.direct.set_screener(name)
            self._screeners[name] = function
            return function

        return add

    def remove_screener(self, name: str) -> None:
        """Makes the program the screener `name` no longer."""
        if self._screeners.pop(name, None) is not None and self.is_open:
            self.direct.set_screener(name, False)

    # Configuration, time, pictures

    def configure(self, config: Union[str, dict[str, Any]]) -> None:
        """Changes what can change while the host runs: policy, policies, blocked, letThrough, audio.ringtone, audio.country."""
        self.direct.configure(config)

    def listen(self, events: Iterable[str]) -> None:
        """Chooses the events that are told: "calls", "results", "providers", "lineAudio", "log".

        Without "calls" the states of calls stand still, and `reaches` waits for ever.
        """
        chosen = events if isinstance(events, str) else tuple(events)
        self.direct.listen(chosen)
        self._listens_to_calls = "calls" in chosen

    def policy(self, line: Optional[str] = None) -> dict[str, Any]:
        """Returns the policy of a line (None: main)."""
        return self.direct.policy(line)

    def lines(self) -> list[str]:
        """Returns the names of the lines."""
        return self.direct.lines()

    def snapshot(self, line: Optional[str] = None) -> Snapshot:
        """Returns a line as it is now (None: main), which may be ahead of the events."""
        return self.direct.snapshot(line)

    def line_audio(self, line: Optional[str] = None) -> dict[str, Any]:
        """Returns the owners, devices and route of a line's audio, and the counters of the engine."""
        return self.direct.line_audio(line)

    def now(self) -> int:
        """Returns the time on the host's clock, in nanoseconds."""
        return self.direct.now()

    def date(self, time: int) -> datetime:
        """Returns a time of the host's clock as a date."""
        return datetime.fromtimestamp(self.direct.unix_time(time) / 1e9, timezone.utc)

    async def flush_journal(self) -> None:
        """Returns when all that was decided so far is in the journal."""
        await self.run(self.direct.flush_journal)

    async def settle(self) -> None:
        """Returns when nothing is under way inside the host, and the program has the events of it."""
        await self.run(self.direct.settle)
        self.drain()

    def tick_audio(self, count: int = 1) -> None:
        """Moves the audio of a host with the audio clock "manual" on by `count` times 20 ms."""
        for _ in range(count):
            self.direct.tick_audio()
