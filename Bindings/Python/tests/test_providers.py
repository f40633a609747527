"""Providers of the program's own, and the program as a screener."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from conftest import FarEnd, connected, run, taken, turn
from hookswitch import Action, CallEnded, CallInfo, Host, HookswitchError, ManualClock, Provider, ProviderOptions


def test_an_incoming_call_is_shown_or_refused() -> None:
    async def test() -> None:
        async with Host() as host:
            host.add_provider(far := FarEnd())
            ringing = host.incoming()
            call = await far.report_incoming("tel:+12125550199", name="Ada")
            assert call.state == "ringing" and call.name == "Ada" and not call.is_outgoing and ("shown", call) in far.notices
            assert call.info.answers["automatic"] == "ok" and await ringing.__anext__() is call
            # A queue that begins now has the call that rings already.
            assert await host.incoming().__anext__() is call
            await call.answer()
            assert call.state == "active" and ("answer", call) in far.asked
            far.report_ended(call)
            await call.reaches("ended")
            host.block("tel:+12125550199")
            with pytest.raises(HookswitchError) as caught:
                await far.report_incoming("tel:+12125550199")
            assert caught.value.code == "filteredByBlockList" and ("refused", "filteredByBlockList") in far.notices
            host.unblock("tel:+12125550199")
            host.do_not_disturb()
            assert host.snapshot().do_not_disturb
            with pytest.raises(HookswitchError, match="^filteredByDoNotDisturb"):
                await far.report_incoming("tel:+12125550199")
            host.let_through("tel:+12125550199")
            assert host.filters() == {"blocked": [], "letThrough": ["tel:+12125550199"]}
            call = await far.report_incoming("tel:+12125550199")
            await call.hang_up()
            assert (call.end_reason, call.end_cause) == ("localEnded", "declined") and host.calls == ()

    run(test())


def test_a_call_that_ended_meanwhile_is_left_out() -> None:
    async def test() -> None:
        async with Host() as host:
            host.add_provider(far := FarEnd())
            ringing = host.incoming()
            first = await far.report_incoming("tel:+12125550199")
            far.report_ended(first, "unanswered")
            await first.reaches("ended")
            second = await far.report_incoming(None)
            assert second.handle == "" and await ringing.__anext__() is second

    run(test())


def test_a_method_that_is_not_there_fails_as_unimplemented() -> None:
    class Bare(Provider):
        def start(self, action: Action) -> None:
            pass

    async def test() -> None:
        async with Host() as host:
            host.add_provider(bare := Bare("bare"))
            call = await host.dial("tel:+12125550100", "bare")
            assert call.request is not None
            await call.request
            bare.report(call, "connected")
            await call.reaches("active")
            with pytest.raises(HookswitchError, match="^notSupported"):
                await call.hold()
            bare.remove()
            assert not [provider for provider in host.providers()["providers"] if provider["provider"] == "bare"]
            with pytest.raises(CallEnded):
                await call.reaches("held")
            assert call.end_cause == "providerLost" or call.end_reason == "failed"

    run(test())


def test_an_error_in_a_method_fails_the_action_and_is_told() -> None:
    class Broken(FarEnd):
        async def set_held(self, action: Action) -> None:  # type: ignore[override]
            raise ZeroDivisionError("no such thing")

        def set_muted(self, action: Action) -> None:
            raise ZeroDivisionError("no such thing")

        def shown(self, call: Any) -> None:
            raise ZeroDivisionError("no such thing")

    async def test() -> None:
        faults: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault["exception"]))
        async with Host() as host:
            host.add_provider(far := Broken())
            call = await connected(host, far)
            for request in (call.hold(), call.mute()):
                with pytest.raises(HookswitchError, match="ZeroDivisionError: no such thing") as caught:
                    await request
                assert caught.value.code == "actionFailed"
            await far.report_incoming("tel:+12125550199")
        assert [type(fault) for fault in faults] == [ZeroDivisionError] * 3

    run(test())


def test_a_method_is_cancelled_at_the_deadline() -> None:
    class Slow(FarEnd):
        cancelled = 0

        async def set_held(self, action: Action) -> None:  # type: ignore[override]
            try:
                await asyncio.get_running_loop().create_future()
            finally:
                Slow.cancelled += 1
                assert action.is_answered
                action.fulfill()

    async def test() -> None:
        clock = ManualClock(1_700_000_000)
        async with Host(clock=clock) as host:
            host.add_provider(far := Slow("own", ProviderOptions(deadlines={"setHeld": 4})))
            assert host.date(host.now()).timestamp() == 1_700_000_000
            call = await connected(host, far)
            before = host.now()
            request = call.hold()
            await taken(host)
            await clock.passes(3.9)
            await taken(host)
            assert not request.is_done
            await clock.passes(0.2, step=0.1)
            with pytest.raises(HookswitchError, match="^timedOut"):
                await request
            assert Slow.cancelled == 1 and host.now() - before == 4_100_000_000
        clock.close()
        with pytest.raises(HookswitchError, match="^wrongState"):
            clock.advance(1)

    run(test())


def test_an_action_is_cancelled_when_its_call_ends() -> None:
    class Slow(FarEnd):
        def __init__(self) -> None:
            super().__init__()
            self.begun = asyncio.get_running_loop().create_future()
            self.stopped = asyncio.get_running_loop().create_future()

        async def start(self, action: Action) -> None:
            self.begun.set_result(None)
            try:
                await asyncio.get_running_loop().create_future()
            except asyncio.CancelledError:
                self.stopped.set_result(None)
                raise

    async def test() -> None:
        async with Host() as host:
            host.add_provider(far := Slow())
            call = await host.dial("tel:+12125550100", "own")
            await far.begun
            far.report_ended(call, "failed")
            await far.stopped
            await call.reaches("ended")

    run(test())


def test_actions_come_in_pieces() -> None:
    async def test() -> None:
        async with Host() as host:
            pieces: list[tuple[int, int, int]] = []

            class Pieces(FarEnd):
                def end(self, action: Action) -> None:
                    pieces.append((action.details.transaction, action.details.place, action.details.pieces))

            host.add_provider(far := Pieces("own", ProviderOptions(in_pieces=True)))
            first = await connected(host, far)
            second = await connected(host, far)
            await first.merge(second)
            await first.hang_up_group()
            assert all(piece[1] < piece[2] for piece in pieces) and len(pieces) == 2

    run(test())


def test_readiness_loss_reset_and_change() -> None:
    async def test() -> None:
        clock = ManualClock()
        async with Host(clock=clock) as host:
            options = ProviderOptions(display_name="Own", handle_kinds=["phoneNumber"], starts_unready=True, restarts=True)
            host.add_provider(far := FarEnd("own", options))
            with pytest.raises(HookswitchError, match="^exists"):
                host.add_provider(FarEnd("own"))
            with pytest.raises(HookswitchError, match="^wrongState"):
                host.add_provider(far)
            await taken(host)
            assert ("begin",) in far.notices
            far.report_ready()
            await host.ready("own")
            call = await connected(host, far)
            far.change(ProviderOptions(display_name="Other", handle_kinds=["phoneNumber"], restarts=True))
            assert host.providers()["providers"][0]["name"] == "Other"
            host.reset_provider("own")
            await call.reaches("ended")
            await taken(host)
            assert ("reset",) in far.notices and call.end_cause == "reset"
            call = await connected(host, far)
            far.report_lost()
            await call.reaches("ended")
            assert call.end_cause == "providerLost"
            await clock.passes(2)
            await taken(host)
            assert ("restart",) in far.notices
            host.pardon_provider("own")
            far.report_reset()

    run(test())


def test_screeners() -> None:
    async def test() -> None:
        host = Host({"policy": {"screeners": ["spam"], "maximumRingingCalls": 10}})
        asked: list[str] = []

        @host.screener("spam")
        async def judge(call: CallInfo) -> str:
            asked.append(call.handle)
            await turn()
            if call.name == "error":
                raise ZeroDivisionError
            return call.name or "continue"

        faults: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
        async with host:
            host.add_provider(far := FarEnd())
            with pytest.raises(HookswitchError, match="^filteredByScreener"):
                await far.report_incoming("tel:+12125550199", name="block")
            assert (await far.report_incoming("tel:+12125550198", name="silence")).info.is_silenced
            assert not (await far.report_incoming("tel:+12125550197")).info.is_silenced
            assert faults == []
            await far.report_incoming("tel:+12125550196", name="error")
            await far.report_incoming("tel:+12125550195", name="nonsense")
            assert len(faults) == 2 and asked == [f"+1212555019{digit}" for digit in "98765"]

            @host.screener("spam")
            def plain(call: CallInfo) -> str:
                return "block"

            with pytest.raises(HookswitchError, match="^filteredByScreener"):
                await far.report_incoming("tel:+12125550199")
            host.remove_screener("spam")
            await far.report_incoming("tel:+12125550194")

    run(test())


def test_a_screener_that_is_too_late_lets_the_call_ring() -> None:
    async def test() -> None:
        clock = ManualClock()
        host = Host({"policy": {"screeners": ["spam"]}}, clock=clock)
        verdict = asyncio.get_running_loop().create_future()

        @host.screener("spam")
        async def judge(call: CallInfo) -> Any:
            return await verdict

        async with host:
            host.add_provider(far := FarEnd())
            reported = asyncio.ensure_future(far.report_incoming("tel:+12125550199"))
            await taken(host)
            assert not reported.done()
            await clock.passes(2)
            assert (await reported).state == "ringing"
            verdict.set_result("block")
            await taken(host)

    run(test())


def test_a_call_takes_the_place_of_another() -> None:
    async def test() -> None:
        async with Host() as host:
            host.add_provider(far := FarEnd())
            call = await connected(host, far)
            other = await far.report_incoming("tel:+12125550199", replaces=call)
            await taken(host)
            assert other.state in ("ringing", "answering", "active")

    run(test())


def test_the_audio_session() -> None:
    async def test() -> None:
        async with Host({"audio": {"device": "null", "clock": "manual"}}) as host:
            host.add_provider(far := FarEnd("own", ProviderOptions(capabilities=["hold", "audio"])))

            call = await connected(host, far)
            far.configure_audio(call, {"category": "playAndRecord", "mode": "voiceChat"})
            with pytest.raises(HookswitchError, match="^invalid"):
                far.configure_audio(call, {"nonsense": 1})
            await taken(host)
            assert ("activate", "main", True) in far.notices
            audio = host.line_audio()
            assert audio["line"] == "main" or "lines" in audio or audio

    run(test())
