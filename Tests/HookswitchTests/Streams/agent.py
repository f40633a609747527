"""A program at the other end of a stream, for StreamTests: an agent over WebSocket (python3-websockets) or AudioSocket.

    agent.py serve [token]       a WebSocket server; prints its port
    agent.py connect URL [token] a WebSocket client
    agent.py audiosocket         an AudioSocket server; prints its port

Prints one JSON object a line for what comes, and obeys one JSON object a line from standard input.
"""

import asyncio
import json
import struct
import sys

import websockets


def say(**members):
    print(json.dumps(members), flush=True)


def samples(order):
    """The samples of an order {"say": COUNT, "from": FIRST}: a rising sawtooth without zeros."""
    first = order.get("from", 0)
    return struct.pack(f"<{order['say']}h", *((n % 10_000) + 1 for n in range(first, first + order["say"])))


class Ear:
    """Counts and keeps the first samples that the host sent."""

    def __init__(self):
        self.data = b""
        self.count = 0

    def take(self, data):
        self.count += len(data) // 2
        self.data = (self.data + data)[-64_000:]
        say(heard=self.count, last=len(data))


async def orders(queue):
    """Reads orders from standard input."""
    reader = asyncio.StreamReader(limit=2**20)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        await queue.put(json.loads(line))
    await queue.put(None)


async def talk(socket, queue):
    ear = Ear()

    async def listen():
        try:
            async for message in socket:
                if isinstance(message, str):
                    say(text=json.loads(message))
                else:
                    ear.take(message)
        except websockets.ConnectionClosed:
            pass
        say(closed=socket.close_code, reason=socket.close_reason)

    listener = asyncio.create_task(listen())
    while True:
        order = await queue.get()
        if order is None:
            break
        if "send" in order:
            await socket.send(json.dumps(order["send"]))
        elif "raw" in order:
            await socket.send(order["raw"] * order.get("times", 1))
        elif "say" in order:
            data = samples(order)
            size = order.get("chunk", len(data))
            for begin in range(0, len(data), size):
                await socket.send(data[begin : begin + size])
        elif "close" in order:
            await socket.close(order["close"])
            break
        elif "break" in order:
            socket.transport.abort()
            break
        elif "stall" in order:
            socket.transport.pause_reading()
    await listener


async def serve(queue, token):
    async def handle(socket, path=None):
        say(open=socket.path, authorization=socket.request_headers.get("Authorization"), subprotocol=socket.subprotocol)
        await talk(socket, queue)

    async def check(path, headers):
        if token and headers.get("Authorization") != f"Bearer {token}":
            return 401, [], b""

    async with websockets.serve(
        handle, "127.0.0.1", 0, subprotocols=["hookswitch.media.v1"], process_request=check, max_size=None, close_timeout=1
    ) as server:
        say(port=server.sockets[0].getsockname()[1])
        await asyncio.Future()


async def connect(queue, url, token):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        socket = await websockets.connect(
            url, subprotocols=["hookswitch.media.v1"], extra_headers=headers, max_size=None, close_timeout=1
        )
    except websockets.InvalidStatusCode as error:
        say(refused=error.status_code)
        return
    except Exception as error:
        say(refused=str(error))
        return
    say(open=url, subprotocol=socket.subprotocol)
    await talk(socket, queue)


async def audiosocket(queue):
    async def handle(reader, writer):
        say(open="audiosocket")
        ear = Ear()

        async def listen():
            try:
                while True:
                    kind, size = struct.unpack(">BH", await reader.readexactly(3))
                    data = await reader.readexactly(size)
                    if kind == 0x01:
                        say(uuid=data.hex())
                    elif kind == 0x03:
                        say(digit=data.decode())
                    elif kind == 0x00:
                        say(terminated=True)
                    elif kind == 0x10:
                        ear.take(data)
                    else:
                        say(kind=kind, size=size)
            except (asyncio.IncompleteReadError, ConnectionError):
                say(closed=0)

        listener = asyncio.create_task(listen())
        while True:
            order = await queue.get()
            if order is None:
                break
            if "say" in order:
                data = samples(order)
                for begin in range(0, len(data), 320):
                    part = data[begin : begin + 320]
                    writer.write(struct.pack(">BH", 0x10, len(part)) + part)
                    await writer.drain()
                say(said=order["say"])
            elif "hex" in order:
                writer.write(bytes.fromhex(order["hex"]))
            elif "close" in order:
                writer.close()
                break
        await listener

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    say(port=server.sockets[0].getsockname()[1])
    async with server:
        await server.serve_forever()


async def main():
    queue = asyncio.Queue()
    reading = asyncio.create_task(orders(queue))
    kind, rest = sys.argv[1], sys.argv[2:] + [None]
    if kind == "serve":
        work = serve(queue, rest[0])
    elif kind == "connect":
        work = connect(queue, rest[0], rest[1])
    else:
        work = audiosocket(queue)
    working = asyncio.create_task(work)
    await asyncio.wait([reading, working], return_when=asyncio.FIRST_COMPLETED)


asyncio.run(main())
