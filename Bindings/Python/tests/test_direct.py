"""The host without asyncio, and wrong arguments in all its functions."""

from __future__ import annotations

import ctypes
import select
import signal
import threading
import uuid
from typing import Any, Callable

import pytest
from conftest import LOOPBACK
from hookswitch import DirectHost, Event, Failure, HookswitchError, ManualClock, ProviderOptions, Start, _structs


def until(host: DirectHost, matches: Callable[[Event], bool]) -> Event:
    """Answers the program's actions, and returns the first event that matches."""
    while True:
        event = host.wait(10)
        assert event is not None, "the event never came"
        if event.type == "perform" and event.action is not None:
            host.fulfill(event.action.id)
        if matches(event):
            return event


def test_a_call_from_dial_to_end() -> None:
    with DirectHost() as host:
        host.add_provider("own", ProviderOptions(handle_kinds="phoneNumber"))
        number, call = host.dial("tel:+12125550100", "own", data=42)
        done = until(host, lambda event: event.type == "done")
        assert (done.request, done.data, done.status, done.error) == (number, 42, "ok", None)
        host.report("own", call, "connecting")
        host.report("own", call, "connected", time=host.now())
        active = until(host, lambda event: event.type == "state" and event.state == "active")
        assert active.call == call and active.id == uuid.UUID(bytes=call) and active.line == "main" and active.provider == "own"
        assert active.info is not None and active.info.connected > 0 and active.info.began <= active.info.started
        assert host.snapshot_of(call).calls[0].state == "active" and len(host.snapshot("main").calls) == 1
        assert host.snapshot().front == active.info.group != 0 and host.snapshot().revision > 0
        assert host.unix_time(host.now()) > 1_600_000_000 * 1_000_000_000
        request = host.end(call)
        assert until(host, lambda event: event.type == "done").request == request
        host.settle()
        list(host.pull())
        with pytest.raises(HookswitchError, match="^unknownCallUUID"):
            host.snapshot_of(call)
        host.shutdown(0)
        until(host, lambda event: event.type == "closed")
        with pytest.raises(HookswitchError, match="^wrongState"):
            host.dial("tel:1", "own")
    assert not host.is_open
    host.close()
    host.free()
    for use in (host.now, host.take, lambda: host.wait(0), lambda: list(host.pull()), host.fileno, host.filters):
        with pytest.raises(HookswitchError, match="^wrongState: the host was closed"):
            use()


def test_an_own_event_loop() -> None:
    with DirectHost(events=("calls",)) as host:
        host.add_transport("line", LOOPBACK)
        number, call = host.dial("tel:5550100", "line")
        states: list[str] = []
        done = 0
        # The answer to `end` may come after the call's end, so the loop takes both answers too.
        while states[-1:] != ["ended"] or done < 2:
            assert select.select([host], [], [], 10)[0]
            for event in host.pull():
                done += event.type == "done"
                if event.call == call and event.type in ("state", "ended"):
                    states.append(event.state)
                    if event.state == "active":
                        host.end(event.call)
        assert states == ["requested", "dialing", "connecting", "active", "ending", "ended"]
        assert list(host.pull()) is not None and not select.select([host], [], [], 0)[0]
        assert host.wait(0.001) is None


def test_events_stay_valid_and_can_be_taken_in_parts() -> None:
    with DirectHost({"policy": {"maximumCallGroups": 1000}}, event_limit=1) as host:
        host.add_transport("line", LOOPBACK, line="each")
        for place in range(20):
            host.dial("tel:5550100", "line", line=f"line{place}")
        host.settle()
        events = list(host.pull(limit=7))
        assert len(events) == 7
        rest = list(host.pull())
        lines = {event.info.line for event in events + rest if event.info is not None}
        assert lines == {f"line{place}" for place in range(20)}
        assert all(event.info.handle == "5550100" for event in events + rest if event.info is not None)


def test_wake_ends_a_wait() -> None:
    with DirectHost() as host:
        threading.Timer(0.05, host.wake).start()
        assert host.wait() is None
        with pytest.raises(HookswitchError, match="^invalid"):
            host.wait(-3)
        # Another thread takes events: this one is refused, or finds nothing.
        outcomes: list[Any] = []
        waiter = threading.Thread(target=lambda: outcomes.append(host.wait()))
        waiter.start()
        while waiter.is_alive():
            assert host.take() is None
            host.wake()
        waiter.join()
        assert outcomes == [None]


def test_a_signal_ends_a_wait() -> None:
    class Alarm(Exception):
        pass

    def ring(number: int, frame: Any) -> None:
        raise Alarm

    with DirectHost() as host:
        before = signal.signal(signal.SIGALRM, ring)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            with pytest.raises(Alarm):
                host.wait()
        finally:
            signal.signal(signal.SIGALRM, before)
        assert host.wait(0) is None


def test_the_functions_that_the_package_itself_does_without() -> None:
    with DirectHost() as host:
        functions = host.native.functions
        host.add_provider("own")
        record = _structs.hk_event.from_address(functions.hk_wait(host._host, 10_000))
        assert functions.hk_event_name(record.type) in (b"provider", b"begin")
        seen: list[int] = []
        handlers = _structs.make(
            _structs.hk_handlers, other=_structs.hk_handler(lambda context, handle, event: seen.append(event.contents.type))
        )
        host.settle()
        assert functions.hk_dispatch(host._host, ctypes.byref(handlers), None, 10_000) == len(seen) > 0
        text, call = ctypes.create_string_buffer(37), _structs.hk_call()
        functions.hk_call_text(_structs.hk_call.from_buffer_copy(bytes(range(16))), text)
        assert functions.hk_call_parse(text, ctypes.byref(call)) == 0 and bytes(call) == bytes(range(16))


def test_the_program_fails_actions_and_reports() -> None:
    with DirectHost() as host:
        host.add_provider("own")
        number, call = host.dial("tel:+12125550100", "own")
        action = until_action(host)
        assert (action.kind, action.handle, action.provider, action.origin, action.place, action.pieces) == (
            "start", "+12125550100", "own", "user", 0, 1
        )
        assert action.call == call and action.other is None and action.deadline > host.now()
        host.fail(action.id, Failure("busy here", domain="sip", code=486, cause=17))
        done = until(host, lambda event: event.type == "done")
        assert done.error is not None and done.error.transport is not None and done.error.transport.cause == 17
        with pytest.raises(HookswitchError, match="^notFound"):
            host.fulfill(action.id)
        call = host.report_incoming("own", "Ada", handle_kind="generic", name="Ada", capabilities=["hold"])
        shown = until(host, lambda event: event.type == "shown")
        assert shown.call == call and shown.info is not None and shown.info.capabilities == frozenset(["hold"])
        assert shown.info.handle_kind == "generic"
        host.report_ended("own", call, "answeredElsewhere", Failure(cause=26), time=host.now())
        ended = until(host, lambda event: event.type == "ended")
        assert ended.info is not None and ended.info.end_reason == "answeredElsewhere" and ended.info.ended > 0
        host.change_provider("own", ProviderOptions(emergency_numbers=["999"], no_history=True, max_groups=3))
        with pytest.raises(HookswitchError, match="^invalid: .*ringtone"):
            host.change_provider("own", ProviderOptions(ringtone="nothing.wav"))
        # The replies of a stranger are ignored and counted.
        host.report("own", uuid.uuid4(), "connected")


def until_action(host: DirectHost) -> Any:
    """Returns the next action, and leaves it open."""
    while True:
        event = host.wait(10)
        assert event is not None
        if event.type == "perform":
            return event.action


def test_a_clock_shared_by_two_hosts() -> None:
    clock = ManualClock()
    with DirectHost(clock=clock) as one, DirectHost(clock=clock) as two:
        clock.advance(1.5)
        assert one.unix_time(one.now()) == two.unix_time(two.now()) == 1_500_000_000
        with pytest.raises(HookswitchError, match="^invalid"):
            clock.advance(-1)
        with pytest.raises(HookswitchError, match="^invalid"):
            clock.advance(1e30)
        for nonsense in (float("nan"), float("inf")):
            with pytest.raises(HookswitchError, match="^invalid"):
                clock.advance(nonsense)
            with pytest.raises(HookswitchError, match="^invalid"):
                one.wait(nonsense)
    clock.close()


NONSENSE: dict[str, Callable[[DirectHost, bytes], object]] = {
    "a handle that is no text": lambda host, call: host.dial(5, "own"),  # type: ignore[arg-type]
    "a handle with a NUL": lambda host, call: host.dial("tel:1\0", "own"),
    "a handle that is not Unicode": lambda host, call: host.dial("\ud800", "own"),
    "a handle that is too long": lambda host, call: host.dial("1" * 70_000, "own"),
    "an empty handle": lambda host, call: host.dial("", "own"),
    "an unknown provider": lambda host, call: host.dial("tel:1", "nobody"),
    "an unknown origin": lambda host, call: host.dial("tel:1", "own", origin="god"),
    "an origin that is not ours": lambda host, call: host.swap(origin="host"),
    "data that is too large": lambda host, call: host.swap(data=1 << 64),
    "data below zero": lambda host, call: host.swap(data=-1),
    "data that is no number": lambda host, call: host.swap(data="1"),  # type: ignore[arg-type]
    "a call of 3 bytes": lambda host, call: host.end(b"abc"),
    "a call that is no id": lambda host, call: host.end("nobody"),
    "a call that is a number": lambda host, call: host.end(7),
    "no call": lambda host, call: host.end(bytes(16)),
    "an unknown call": lambda host, call: host.end(uuid.uuid4()),
    "an unknown choice": lambda host, call: host.answer(call, "maybe"),
    "digits that are none": lambda host, call: host.play_dtmf(call, "x"),
    "nothing to merge": lambda host, call: host.merge([]),
    "a merge with a stranger": lambda host, call: host.merge([call, uuid.uuid4()]),
    "an empty transaction": lambda host, call: host.transact([]),
    "a transaction with an empty start": lambda host, call: host.transact([Start("")]),
    "a transaction that is too long": lambda host, call: host.transact([Start("tel:1", "own")] * 1_025),
    "parameters that are no object": lambda host, call: host.invoke("host.status", [1]),
    "parameters that are no JSON": lambda host, call: host.invoke("host.status", "{"),
    "a method that is not there": lambda host, call: host.invoke("no.such"),
    "a transport that is not there": lambda host, call: host.add_transport("x", "no.such"),
    "settings of a provider that is not there": lambda host, call: host.configure_transport("nobody", {}),
    "settings of an own provider": lambda host, call: host.configure_transport("own", {}),
    "statistics of nobody": lambda host, call: host.diagnostics("nobody"),
    "a level that is too large": lambda host, call: host.diagnostics("own", None, 1 << 40),
    "a provider with no name": lambda host, call: host.add_provider(""),
    "a provider that is there": lambda host, call: host.add_provider("own"),
    "an unknown capability": lambda host, call: host.add_provider("x", ProviderOptions(capabilities=["fly"])),
    "deadlines that are none": lambda host, call: host.add_provider("x", ProviderOptions(deadlines={"start": -1})),
    "an action that is not there": lambda host, call: host.fulfill(99),
    "an action below zero": lambda host, call: host.fulfill(-1),
    "a report that is none": lambda host, call: host.report("own", call, "exploded"),
    "a report of digits without digits": lambda host, call: host.report("own", call, "dtmf"),
    "an end that is not a provider's": lambda host, call: host.report_ended("own", call, "localEnded"),
    "an end that is none": lambda host, call: host.report_ended("own", call, "nonsense"),
    "a report of nobody": lambda host, call: host.report("nobody", call, "held"),
    "a cause that is too large": lambda host, call: host.report_lost("own", Failure(cause=1 << 32)),
    "an empty handle to block": lambda host, call: host.set_blocked(""),
    "a verdict that is none": lambda host, call: host.screen("x", call, "maybe"),
    "a verdict without a question": lambda host, call: host.screen("x", call, "block"),
    "a record without audio": lambda host, call: host.record(call, "/nowhere/x.wav"),
    "a level without audio": lambda host, call: host.level(call),
    "an attachment without audio": lambda host, call: host.open_audio(call),
    "a stream that is not there": lambda host, call: host.close_stream(77),
    "a tick without audio": lambda host, call: host.tick_audio(),
    "an unknown member": lambda host, call: host.configure({"nonsense": 1}),
    "a time that is too large": lambda host, call: host.unix_time(1 << 64),
    "a timeout below zero": lambda host, call: host.shutdown(-1),
    "events that are none": lambda host, call: host.listen(["everything"]),
}


@pytest.fixture(scope="module")
def up() -> Any:
    """Returns a host with a call."""
    with DirectHost() as host:
        host.add_provider("own")
        number, call = host.dial("tel:+12125550100", "own")
        until(host, lambda event: event.type == "done")
        host.report("own", call, "connected")
        until(host, lambda event: event.state == "active")
        yield host, call
        assert host.snapshot_of(call).calls[0].state == "active"
        host.shutdown(0)
        until(host, lambda event: event.type == "closed")


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_is_refused_and_changes_nothing(up: tuple[DirectHost, bytes], what: str) -> None:
    host, call = up
    revision = host.snapshot().revision
    with pytest.raises((HookswitchError, TypeError)) as caught:
        NONSENSE[what](host, call)
    if isinstance(caught.value, HookswitchError):
        assert caught.value.code not in ("unknown", "ok", "") and len(caught.value.message) > 10
    assert host.snapshot().revision == revision
