"""A client of NATS, as small as these tests need it: messages with headers, requests, and the messages of a stream."""

import base64
import json
import os
import ssl

from keys import sign


class Wire:
    """One connection, used by one thread."""

    def __init__(self, link, authorities=None, seed=None):
        link.settimeout(10)
        self.link, self.buffer, self.count = link, b"", 0
        greeting = json.loads(self.line()[5:])
        options = {"verbose": False, "pedantic": False, "headers": True, "no_responders": True, "lang": "python", "version": "1"}
        if authorities:
            context = ssl.create_default_context(cafile=authorities)
            self.link = context.wrap_socket(link, server_hostname=link.getpeername()[0])
        if seed:
            options["nkey"], options["sig"] = sign(seed, greeting["nonce"])
        self.inbox = "_INBOX." + base64.b32encode(os.urandom(10)).decode()
        self.send(f"CONNECT {json.dumps(options)}\r\nSUB {self.inbox}.* 1\r\nPING\r\n".encode())
        while (line := self.line()) != "PONG":
            if line.startswith("-ERR"):
                raise OSError(line)

    def close(self):
        self.link.close()

    def send(self, data):
        self.link.sendall(data)

    def fill(self):
        part = self.link.recv(1 << 16)
        if not part:
            raise OSError("the server closed the connection")
        self.buffer += part

    def line(self):
        while b"\r\n" not in self.buffer:
            self.fill()
        line, self.buffer = self.buffer.split(b"\r\n", 1)
        return line.decode()

    def take(self, count):
        while len(self.buffer) < count + 2:
            self.fill()
        data, self.buffer = self.buffer[:count], self.buffer[count + 2:]
        return data

    def message(self):
        """Returns the next message: subject, headers as text, and body."""
        while True:
            words = self.line().split(" ")
            if words[0] == "PING":
                self.send(b"PONG\r\n")
            elif words[0] == "MSG":
                return words[1], "", self.take(int(words[-1]))
            elif words[0] == "HMSG":
                data, head = self.take(int(words[-1])), int(words[-2])
                return words[1], data[:head].decode(), data[head:]
            elif words[0] == "-ERR":
                raise OSError(" ".join(words))

    def subscribe(self, subject):
        self.count += 1
        self.send(f"SUB {subject} s{self.count}\r\n".encode())

    def publish(self, subject, body, headers=None, reply=""):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        if headers:
            head = ("NATS/1.0\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n").encode()
            self.send(f"HPUB {subject} {reply + ' ' if reply else ''}{len(head)} {len(head) + len(data)}\r\n".encode() + head + data + b"\r\n")
        else:
            self.send(f"PUB {subject} {reply + ' ' if reply else ''}{len(data)}\r\n".encode() + data + b"\r\n")

    def request(self, subject, body, headers=None):
        """Returns the answer's headers and JSON."""
        self.count += 1
        reply = f"{self.inbox}.{self.count}"
        self.publish(subject, body, headers, reply)
        while True:
            found, head, data = self.message()
            if found == reply:
                return head, json.loads(data) if data else None

    def write(self, bucket, key, value, revision):
        """Writes a key if it has a revision; returns the new one."""
        head = {"Nats-Expected-Last-Subject-Sequence": revision}
        _, answer = self.request(f"$KV.{bucket}.{key}", value, head)
        if "error" in answer:
            raise ValueError(answer["error"]["description"])
        return answer["seq"]

    def read(self, bucket, key):
        """Returns a key's value and revision."""
        _, answer = self.request(f"$JS.API.STREAM.MSG.GET.KV_{bucket}", {"last_by_subj": f"$KV.{bucket}.{key}"})
        if "error" in answer:
            raise ValueError(answer["error"]["description"])
        return json.loads(base64.b64decode(answer["message"]["data"])), answer["message"]["seq"]

    def stream(self, name):
        """Returns the bodies of all messages of a stream."""
        _, info = self.request(f"$JS.API.STREAM.INFO.{name}", {})
        bodies = []
        for number in range(info["state"]["first_seq"], info["state"]["last_seq"] + 1):
            _, answer = self.request(f"$JS.API.STREAM.MSG.GET.{name}", {"seq": number})
            if "message" in answer:
                bodies.append(json.loads(base64.b64decode(answer["message"]["data"])))
        return bodies
