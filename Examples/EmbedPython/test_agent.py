"""The voice agent serves a caller whom the telephone exchange plays: speech, digits, and a colleague."""

from __future__ import annotations

import asyncio
import wave
from pathlib import Path

from agent import Agent
from hookswitch import Call, Host

#: The caller listens, speaks across the greeting, asks for the hours, then for a colleague, and stays until the test ends the call.
CALLER = [
    {"wait-s": 0.5}, {"speak": "15"}, {"wait-s": 0.5}, {"send": "1"}, {"wait-s": 1.2}, {"send": "0"}, {"wait-s": 60},
]
NUMBERS = {
    "tone-s": 0,
    "numbers": {
        "555-0160": {"steps": [{"call-back": {"after-s": 0.1, "from": "555-0141", "answered": CALLER}}, {"hang-up": 17}]},
        "555-0161": {
            "steps": [{"call-back": {"after-s": 0.1, "from": "555-0142", "answered": [{"wait-s": 0.3}, "hang-up"]}}, {"hang-up": 17}]
        },
        "555-0120": {"does": "answer", "after-s": 0.2},
    },
}


async def ask(host: Host, number: str) -> Call:
    """Lets a number of the exchange call, and returns the call that rings."""
    ringing = host.incoming()
    asking = await host.dial(number, "pstn")
    await asking.reaches("ended")
    return await ringing.__anext__()


def test_a_caller_interrupts_asks_and_gets_a_colleague(tmp_path: Path) -> None:
    told: list[str] = []

    async def test() -> None:
        merged = asyncio.get_running_loop().create_future()

        def tell(line: str) -> None:
            told.append(line)
            if line.startswith("merged"):
                merged.set_result(None)

        async with Host({"audio": {"device": "null"}}) as host:
            await host.add_transport("pstn", "org.hookswitch.mock-pstn", NUMBERS)
            await host.ready("pstn")
            agent = Agent(host, "pstn", "555-0120", tmp_path, tell)
            serving = asyncio.create_task(agent.serve())
            caller = await ask(host, "555-0160")
            await merged
            assert [call.state for call in host.calls] == ["active", "active"] and len({call.group for call in host.calls}) == 1
            await caller.hang_up_group()
            await asyncio.gather(*agent.tasks)
        await serving

    asyncio.run(asyncio.wait_for(test(), 50))
    interruption = next(line for line in told if line.startswith("interrupted"))
    assert 0.3 < float(interruption.split()[2]) < 6
    # The tone of a digit interrupts the agent as well.
    assert [line for line in told if not line.startswith("interrupted")] == [
        "answered Alice Example", "greeting interrupted", "digit 1", "digit 0", "holds the caller", "merged with a colleague",
        "ended localEnded",
    ]
    (recording,) = tmp_path.glob("*.wav")
    with wave.open(str(recording)) as file:
        assert file.getnchannels() == 2 and file.getnframes() > file.getframerate()


def test_a_caller_hangs_up(tmp_path: Path) -> None:
    told: list[str] = []

    async def test() -> None:
        async with Host({"audio": {"device": "null"}}) as host:
            await host.add_transport("pstn", "org.hookswitch.mock-pstn", NUMBERS)
            await host.ready("pstn")
            agent = Agent(host, "pstn", "555-0120", tmp_path, told.append)
            serving = asyncio.create_task(agent.serve())
            caller = await ask(host, "555-0161")
            await caller.reaches("ended")
            await asyncio.gather(*agent.tasks)
        await serving

    asyncio.run(asyncio.wait_for(test(), 50))
    assert told[-1] == "ended remoteEnded"
