"""Streams: call audio for another program over a socket. A build of the library without streams says so."""

from __future__ import annotations

import asyncio
import pytest
from conftest import LOOPBACK, run, taken
from hookswitch import Call, Host, HookswitchError


async def voice(host: Host) -> Call:
    """Returns a call with audio."""
    await host.add_transport("line", LOOPBACK)
    call = await host.dial("tel:5550100", "line")
    await call.reaches("active")
    return call


def unless_absent(error: HookswitchError) -> None:
    """Skips the test when this build of the library has no streams."""
    if error.code == "unsupported":
        pytest.skip(f"the library has no streams: {error.message}")
    raise error


def test_a_program_takes_part_by_audiosocket() -> None:
    async def test() -> None:
        messages: asyncio.Queue[tuple[int, bytes]] = asyncio.Queue()

        async def program(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                while True:
                    head = await reader.readexactly(3)
                    content = await reader.readexactly(int.from_bytes(head[1:], "big"))
                    messages.put_nowait((head[0], content))
                    if head[0] == 0x10:
                        writer.write(head + content)
            except (asyncio.IncompleteReadError, ConnectionError):
                writer.close()

        server = await asyncio.start_server(program, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server, Host({"audio": {"device": "null"}}) as host:
            call = await voice(host)
            try:
                stream = call.stream(f"audiosocket://127.0.0.1:{port}", reconnect=False)
            except HookswitchError as error:
                unless_absent(error)
            told = stream.events()
            await stream.connected()
            assert stream.number > 0 and not stream.has_stopped and stream.call is call
            kind, content = await messages.get()
            assert kind == 0x01 and content == call.id.bytes
            while (await messages.get())[0] != 0x10:
                pass
            stream.close()
            kinds = [event.kind for event in [event async for event in told]]
            assert kinds[-1] == "stopped" and stream.has_stopped and stream.stop is not None
            assert call.state == "active"

    run(test())


def test_a_program_that_is_not_there() -> None:
    async def test() -> None:
        async with Host({"audio": {"device": "null"}}) as host:
            call = await voice(host)
            try:
                # Port 9 discards; nothing listens on it here.
                stream = call.stream("audiosocket://127.0.0.1:9", reconnect=False, connect_ms=2_000)
            except HookswitchError as error:
                unless_absent(error)
            told = stream.events()
            with pytest.raises(HookswitchError, match="^io"):
                await stream.connected()
            last = [event async for event in told][-1]
            assert last.text == "refused" and last.error is not None and call.state == "active"
            host.listen_for_streams("ws://127.0.0.1:0/media")
            waiting = call.offer_stream()
        assert waiting.has_stopped
        with pytest.raises(HookswitchError):
            await waiting.connected()

    run(test())


def test_offers_and_listening() -> None:
    async def test() -> None:
        async with Host({"audio": {"device": "null"}}) as host:
            call = await voice(host)
            try:
                url = host.listen_for_streams("ws://127.0.0.1:0/media")
            except HookswitchError as error:
                unless_absent(error)
            assert url.startswith("ws://127.0.0.1:") and ":0/" not in url
            stream = call.offer_stream(parameters={"topic": "test"}, rate=8_000)
            assert stream.url.startswith("ws://") and stream.number > 0
            told = stream.events()
            connected = asyncio.ensure_future(stream.connected())
            await call.hang_up()
            with pytest.raises(HookswitchError):
                await connected
            last = [event async for event in told][-1]
            assert last == stream.stop and (last.kind, last.text) == ("stopped", "callEnded")

    run(test())


def test_options_are_checked() -> None:
    async def test() -> None:
        async with Host({"audio": {"device": "null"}}) as host:
            call = await voice(host)
            for wrong in ({"parameters": object()}, {"connect_ms": -1}, {"token": "a\0"}, {"mode": "nonsense"}, {"data": 1 << 64}):
                with pytest.raises(HookswitchError, match="^invalid"):
                    call.stream("ws://127.0.0.1:9/", **wrong)
            with pytest.raises(TypeError):
                call.stream("ws://127.0.0.1:9/", nonsense=True)
            with pytest.raises(HookswitchError):
                call.stream("nonsense://127.0.0.1:9/")
            with pytest.raises(HookswitchError, match="^notFound"):
                host.direct.close_stream(4_711)
            await taken(host)

    run(test())
