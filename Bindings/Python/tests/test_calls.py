"""Calls and requests, with a far end of the test's own."""

from __future__ import annotations

import asyncio
import pickle
import uuid
from typing import Any

import pytest
from conftest import LOOPBACK, FarEnd, connected, run, taken, turn
from hookswitch import (
    Answer, Call, CallEnded, End, Failure, Host, HookswitchError, PlayDTMF, ProviderOptions, SetGroup, SetHeld, SetMuted, Start, Transfer,
)


def refusal(code: str) -> Any:
    """Returns a context that expects a `HookswitchError` with a code."""
    return pytest.raises(HookswitchError, match=f"^{code}: ")


def test_a_call_passes_its_states() -> None:
    async def test() -> None:
        async with Host() as host:
            host.add_provider(far := FarEnd())
            call = await host.dial("tel:+12125550100", "own")
            assert call.state == "requested" and call.handle == "+12125550100" and call.is_outgoing
            assert host.calls == (call,) and host.call(call.id) is call
            seen = call.events()
            assert call.request is not None
            await call.request
            await call.reaches("active")
            assert call.provider == "own" and call.line == "main" and call.info.handle_kind == "phoneNumber"
            assert call.info.is_front and call.connected_at is not None and call.group != 0 and not call.is_muted
            await call.reaches("connecting")
            await call.hang_up()
            await call.reaches("ended")
            await call.reaches("ending")
            assert (call.end_reason, call.end_cause, call.has_ended, call.end_error) == ("localEnded", "user", True, None)
            assert not host.calls and far.asked == [("start", "+12125550100"), ("end", "user")]
            kinds = [event.state for event in [event async for event in seen] if event.type in ("state", "ended")]
            assert kinds == ["requested", "dialing", "connecting", "active", "ending", "ended"]
            assert [event async for event in call.events()] == [] and [digit async for digit in call.digits()] == []
            with refusal("unknownCallUUID"):
                call.hold()
            with refusal("unknownCallUUID"):
                host.call(call.id)

    run(test())


def test_hold_swap_merge_split() -> None:
    async def test() -> None:
        async with Host() as host:
            host.add_provider(far := FarEnd())
            first = await connected(host, far, "tel:+12125550100")
            second = await connected(host, far, "tel:+12125550101")
            assert (first.state, second.state) == ("held", "active")
            await host.swap()
            assert (first.state, second.state) == ("active", "held")
            await first.merge(second)
            assert (first.state, second.state) == ("active", "active") and first.group == second.group
            await second.split()
            assert (first.state, second.state) == ("held", "active") and first.group != second.group
            await second.hold()
            await first.resume()
            assert (first.state, second.state) == ("active", "held")
            await host.merge(first, second.id)
            await first.mute()
            assert first.is_muted
            await first.unmute()
            assert not first.is_muted
            await first.send_digits("12#")
            assert [digits for kind, digits in far.asked if kind == "play_dtmf"] == ["1", "2", "#"] or ("play_dtmf", "12#") in far.asked
            with refusal("invalidAction") as caught:
                first.send_digits("x")
            assert caught.value.calls == (first.id,)
            await second.hang_up_group()
            assert host.calls == ()

    run(test())


def test_digits_wait_until_they_are_continued() -> None:
    async def test() -> None:
        async with Host() as host:
            host.add_provider(far := FarEnd())
            call = await connected(host, far)
            sending = call.send_digits("1;2")
            await taken(host)
            assert not sending.is_done
            await call.continue_digits()
            await sending
            assert [digits for kind, digits in far.asked if kind == "play_dtmf"] == ["1", "2"]

    run(test())


def test_a_transaction_is_one_request_with_a_result_for_each_action() -> None:
    async def test() -> None:
        async with Host() as host:
            host.add_provider(far := FarEnd())
            first = await connected(host, far)
            start = Start("tel:+12125550101", "own")
            request = host.transaction(End(first), start)
            assert isinstance(start.id, uuid.UUID)
            results = [result async for result in request.results()]
            assert [(result.place, result.error) for result in results] == [(0, None), (1, None)]
            await request
            assert request.is_done and request.error is None and first.has_ended
            second = host.call(start.id)
            await second.reaches("active")
            await host.transaction(SetMuted(second), PlayDTMF(second, "5"), SetHeld(second))
            assert second.is_muted and second.state == "held"
            third = await connected(host, far, "tel:+12125550102")
            await host.transaction(SetHeld(second, False), SetGroup(third, second))
            assert third.group == second.group
            with refusal("emptyTransaction"):
                host.transaction()
            with refusal("transferUnsupported|actionFailed|notSupported|invalidAction"):
                await host.transaction(Transfer(third, second))
            with refusal("invalidAction"):
                host.transaction(Answer(third))
            with pytest.raises(TypeError):
                host.transaction("end")  # type: ignore[arg-type]

    run(test())


def test_a_request_that_fails_raises_at_the_await() -> None:
    class Stubborn(FarEnd):
        def set_held(self, action: object) -> None:
            raise Failure("the line cannot be parked", domain="isdn", code=29, cause=69)

    async def test() -> None:
        async with Host() as host:
            host.add_provider(far := Stubborn())
            call = await connected(host, far)
            request = call.hold()
            with refusal("actionFailed") as caught:
                await request
            assert request.error is not None and request.error.code == "actionFailed"
            assert [result.error is not None async for result in request.results()] == [True]
            assert caught.value.calls == (call.id,) and caught.value.transport is not None
            assert tuple(caught.value.transport) == ("isdn", 29, 69)
            # The second await raises too, and a request without an await complains to no log.
            with refusal("actionFailed"):
                await request
            call.hold()
            await taken(host)

    run(test())


def test_a_call_that_ends_first_raises_for_who_waits() -> None:
    class Busy(FarEnd):
        async def start(self, action: object) -> None:
            raise Failure("busy", domain="sip", code=486, cause=17)

    async def test() -> None:
        async with Host() as host:
            host.add_provider(Busy())
            call = await host.dial("tel:+12125550100", "own")
            with pytest.raises(CallEnded) as caught:
                await call.reaches("active")
            assert caught.value.code == "wrongState" and caught.value.info.end_reason == "failed" and str(call.id) in str(caught.value)
            assert caught.value.transport is not None and caught.value.transport.code == 486
            assert pickle.loads(pickle.dumps(caught.value)).info.id == call.id
            with pytest.raises(CallEnded):
                await call.reaches("held")
            with pytest.raises(HookswitchError):
                assert call.request is not None
                await call.request
            with refusal("invalid"):
                await call.reaches("talking")

    run(test())


def test_waiting_can_be_cancelled_and_leaves_others_alone() -> None:
    class Slow(FarEnd):
        async def start(self, action: object) -> None:
            await asyncio.get_running_loop().create_future()

    async def test() -> None:
        async with Host() as host:
            host.add_provider(Slow())
            call = await host.dial("tel:+12125550100", "own")
            assert call.request is not None
            one, two = (asyncio.ensure_future(call.reaches("active")) for _ in range(2))
            three, four = (asyncio.ensure_future(_performed(call)) for _ in range(2))
            await taken(host)
            one.cancel()
            three.cancel()
            await turn()
            assert one.cancelled() and three.cancelled() and not two.done() and not four.done()
            host.remove_provider("own")
            with pytest.raises(CallEnded):
                await two
            with pytest.raises(HookswitchError):
                await four

    async def _performed(call: Call) -> None:
        assert call.request is not None
        await call.request

    run(test())


def test_transfer_and_deflection() -> None:
    class Exchange(FarEnd):
        def transfer(self, action: object) -> None:
            self.asked.append(("transfer", action.other or action.handle))  # type: ignore[attr-defined]

        def deflect(self, action: object) -> None:
            self.asked.append(("deflect", action.handle))  # type: ignore[attr-defined]

    async def test() -> None:
        usual = ["hold", "group", "ungroup", "dtmf", "transfer", "deflect"]
        async with Host() as host:
            host.add_provider(far := Exchange("own", ProviderOptions(capabilities=usual)))
            first = await connected(host, far)
            assert first.info.capabilities == frozenset(usual)
            await first.transfer("tel:+12125550177")
            assert ("transfer", "+12125550177") in far.asked
            if not first.has_ended:
                far.report_ended(first)
                await first.reaches("ended")
            first = await connected(host, far)
            second = await connected(host, far, "tel:+12125550101")
            await second.transfer(first)
            assert ("transfer", first) in far.asked
            for call in host.calls:
                await call.hang_up()
            ringing = await far.report_incoming("tel:+12125550199")
            await ringing.deflect("tel:+12125550178")
            assert ("deflect", "+12125550178") in far.asked

    run(test())


def test_a_transfer_that_the_far_end_asks_for() -> None:
    async def test() -> None:
        async with Host() as host:
            host.add_provider(far := FarEnd())
            call = await connected(host, far)
            events = call.events()
            far.report(call, "transferRequest", "tel:+12125550177")
            async for event in events:
                if event.type == "transferRequested":
                    assert event.text == "+12125550177" and event.kind == "phoneNumber"
                    break
            await call.refuse_transfer()
            await taken(host)
            assert ("transfer_decided", False) in far.notices
            far.report(call, "transferRequest", "tel:+12125550177")
            await taken(host)
            call.accept_transfer()
            await taken(host)
            assert ("transfer_decided", True) in far.notices

    run(test())


def test_the_far_end_sends_digits_and_holds() -> None:
    async def test() -> None:
        async with Host() as host:
            host.add_provider(far := FarEnd())
            call = await connected(host, far)
            digits = call.digits()
            far.report(call, "dtmf", "42#")
            assert [await digits.__anext__() for _ in range(3)] == ["4", "2", "#"]
            far.report(call, "remotelyHeld")
            await taken(host)
            assert call.info.is_remotely_held
            far.report(call, "remotelyResumed")
            far.report_update(call, name="Ada", handle="sip:ada@example.org")
            await taken(host)
            assert not call.info.is_remotely_held and call.name == "Ada" and call.handle == "sip:ada@example.org"
            far.report_ended(call, "remoteEnded")
            assert [digit async for digit in digits] == []
            assert call.end_reason == "remoteEnded"

    run(test())


def test_the_surface() -> None:
    async def test() -> None:
        async with Host() as host:
            status = await host.invoke("host.status")
            assert status["state"] == "running"
            with refusal("notFound"):
                host.invoke("no.such")
            with refusal("invalid"):
                await host.invoke("call.get", call="nobody")
            with refusal("invalid"):
                host.invoke("host.status", number=float("nan"))

    run(test())


def test_loopback() -> None:
    async def test() -> None:
        async with Host() as host:
            await host.add_transport("line", LOOPBACK, line="each")
            with refusal("exists"):
                await host.add_transport("line", LOOPBACK)
            with refusal("notFound"):
                await host.add_transport("other", "org.hookswitch.nobody")
            await host.ready("line")
            await host.add_transport("other", LOOPBACK, {"no-such": 1})
            with pytest.raises(HookswitchError, match="/no-such is not a setting"):
                await host.ready("other")
            host.remove_provider("other")
            found = await host.transports()
            assert any(candidate.get("id") == LOOPBACK for candidate in found["candidates"])
            assert [provider["provider"] for provider in host.providers()["providers"]] == ["line"]
            await host.configure_transport("line", {"own-numbers": ["100"]})
            with pytest.raises(HookswitchError):
                await host.configure_transport("line", {"no-such": 1})
            calls = [await host.dial("5550100", "line", line=f"line{place}") for place in range(5)]
            for call in calls:
                await call.reaches("active")
            assert set(host.lines()) >= {f"line{place}" for place in range(5)}
            assert host.snapshot("line0").calls[0].id == calls[0].id and host.snapshot("nobody").calls == ()
            await asyncio.gather(*(call.hang_up() for call in calls))
            host.remove_provider("line")
            with refusal("notFound"):
                host.remove_provider("line")
            with refusal("unknownCallProvider"):
                await host.dial("5550100", "line")

    run(test())
