"""Call audio: the program speaks, hears and is interrupted. The audio moves only when the test moves it."""

from __future__ import annotations

import array
import asyncio
import gc
import wave
from pathlib import Path
from typing import Any

import pytest
from conftest import LOOPBACK, FarEnd, connected, run, taken, turn
from hookswitch import Attachment, Call, Host, HookswitchError, ProviderOptions

MANUAL = {"audio": {"device": "null", "clock": "manual"}}
#: 20 ms of 16,000 Hz.
FRAME = 320


def sound(frames: int, level: int = 5_000) -> bytes:
    """Returns a square wave of a number of frames."""
    return array.array("h", [level if place // 8 % 2 else -level for place in range(frames * FRAME)]).tobytes()


def loudest(chunk: bytes) -> int:
    """Returns the greatest sample of a chunk."""
    return max(map(abs, array.array("h", chunk)), default=0)


async def voice(host: Host, far: FarEnd | None = None) -> Call:
    """Returns a call with audio: to the program's far end, or to Loopback, which answers."""
    if far is not None:
        host.add_provider(far)
        return await connected(host, far)
    await host.add_transport("line", LOOPBACK)
    call = await host.dial("tel:5550100", "line")
    await call.reaches("active")
    return call


async def ticks(host: Host, count: int) -> None:
    """Moves the audio on, and lets the program take what happened."""
    for _ in range(count):
        host.tick_audio()
        await taken(host)


async def until(host: Host, waiting: asyncio.Future[Any], most: int = 500) -> Any:
    """Moves the audio on until something has happened."""
    for _ in range(most):
        if waiting.done():
            return await waiting
        await ticks(host, 1)
    raise AssertionError("it never happened")


def task(waiting: Any) -> asyncio.Future[Any]:
    """Returns a running task."""
    running: asyncio.Future[Any] = asyncio.ensure_future(waiting)
    return running


def own() -> FarEnd:
    """Returns a far end whose audio the program carries."""
    return FarEnd("own", ProviderOptions(capabilities=["hold", "group", "dtmf", "audio"]))


def test_say_is_true_when_it_was_heard_and_false_when_it_was_flushed() -> None:
    async def test() -> None:
        async with Host(MANUAL) as host:
            call = await voice(host)
            async with call.audio(rate=16_000) as audio:
                begun = task(audio.started())
                assert await until(host, begun) is True
                told = audio.events()
                assert await until(host, task(audio.say(sound(5)))) is True
                assert audio.position == 5 * FRAME
                speaking = [task(audio.say(sound(50))), task(audio.say(sound(50)))]
                await ticks(host, 10)
                assert not any(one.done() for one in speaking)
                position = audio.flush()
                await ticks(host, 2)
                assert [await one for one in speaking] == [False, False]
                assert 5 * FRAME < position < 55 * FRAME and audio.status().queued == 0
                # It can speak again.
                assert await until(host, task(audio.say(sound(2)))) is True
                await call.hang_up()
                await taken(host)
                assert audio.has_stopped and await audio.started()
                with pytest.raises(HookswitchError, match="^wrongState"):
                    await audio.say(sound(1))
            kinds = [event.kind for event in [event async for event in told]]
            assert kinds.count("mark") == 4 and kinds[-1] == "stopped" and "drained" in kinds

    run(test())


def test_the_iteration_ends_with_the_call() -> None:
    async def test() -> None:
        async with Host(MANUAL) as host:
            call = await voice(host, own())
            async with call.audio(mode="network") as far, call.audio() as audio:
                chunks: list[bytes] = []

                async def hear() -> None:
                    async for chunk in audio:
                        chunks.append(chunk)

                hearing = task(hear())
                await ticks(host, 3)
                far.write(sound(5))
                await ticks(host, 15)
                assert all(len(chunk) == FRAME * 2 for chunk in chunks) and max(map(loudest, chunks)) > 4_000
                with pytest.raises(HookswitchError, match="another task reads"):
                    while True:
                        await audio.read()
                assert not hearing.done()
                far_provider = host._providers["own"]
                far_provider.report_ended(call)
                await taken(host)
                await hearing
                assert await audio.read() is None
                assert audio.status().state == "stopped"

    run(test())


def test_the_far_end_hears_and_a_listener_hears_both_sides() -> None:
    async def test() -> None:
        async with Host(MANUAL) as host:
            call = await voice(host, own())
            async with call.audio(mode="network") as far, call.audio() as audio, call.audio(mode="listen", rate=8_000) as both:
                await ticks(host, 3)
                speaking = task(audio.say(sound(10)))
                heard = 0
                sides = [0, 0]
                for _ in range(20):
                    await ticks(host, 1)
                    while chunk := (far._attachment.read() if far._attachment else None):
                        heard = max(heard, loudest(chunk))
                    while chunk := (both._attachment.read() if both._attachment else None):
                        samples = array.array("h", chunk)
                        assert len(samples) == 320
                        sides = [max(sides[0], *map(abs, samples[::2])), max(sides[1], *map(abs, samples[1::2]))]
                assert await speaking and heard > 4_000
                assert sides[0] > 2_000 and sides[1] < 100
                with pytest.raises(HookswitchError, match="^wrongState"):
                    both.write(sound(1))
                level = call.level()
                assert level.rms <= 0 and level.peak <= 0

    run(test())


def test_marks_pause_hold_and_drain() -> None:
    async def test() -> None:
        async with Host(MANUAL) as host:
            call = await voice(host)
            async with call.audio() as audio:
                assert await audio.drained()
                told = audio.events()
                assert audio.write(sound(2)) == 2 * FRAME
                first = task(audio.mark("one"))
                await turn()
                audio.write(sound(2))
                second = task(audio.mark("one"))
                await turn()
                assert await until(host, first) and not second.done()
                audio.pause()
                assert audio.status().is_paused
                await ticks(host, 5)
                assert not second.done()
                audio.resume()
                assert await until(host, second)
                speaking = task(audio.say(sound(10)))
                drained = task(audio.drained())
                await ticks(host, 2)
                await call.hold()
                await ticks(host, 5)
                assert audio.status().state == "held" and not speaking.done()
                await call.resume()
                assert await until(host, speaking) and await until(host, drained)
                with pytest.raises(HookswitchError, match="^tooLarge"):
                    await audio.mark("x" * 257)
                kinds = [told._items[place].kind for place in range(len(told._items))]
                assert "held" in kinds and "resumed" in kinds

    run(test())


def test_a_full_queue_makes_say_wait() -> None:
    async def test() -> None:
        async with Host(MANUAL) as host:
            call = await voice(host)
            async with call.audio(queue_ms=100) as audio:
                assert audio.write(sound(20)) == 5 * FRAME
                audio.flush()
                assert await until(host, task(audio.say(sound(40)))) is True
                assert audio.position == 40 * FRAME
                # A flush forgets also what has found no room, and the sentence behind it.
                waiting = [task(audio.say(sound(40))), task(audio.say(sound(40))), task(audio.send(sound(3)))]
                await ticks(host, 3)
                audio.flush()
                await ticks(host, 2)
                assert [await one for one in waiting] == [False, False, False]
                # A cancelled sentence lets the next one speak.
                first, second = task(audio.say(sound(40))), task(audio.say(sound(1)))
                await ticks(host, 2)
                first.cancel()
                assert await until(host, second) is True and first.cancelled()
                waiting = [task(audio.say(sound(40))), task(audio.drained())]
                await ticks(host, 2)
                await call.hang_up()
                await taken(host)
                assert [await one for one in waiting] == [False, False]

    run(test())


def test_files_are_played_and_calls_recorded(tmp_path: Path) -> None:
    async def test() -> None:
        greeting, record = tmp_path / "greeting.wav", tmp_path / "record.wav"
        with wave.open(str(greeting), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(16_000)
            file.writeframes(sound(5))
        async with Host(MANUAL, events=["calls", "lineAudio"]) as host:
            call = await voice(host)
            events = host.events()
            told: list[tuple[int, str]] = []
            await ticks(host, 2)
            call.record(record)
            with pytest.raises(HookswitchError, match="^wrongState"):
                call.record(record)
            async with call.audio() as audio:
                assert await until(host, task(audio.play(greeting))) is True
                with pytest.raises(HookswitchError, match="^io"):
                    await audio.play(tmp_path / "nothing.wav")
                # A cancelled player leaves no mark behind.
                playing = task(audio.play(str(greeting)))
                await ticks(host, 1)
                playing.cancel()
                await ticks(host, 10)
            call.stop_recording()
            with pytest.raises(HookswitchError, match="^notFound"):
                call.stop_recording()
            # The recording ends once its file is complete.
            while not told or told[-1][0] != 0:
                event = await events.__anext__()
                if event.type == "recording":
                    told.append((event.value, event.text))
            with pytest.raises(HookswitchError, match="^exists"):
                call.record(record)
            await call.hang_up()
        assert told == [(1, str(record)), (0, str(record))]
        with wave.open(str(record)) as file:
            assert file.getnchannels() == 2 and file.getnframes() > 0

    run(test())


def test_wrong_audio_arguments() -> None:
    async def test() -> None:
        async with Host(MANUAL) as host:
            call = await voice(host)
            for options in ({"rate": 44_100}, {"mode": "shout"}, {"queue_ms": -1}, {"read_ms": 1 << 32}, {"live_ms": 5_000, "live": True}):
                with pytest.raises(HookswitchError, match="^invalid"):
                    async with call.audio(**options):
                        pass
            closed = call.audio()
            with pytest.raises(HookswitchError, match="not open"):
                closed.write(sound(1))
            assert await closed.read() is None
            async with call.audio() as audio:
                with pytest.raises(HookswitchError, match="open already"):
                    audio.open()
                with pytest.raises(HookswitchError, match="no whole number"):
                    audio.write(b"123")
                with pytest.raises(HookswitchError, match="format 'f'"):
                    audio.write(array.array("f", [1.0]))
                with pytest.raises(TypeError):
                    audio.write("text")
                with pytest.raises(HookswitchError, match="contiguous"):
                    audio.write(memoryview(sound(1))[::2])
                assert audio.write(b"") == 0
                for form in (bytearray(sound(1)), memoryview(sound(1)), array.array("h", sound(1))):
                    assert audio.write(form) == FRAME
            audio.close()
            with pytest.raises(HookswitchError, match="attachment was closed"):
                audio.write(sound(1))
            await call.hang_up()
            with pytest.raises(HookswitchError, match="^unknownCallUUID"):
                call.audio().open()
        async with Host() as silent:
            silent.add_provider(far := FarEnd())
            call = await connected(silent, far)
            with pytest.raises(HookswitchError, match="^unsupported"):
                call.audio().open()

    run(test())


def test_audio_that_is_dropped_or_abandoned_leaves_nothing(descriptors: Any) -> None:
    async def test() -> None:
        async with Host(MANUAL) as host:
            call = await voice(host)
            await ticks(host, 1)
            before = descriptors()
            for _ in range(20):
                audio = call.audio()
                audio.open()
                hearing = task(audio.read())
                await turn()
                hearing.cancel()
                await turn()
                del audio, hearing
            gc.collect()
            await ticks(host, 2)
            assert descriptors() <= before
            # Closed while another task reads, speaks and waits.
            audio = call.audio(queue_ms=20)
            audio.open()
            waiting = [task(audio.read()), task(audio.say(sound(10))), task(audio.mark("x")), task(audio.drained())]
            await turn()
            audio.close()
            assert [await one for one in waiting] == [None, False, False, False]
            kept = call.audio()
            kept.open()
            waiting = [task(kept.read()), task(kept.say(sound(1)))]
            await turn()
        assert [await one for one in waiting] == [None, False] and kept.has_stopped
        assert descriptors() <= before

    run(test())


def test_the_direct_attachment() -> None:
    async def test() -> None:
        async with Host(MANUAL) as host:
            call = await voice(host)
            with Attachment(host.direct, call) as audio:
                assert audio.number > 0 and audio.fileno() >= 0 and audio.read() == b""
                assert audio.write(sound(200)) == 200 * FRAME and audio.flush() == 0
                audio.mark("x")
                await ticks(host, 3)
                assert audio.read()
            assert not audio.is_open and audio.read() is None
            with pytest.raises(HookswitchError, match="^wrongState"):
                audio.write(sound(1))

    run(test())

