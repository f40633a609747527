"""The life of a host: its end, forks, threads, finalizers, and the process around it."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from typing import Any

import pytest
from conftest import LOOPBACK, FarEnd, connected, run, taken, turn
from hookswitch import CallEnded, DirectHost, Host, HookswitchError, ManualClock


def test_closing_ends_the_calls_and_all_that_waits() -> None:
    class Slow(FarEnd):
        async def set_held(self, action: Any) -> None:  # type: ignore[override]
            await asyncio.get_running_loop().create_future()

    async def test() -> None:
        async with Host() as host:
            host.add_provider(far := Slow())
            await host.add_transport("line", LOOPBACK, line="each")
            call = await connected(host, far)
            other = await host.dial("tel:5550100", "line", line="other")
            await other.reaches("active")
            request = call.hold()
            waiting = [asyncio.ensure_future(one) for one in (call.reaches("held"), other.reaches("held"), _done(request))]
            digits, events, incoming = call.digits(), call.events(), host.incoming()
            await taken(host)
        assert call.has_ended and other.has_ended and host.calls == () and not host.is_open
        for one in waiting[:2]:
            with pytest.raises(CallEnded):
                await one
        with pytest.raises(HookswitchError):
            await waiting[2]
        assert [digit async for digit in digits] == [] and [call async for call in incoming] == []
        assert [event async for event in events][-1].type == "ended"
        await host.close()
        for use in (lambda: host.merge(call, other), lambda: host.invoke("host.status"), call.hang_up, host.now, host.incoming):
            with pytest.raises(HookswitchError, match="^wrongState"):
                use()
                raise HookswitchError("wrongState", "a queue of a host that was closed has only its end")
        with pytest.raises(HookswitchError, match="^wrongState"):
            await host.open()

    async def _done(request: Any) -> None:
        await request

    run(test())


def test_a_host_whose_calls_do_not_end_is_given_up() -> None:
    class Deaf(FarEnd):
        async def end(self, action: Any) -> None:  # type: ignore[override]
            await asyncio.get_running_loop().create_future()

    async def test() -> None:
        host = Host(close_timeout=0.05)
        async with host:
            host.add_provider(far := Deaf())
            call = await connected(host, far)
            request = call.hang_up()
            await turn()
        assert call.has_ended and not host.is_open
        with pytest.raises(HookswitchError):
            await request

    run(test())


def test_closing_can_be_cancelled_and_finished_later() -> None:
    class Gate(FarEnd):
        opened: asyncio.Future[None]

        async def end(self, action: Any) -> None:  # type: ignore[override]
            await asyncio.shield(self.opened)

    async def test() -> None:
        async with Host() as host:
            host.add_provider(far := Gate())
            far.opened = asyncio.get_running_loop().create_future()
            call = await connected(host, far)
            closing = asyncio.ensure_future(host.close())
            while call.state != "ending":
                await turn()
            closing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await closing
            assert host.is_open
            far.opened.set_result(None)
        assert not host.is_open and call.end_reason == "localEnded"

    run(test())


def test_opening_can_be_cancelled(descriptors: Any) -> None:
    async def test() -> None:
        async with Host():
            pass
        before = descriptors()
        for _ in range(5):
            opening = asyncio.ensure_future(Host().open())
            await turn()
            opening.cancel()
            with pytest.raises(asyncio.CancelledError):
                await opening
        # The executor's thread makes the hosts to their end; each is freed by then.
        await asyncio.get_running_loop().run_in_executor(None, gc.collect)
        while descriptors() > before:
            await turn()

    run(test())


def test_a_cancelled_task_leaves_the_library_s_function_running() -> None:
    async def test() -> None:
        async with Host() as host:
            adding = asyncio.ensure_future(host.add_transport("line", LOOPBACK))
            await turn()
            adding.cancel()
            with pytest.raises(asyncio.CancelledError):
                await adding
            await host.ready("line")
            asyncio.ensure_future(host.add_transport("late", LOOPBACK)).cancel()
            adding = asyncio.ensure_future(host.add_transport("late", LOOPBACK))
            await turn()
        # The host has waited for it.
        with pytest.raises((HookswitchError, asyncio.CancelledError)):
            await adding
            raise HookswitchError("wrongState", "it was added before the end")

    run(test())


def test_a_wrong_configuration_names_the_member() -> None:
    async def test() -> None:
        with pytest.raises(HookswitchError, match=r"^invalid: .*\$\.audio\.device"):
            await Host({"audio": {"device": "nul"}}).open()
        with pytest.raises(HookswitchError, match="^invalid: config is no JSON"):
            await Host({"audio": object()}).open()
        with pytest.raises(HookswitchError, match="^exists"):
            await Host(journal="/dev/null").open()
        async with Host({"policy": {"maximumCallGroups": 1}}) as host:
            assert host.policy()["maximumCallGroups"] == 1
            host.configure({"policy": {"maximumCallGroups": 2}})
            assert host.policy("main")["maximumCallGroups"] == 2
            with pytest.raises(HookswitchError, match=r"\$\.policy\.maximumCalls"):
                host.configure('{"policy": {"maximumCalls": 1}}')
        with pytest.raises(HookswitchError, match="not open"):
            Host().now()

    run(test())


def test_the_journal_has_what_was_decided(tmp_path: Path) -> None:
    async def test() -> None:
        async with Host(journal=tmp_path / "journal", config_folder=tmp_path, transport_path=[tmp_path, "/nowhere"]) as host:
            host.add_provider(far := FarEnd())
            await connected(host, far)
            await host.flush_journal()
            assert "+12125550100" in (tmp_path / "journal").read_text()

    run(test())


def test_another_thread_is_refused() -> None:
    async def test() -> None:
        async with Host() as host:
            host.add_provider(far := FarEnd())
            call = await connected(host, far)
            caught: list[HookswitchError] = []

            def elsewhere() -> None:
                for use in (lambda: host.merge(call), call.hold, lambda: asyncio.run(host.close())):
                    try:
                        use()
                    except HookswitchError as error:
                        caught.append(error)

            await asyncio.get_running_loop().run_in_executor(None, elsewhere)
            assert [error.code for error in caught] == ["wrongState"] * 3 and all("thread" in error.message for error in caught)
            assert host.is_open and call.state == "active"

    run(test())


# Newer versions of Python warn of any fork beside threads, which is the subject here.
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_gets_an_error() -> None:
    async def test() -> None:
        async with Host() as host:
            host.add_provider(far := FarEnd())
            call = await connected(host, far)
            audio = call.audio()
            child = os.fork()
            if child == 0:
                codes = []
                for use in (
                    lambda: host.merge(call), lambda: call.hang_up(), host.snapshot, host.direct.take, host.direct.now, audio.open,
                    lambda: DirectHost(), lambda: host.direct.wait(0), lambda: host.block("tel:1"), lambda: ManualClock().advance(1),
                ):
                    try:
                        use()
                        codes.append("no error")
                    except HookswitchError as error:
                        codes.append(error.code)
                # Freeing here must leave the parent's event loop alone, with which the child shares its descriptors.
                asyncio.events._set_running_loop(None)
                asyncio.run(host.close())
                gc.collect()
                os._exit(0 if codes == ["wrongState"] * 10 else 1)
            _, status = os.waitpid(child, 0)
            assert os.waitstatus_to_exitcode(status) == 0
            await call.hold()

    run(test())


def test_a_host_that_was_dropped_is_freed(descriptors: Any) -> None:
    async def test() -> None:
        async with Host():
            pass
        gc.collect()
        before = descriptors()
        for _ in range(5):
            host = Host()
            await host.open()
            host.add_provider(far := FarEnd())
            await connected(host, far)
            reference = weakref.ref(host)
            del host, far
            await turn()
            with pytest.warns(ResourceWarning, match="dropped without"):
                gc.collect()
            assert reference() is None
            await turn()
            # The loop's selector has forgotten the descriptor, so that the next host can have its number.
            assert descriptors() <= before

    run(test())


def test_a_host_that_another_thread_drops_is_freed(descriptors: Any) -> None:
    async def test() -> None:
        before = descriptors()
        host: Any = Host()
        await host.open()
        box = [host]
        del host

        def drop() -> None:
            box.clear()
            gc.collect()

        with pytest.warns(ResourceWarning):
            await asyncio.get_running_loop().run_in_executor(None, drop)
        while descriptors() > before:
            await turn()

    run(test())


def test_a_host_outlives_its_closed_loop() -> None:
    box: list[Any] = []

    async def test() -> None:
        box.append(Host())
        await box[0].open()

    asyncio.run(test())
    with pytest.warns(ResourceWarning):
        box.clear()
        gc.collect()


def test_many_hosts_leave_no_descriptor_and_no_thread(descriptors: Any) -> None:
    async def life() -> None:
        async with Host({"audio": {"device": "null"}}) as host:
            host.add_provider(far := FarEnd())
            await connected(host, far)

    run(life())
    files, threads = descriptors(), len(os.listdir("/proc/self/task"))
    for _ in range(10):
        run(life())
    assert descriptors() <= files and len(os.listdir("/proc/self/task")) <= threads + 3


def test_two_hosts_in_two_loops() -> None:
    outcomes: list[str] = []

    async def life() -> None:
        async with Host() as host:
            host.add_provider(far := FarEnd())
            call = await connected(host, far)
            await call.hang_up()
            outcomes.append(call.end_reason)

    threads = [threading.Thread(target=lambda: asyncio.run(life())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == ["localEnded"] * 4


PROGRAM = """
import asyncio, os, signal, sys
from hookswitch import Host
async def main():
    host = Host({"policy": {"maximumCallGroups": 9}, "audio": {"device": "null"}})
    await host.open()
    await host.add_transport("line", "org.hookswitch.loopback", line="each")
    calls = [await host.dial("tel:5550100", "line", line=f"line{place}") for place in range(50)]
    for call in calls:
        await call.reaches("active")
    audio = calls[0].audio()
    audio.open()
    audio.write(bytes(32000))
    calls[1].hold()
    sys.stdout.write("up ")
    sys.stdout.flush()
    ENDING
# A shell starts the programs in its background with SIGINT ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("ending", "code"),
    [
        ("return", 0),
        ("raise SystemExit(3)", 3),
        ("os._exit(4)", 4),
        ("os.kill(os.getpid(), signal.SIGINT); await asyncio.get_running_loop().create_future()", 1),
        ("globals()['kept'] = host, audio", 0),
    ],
)
def test_the_process_ends_in_the_midst_of_calls(ending: str, code: int) -> None:
    program = PROGRAM.replace("ENDING", ending)
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30)
    interrupted = result.returncode in (-signal.SIGINT, 130) if "SIGINT" in ending else False
    assert (result.returncode == code or interrupted) and result.stdout == "up ", result.stderr
