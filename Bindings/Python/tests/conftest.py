"""The far end and the helpers that the tests share.

The tests use the installed package. HOOKSWITCH_LIBRARY and HOOKSWITCH_TRANSPORT_PATH let them use a build folder instead.
"""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import os
from typing import Any, Coroutine, TypeVar

import pytest
from hookswitch import Action, Call, Host, Provider, ProviderOptions

Answer = TypeVar("Answer")

#: The bound of a test, in seconds of real time. No test comes near it.
BOUND = 20.0
LOOPBACK = "org.hookswitch.loopback"
MOCK_PSTN = "org.hookswitch.mock-pstn"

faulthandler.enable()


def run(test: Coroutine[Any, Any, Answer]) -> Answer:
    """Runs a test on an event loop of its own, and fails it for errors that no task received."""
    faults: list[dict[str, Any]] = []

    async def bounded() -> Answer:
        asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
        return await asyncio.wait_for(test, BOUND)

    answer = asyncio.run(bounded())
    gc.collect()
    assert not faults, faults
    return answer


async def turn() -> None:
    """Lets the other tasks run."""
    await _Turn()


class _Turn:
    """An awaitable that gives up the rest of the task's turn."""

    def __await__(self) -> Any:
        yield


async def taken(host: Host) -> None:
    """Returns when all that is under way in the host has happened, and the program's tasks had their turns."""
    for _ in range(3):
        await host.settle()
        for _ in range(3):
            await turn()


class FarEnd(Provider):
    """A network that answers every call at once, and keeps a list of what it was asked for."""

    def __init__(self, name: str = "own", options: ProviderOptions | None = None) -> None:
        super().__init__(name, options)
        self.asked: list[tuple[str, Any]] = []
        self.notices: list[tuple[Any, ...]] = []

    async def start(self, action: Action) -> None:
        self.asked.append(("start", action.handle))
        action.fulfill()
        self.report(action.call, "connecting")
        self.report(action.call, "connected")

    def answer(self, action: Action) -> None:
        self.asked.append(("answer", action.call))

    def end(self, action: Action) -> None:
        self.asked.append(("end", action.cause))

    def set_held(self, action: Action) -> None:
        self.asked.append(("set_held", action.on))

    def set_muted(self, action: Action) -> None:
        self.asked.append(("set_muted", action.on))

    def set_group(self, action: Action) -> None:
        self.asked.append(("set_group", action.other))

    def play_dtmf(self, action: Action) -> None:
        self.asked.append(("play_dtmf", action.digits))

    def begin(self) -> None:
        self.notices.append(("begin",))

    def reset(self) -> None:
        self.notices.append(("reset",))

    def restart(self) -> None:
        self.notices.append(("restart",))

    def shown(self, call: Call) -> None:
        self.notices.append(("shown", call))

    def refused(self, call: Call, error: Any) -> None:
        self.notices.append(("refused", error.code))

    def transfer_decided(self, call: Call, accepted: bool, error: Any) -> None:
        self.notices.append(("transfer_decided", accepted))

    def activate(self, line: str, on: bool, why: str) -> None:
        self.notices.append(("activate", line, on))


async def connected(host: Host, far: Provider, handle: str = "tel:+12125550100", **options: Any) -> Call:
    """Returns a call that is active."""
    call = await host.dial(handle, far.name, **options)
    await call.reaches("active")
    return call


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives each test the same country."""
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")


@pytest.fixture
def descriptors() -> Any:
    """Returns a function that counts the open descriptors of this process."""
    return lambda: len(os.listdir("/proc/self/fd"))
