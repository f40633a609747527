"""Calls through a telephone exchange in a box. It keeps its own time, so that its numbers have short times here."""

from __future__ import annotations

from typing import Any

from conftest import MOCK_PSTN, run
from hookswitch import Host

NUMBERS = {
    "tone-s": 0,
    "numbers": {
        "555-0101": {"does": "answer", "after-s": 0.1},
        "555-0103": {"does": "ring-out", "for-s": 0.1},
        "555-0107": {"steps": ["ring", "answer", {"wait-s": 0.1}, "hang-up"]},
    },
}


async def exchange(host: Host, **settings: Any) -> None:
    """Adds the exchange."""
    await host.add_transport("pstn", MOCK_PSTN, {**NUMBERS, **settings})
    await host.ready("pstn")


def test_answers_busy_and_silence() -> None:
    async def test() -> None:
        async with Host() as host:
            await exchange(host)
            call = await host.dial("555-0101", "pstn")
            await call.reaches("connecting")
            assert call.state == "connecting"
            await call.reaches("active")
            assert isinstance(await host.diagnostics("pstn"), dict)
            assert isinstance(await call.diagnostics(1), dict)
            await call.hang_up()
            busy = await host.dial("555-0102", "pstn")
            await busy.reaches("ended")
            assert busy.end_reason == "remoteEnded"
            assert busy.end_error is not None and busy.end_error.transport is not None and busy.end_error.transport.cause == 17
            silent = await host.dial("555-0103", "pstn")
            await silent.reaches("ended")
            assert silent.end_reason == "unanswered"
            short = await host.dial("555-0107", "pstn")
            await short.reaches("active")
            await short.reaches("ended")
            assert short.end_reason == "remoteEnded"

    run(test())


def test_digits_both_ways() -> None:
    async def test() -> None:
        async with Host() as host:
            await exchange(host)
            call = await host.dial("555-0160", "pstn")
            await call.reaches("active")
            digits = call.digits()
            await call.send_digits("42#")
            assert [await digits.__anext__() for _ in range(3)] == ["4", "2", "#"]

    run(test())


def test_a_caller_rings_and_is_answered() -> None:
    async def test() -> None:
        async with Host() as host:
            await exchange(host)
            ringing = host.incoming()
            asking = await host.dial("555-0141", "pstn")
            await asking.reaches("ended")
            caller = await ringing.__anext__()
            assert caller.name == "Alice Example" and caller.handle == "+12125550141"
            await caller.answer()
            await caller.reaches("active")
            await caller.hold()
            assert caller.state == "held"
            await caller.hang_up()
            assert host.calls == ()

    run(test())


def test_a_transport_in_a_process_of_its_own() -> None:
    async def test() -> None:
        async with Host({"isolation": "process"}) as host:
            await exchange(host)
            call = await host.dial("555-0100", "pstn")
            await call.reaches("active")
            await call.hang_up()

    run(test())
