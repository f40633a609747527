#!/usr/bin/env python3
"""A voice agent: it answers calls, greets, records, is interrupted by speech, obeys digits, and brings a colleague in.

    agent.py [--recordings FOLDER] [--colleague NUMBER]

It serves the Mock PSTN transport, a telephone exchange in a box, so that nothing leaves the machine. The sounds are tones: a real
agent plays what its speech synthesis makes, and gives what it hears to its speech recognition.
"""

from __future__ import annotations

import argparse
import array
import asyncio
import math
from pathlib import Path
from typing import Callable

from hookswitch import Call, CallAudio, CallEnded, Host, HookswitchError

RATE = 16_000
#: The root mean square of samples from which a caller counts as speaking.
SPEECH = 600
#: The chunks of 20 ms of speech in a row that interrupt the agent. A click is shorter.
PATIENCE = 3


def tone(hertz: float, seconds: float) -> bytes:
    """Returns a tone, in the place of speech."""
    samples = (round(6_000 * math.sin(2 * math.pi * hertz * place / RATE)) for place in range(round(RATE * seconds)))
    return array.array("h", samples).tobytes()


def is_speech(chunk: bytes) -> bool:
    """True for a chunk that is loud enough to be speech."""
    samples = array.array("h", chunk)
    return math.sqrt(sum(sample * sample for sample in samples) / max(1, len(samples))) > SPEECH


GREETING = tone(440, 8.0)
HOURS = tone(523, 0.5)
GOODBYE = tone(349, 0.3)
BRIEFING = tone(660, 0.3)


class Agent:
    """The agent's side of all calls of a host."""

    def __init__(self, host: Host, provider: str, colleague: str, recordings: Path, tell: Callable[[str], None] = print) -> None:
        self.host = host
        self.provider = provider
        self.colleague = colleague
        self.recordings = recordings
        self.tell = tell
        self.tasks: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Takes calls until the host closes. Each has a task of its own."""
        async for call in self.host.incoming():
            task = asyncio.create_task(self.attend(call))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def attend(self, call: Call) -> None:
        """Serves one caller."""
        try:
            await call.answer()
            await call.reaches("active")
            self.tell(f"answered {call.name or call.handle}")
            digits = call.digits()
            async with call.audio(rate=RATE) as audio:
                await audio.started()
                call.record(self.recordings / f"{call.id}.wav")
                hearing = asyncio.create_task(self.hear(audio))
                self.tell("greeting " + ("heard" if await audio.say(GREETING) else "interrupted"))
                async for digit in digits:
                    self.tell(f"digit {digit}")
                    if digit == "1":
                        await audio.say(HOURS)
                    elif digit == "0":
                        await self.bring_colleague(call)
                        break
                    elif digit == "#":
                        await audio.say(GOODBYE)
                        await call.hang_up()
                hearing.cancel()
            await call.reaches("ended")
        except CallEnded as end:
            self.tell(f"lost: {end.info.end_reason}")
        except HookswitchError as error:
            # Such as a request about a call that has ended just before.
            self.tell(f"refused: {error.code}")
        self.tell(f"ended {call.end_reason}")

    async def hear(self, audio: CallAudio) -> None:
        """Listens to the caller, and stops the agent's own sentence when the caller speaks."""
        speech = 0
        async for chunk in audio:
            speech = speech + 1 if is_speech(chunk) else 0
            if speech == PATIENCE and audio.status().queued > 0:
                position = audio.flush()
                self.tell(f"interrupted after {position / RATE:.1f} s")

    async def bring_colleague(self, call: Call) -> None:
        """Holds the caller, calls a colleague, tells why, and merges both; the agent then leaves them alone."""
        await call.hold()
        self.tell("holds the caller")
        colleague = await self.host.dial(self.colleague, self.provider)
        try:
            await colleague.reaches("active")
        except CallEnded as end:
            self.tell(f"no colleague: {end.info.end_reason}")
            await call.resume()
            return
        async with colleague.audio(rate=RATE) as audio:
            await audio.say(BRIEFING)
        await call.merge(colleague)
        self.tell("merged with a colleague")


async def main(recordings: Path, colleague: str) -> None:
    async with Host({"audio": {"device": "null"}}) as host:
        await host.add_transport("pstn", "org.hookswitch.mock-pstn")
        await host.ready("pstn")
        agent = Agent(host, "pstn", colleague, recordings)
        # The service code *20 lets a number call us: Alice, who says nothing.
        await host.dial("*20 555-0141", "pstn")
        await agent.serve()


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--recordings", type=Path, default=Path("."))
    arguments.add_argument("--colleague", default="555-0120")
    options = arguments.parse_args()
    try:
        asyncio.run(main(options.recordings, options.colleague))
    except KeyboardInterrupt:
        pass
