"""Events: their order, their bounds, and the end of iterations."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest
from conftest import FarEnd, connected, run, taken, turn
from hookswitch import Event, Host, HookswitchError, ProviderOptions
from hookswitch._host_events import MOST_EVENTS
from hookswitch._waiting import Subscription, Waiters

MANY = {"policy": {"maximumCallGroups": 100_000}}


def test_events_end_with_the_host() -> None:
    async def test() -> None:
        async with Host() as host:
            host.add_provider(far := FarEnd())
            events = host.events()
            call = await connected(host, far)
            await call.hang_up()
        seen = [event async for event in events]
        assert seen[-1].type == "closed" and seen[0].type in ("begin", "provider")
        types = [event.type for event in seen if event.id == call.id]
        assert types.index("ended") < types.index("record")
        record = next(event for event in seen if event.type == "record")
        assert record.outcome == "answered" and record.provider == "own" and record.line == "main" and record.tone == ""
        assert "ready" in [event.standing for event in seen]
        done = [event for event in seen if event.type == "done"]
        assert len(done) == 2 and all(event.status == "ok" and event.call == b"" and event.state == "" for event in done)
        assert "<Event " in repr(record)
        assert [event async for event in events] == []
        with pytest.raises(HookswitchError, match="^wrongState"):
            host.check()

    run(test())


def test_more_events_than_one_turn_takes() -> None:
    async def test() -> None:
        async with Host(MANY) as host:
            host.add_provider(far := FarEnd("own", ProviderOptions(max_groups=100_000)))
            await taken(host)
            seen = host.events(limit=100_000)
            turns = 0

            async def count_turns() -> None:
                nonlocal turns
                while True:
                    turns += 1
                    await turn()

            counting = asyncio.ensure_future(count_turns())
            for place in range(MOST_EVENTS):
                host.direct.dial("tel:+12125550100", "own", line=f"line{place}")
            # More than two turns can take are in the queue now. Another task runs between them.
            await turn()
            before = turns
            received = 0
            async for event in seen:
                received += event.type == "perform"
                if received == MOST_EVENTS:
                    break
            assert turns > before
            counting.cancel()
            while len(host.calls) < MOST_EVENTS or any(call.state != "active" for call in host.calls):
                await turn()
            assert len(far.asked) == MOST_EVENTS

    run(test())


def test_a_slow_reader_is_told_its_loss() -> None:
    async def test() -> None:
        async with Host() as host:
            host.add_provider(far := FarEnd())
            events = host.events(limit=3)
            await connected(host, far)
            await taken(host)
            first = await events.__anext__()
            assert first.type == "lagged" and first.value == events.lost > 3 and first.info is None
            rest = [await events.__anext__() for _ in range(3)]
            assert all(isinstance(event, Event) and event.type != "lagged" for event in rest)
            await events.aclose()
            assert [event async for event in events] == []

    run(test())


def test_the_program_chooses_its_events() -> None:
    async def test() -> None:
        async with Host(events=["calls", "log"]) as host:
            host.add_provider(far := FarEnd())
            events = host.events()
            call = await connected(host, far)
            await taken(host)
            host.listen(["results"])
            with pytest.raises(HookswitchError, match='^wrongState: the host does not listen to "calls"'):
                await call.reaches("held")
            await call.mute()
            with pytest.raises(HookswitchError, match="^invalid: events is empty"):
                host.listen(())
            with pytest.raises(HookswitchError, match="^invalid: events is 'nonsense'"):
                host.listen(["nonsense"])
            with pytest.raises(HookswitchError, match="^invalid: events is the text"):
                host.listen("calls")
        types = {event.type for event in [event async for event in events]}
        assert types >= {"begin", "state", "perform", "done", "result", "closed"} and not types & {"provider", "ended", "changed"}

    run(test())


def test_queues_that_the_program_has_dropped_fall_out() -> None:
    async def test() -> None:
        async with Host() as host:
            queue = weakref.ref(host.events())
            gc.collect()
            assert queue() is None and not host._subscribers

    run(test())


def test_bounded_queues_and_waiters() -> None:
    async def test() -> None:
        queue: Subscription[int] = Subscription(2, skip=lambda item: item == 3)
        for item in range(4):
            queue.put(item)
        queue.end()
        queue.put(9)
        assert [item async for item in queue] == [2] and queue.lost == 2
        waiters = Waiters()
        one, two = asyncio.ensure_future(waiters.wait()), asyncio.ensure_future(waiters.wait())
        await turn()
        # A wake and a cancellation in one turn.
        one.cancel()
        waiters.wake(False)
        await turn()
        await turn()
        assert one.cancelled() and two.result() is False and not waiters

    run(test())
