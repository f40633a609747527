"""The way of one node to its engine, which can be cut, be slow, or carry messages twice, late and out of order."""

import heapq
import random
import socket
import threading
import time


class Relay:
    """Carries the bytes of connections to a server on 127.0.0.1.

    While it is closed, bytes wait, as behind a broken link. `delay` holds each byte back for seconds. `mangles` repeats what a node publishes,
    and repeats and delays what it hears, so that the order is lost; the engine's own answers keep their order.
    """

    def __init__(self, port, parses=False, seed=7):
        self.target, self.delay, self.mangles, self.random = port, 0.0, False, random.Random(seed)
        # Only a relay that reads the messages from the first on can tell them apart.
        self.parses = parses
        self.repeated = 0
        self.is_open = threading.Event()
        self.is_open.set()
        self.entry = socket.socket()
        self.entry.bind(("127.0.0.1", 0))
        self.entry.listen()
        self.port = self.entry.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.entry.accept()
            threading.Thread(target=self.join, args=(near,), daemon=True).start()

    def join(self, near):
        self.is_open.wait()
        try:
            far = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            near.close()
            return
        for end in (near, far):
            # A relay that waits for more to send would add 40 ms to a message now and then.
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        Pipe(self, near, far, b"PUB")
        Pipe(self, far, near, b"MSG")


class Pipe:
    """One direction of a connection: a thread that reads, and one that writes each unit when it is due."""

    def __init__(self, relay, source, sink, kind):
        self.relay, self.source, self.sink, self.kind = relay, source, sink, kind
        self.due, self.count, self.is_over = [], 0, False
        self.changed = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()
        threading.Thread(target=self.write, daemon=True).start()

    def put(self, unit, late=0.0):
        with self.changed:
            self.count += 1
            heapq.heappush(self.due, (time.monotonic() + self.relay.delay + late, self.count, unit))
            self.changed.notify()

    def read(self):
        buffer = b""
        try:
            while data := self.source.recv(1 << 16):
                if not self.relay.parses:
                    self.put(data)
                    continue
                buffer += data
                begin = 0
                while (size := self.unit(buffer, begin)) is not None:
                    self.take(buffer[begin:begin + size])
                    begin += size
                buffer = buffer[begin:]
        except OSError:
            pass
        with self.changed:
            self.is_over = True
            self.changed.notify()

    def unit(self, buffer, begin):
        """Returns the length of the message of a buffer that begins there; None while it is not whole."""
        end = buffer.find(b"\r\n", begin)
        if end < 0:
            return None
        words = buffer[begin:end].split(b" ")
        size = end + 2 - begin
        if words[0] in (self.kind, b"H" + self.kind):
            size += int(words[-1]) + 2
        return size if len(buffer) >= begin + size else None

    def take(self, unit):
        words = unit.split(b"\r\n", 1)[0].split(b" ")
        chance = self.relay.random
        is_heard = self.kind == b"MSG"
        # A stream's own deliveries have an order that one connection keeps.
        subjects = (b"hsw.",) if is_heard else (b"hsw.", b"$KV.")
        # Each gap makes a node read the whole map again, so a few late ones in a hundred are enough.
        if self.relay.mangles and words[0] in (self.kind, b"H" + self.kind) and words[1].startswith(subjects):
            late = (lambda: chance.choice((0.02, 0.3)) if chance.random() < 0.04 else 0) if is_heard else (lambda: 0)
            self.put(unit, late())
            if chance.random() < 0.3:
                self.relay.repeated += 1
                self.put(unit, late())
        else:
            self.put(unit)

    def write(self):
        try:
            while True:
                with self.changed:
                    while not self.due and not self.is_over:
                        self.changed.wait()
                    if not self.due:
                        break
                    rest = self.due[0][0] - time.monotonic()
                    if rest > 0:
                        self.changed.wait(rest)
                        continue
                    unit = heapq.heappop(self.due)[2]
                self.relay.is_open.wait()
                self.sink.sendall(unit)
        except OSError:
            pass
        for end in (self.source, self.sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
