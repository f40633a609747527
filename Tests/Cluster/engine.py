"""NATS servers: one without keys, or three with the configuration that Packaging/nats ships."""

import os
import re
import shutil
import signal
import socket
import subprocess

from facts import wait
from keys import make_key
from networks import ENGINE
from processes import program
from wire import Wire

PACKAGING = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Packaging/nats")
ROLES = ("NODE-A1", "NODE-A2", "NODE-A3", "EDGE", "READER")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A server whose port and store outlive its process."""

    def __init__(self, stage, name, host=None):
        self.stage, self.name, self.host, self.store, self.runs = stage, name, host, f"{stage.folder}/store-{name}", 0
        self.child = None

    def launch(self, arguments):
        command = [program("nats-server"), *arguments]
        self.child = self.stage.start(
            self.host.command(*command) if self.host else command, f"{self.name}.log", {"HOOKSWITCH_NATS": self.name})

    def kill(self):
        self.child.kill()

    def stop(self):
        self.child.signal(signal.SIGSTOP)

    def go_on(self):
        self.child.signal(signal.SIGCONT)

    def lose_data(self):
        shutil.rmtree(self.store)


class OneServer(Server):
    """A server without keys and TLS, on 127.0.0.1 or at the address of a host."""

    def __init__(self, stage, host=None):
        super().__init__(stage, "nats", host)
        self.address = f"{ENGINE}.{host.number}" if host else "127.0.0.1"
        self.port = 4222 if host else free_port()
        self.start()

    def start(self):
        self.launch(["-a", self.address, "-p", str(self.port), "-js", "-sd", self.store])
        wait(20, "the server does not listen", lambda: self.client().close() is None)

    @property
    def urls(self):
        return [f"nats://{self.address}:{self.port}"]

    def client(self):
        place = (self.address, self.port)
        return Wire(self.host.connect(place) if self.host else socket.create_connection(place, timeout=5))


class ShippedServer(Server):
    """One of three servers with the shipped configuration, at an address of its own."""

    def __init__(self, group, number):
        super().__init__(group.stage, f"n{number}", group.host)
        self.address = f"{ENGINE}.{number}"
        folder = group.stage.folder
        with open(f"{PACKAGING}/nats-server.conf", encoding="utf-8") as file:
            text = file.read()
        for old, new in (
                ("0.0.0.0:", f"{self.address}:"), ("/etc/hookswitch/nats", folder), ("/var/lib/hookswitch-nats", self.store),
                ("tls://n1:", f"tls://{ENGINE}.1:"), ("tls://n2:", f"tls://{ENGINE}.2:"), ("tls://n3:", f"tls://{ENGINE}.3:")):
            assert old in text, old
            text = text.replace(old, new)
        self.configuration = f"{folder}/{self.name}.conf"
        with open(self.configuration, "w", encoding="utf-8") as file:
            # The port of the monitoring page, on which the tests see the leaders.
            file.write(text + f'\nhttp = "{self.address}:8222"\n')

    def start(self):
        self.launch(["-c", self.configuration])


class ThreeServers:
    """The shipped cluster of servers, with TLS and a key for each role, in one host."""

    def __init__(self, stage, networks):
        self.stage, self.host = stage, networks.host("nats", 1, phones=False)
        for number in (2, 3):
            networks.address(self.host, number)
        make_certificates(stage.folder)
        self.seeds = {}
        with open(f"{PACKAGING}/roles.conf", encoding="utf-8") as file:
            text = file.read()
        another = '      { nkey = "@NODE-A2@", permissions = $NODE }\n'
        assert another in text
        text = text.replace(another, another + another.replace("A2", "A3"))
        for role in ROLES:
            self.seeds[role], public = make_key()
            text = text.replace(f"@{role}@", public)
        with open(f"{stage.folder}/roles.conf", "w", encoding="utf-8") as file:
            file.write(text)
        self.servers = [ShippedServer(self, number) for number in (1, 2, 3)]
        for server in self.servers:
            server.start()

    @property
    def urls(self):
        return [f"tls://{server.address}:4222" for server in self.servers]

    def leader(self, stream):
        """Returns the server that leads a stream."""
        for server in self.servers:
            if server.child.code is None:
                found = re.search(r'"name":\s*"' + stream + r'".*?"leader":\s*"([^"]+)"', self.page(server, "/jsz?streams=true"), re.S)
                if found:
                    return next(server for server in self.servers if server.name == found[1])
        raise ValueError(f"{stream} has no leader")

    def page(self, server, path):
        """Returns a page of a server's monitor."""
        with self.host.connect((server.address, 8222)) as link:
            link.sendall(f"GET {path} HTTP/1.0\r\nHost: engine\r\n\r\n".encode())
            text = b""
            while part := link.recv(1 << 16):
                text += part
        return text.decode()

    def client(self):
        """Connects with the key of a node."""
        for server in self.servers:
            if server.child.code is None:
                return Wire(self.host.connect((server.address, 4222)), f"{self.stage.folder}/authority.pem", self.seeds["NODE-A1"])
        raise OSError("no server lives")


def make_certificates(folder):
    """Makes an authority, and a certificate with the addresses of the three servers."""
    names = ",".join(f"IP:{ENGINE}.{number}" for number in (1, 2, 3))
    with open(f"{folder}/server.ext", "w", encoding="utf-8") as file:
        file.write(f"subjectAltName={names}\nbasicConstraints=CA:FALSE\n")
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    for arguments in (
            ["req", "-x509", *key, "-days", "2", "-subj", "/CN=Authority of a test", "-keyout", "authority.key", "-out", "authority.pem"],
            ["req", *key, "-subj", "/CN=engine", "-keyout", "server.key", "-out", "server.csr"],
            ["x509", "-req", "-in", "server.csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial",
             "-extfile", "server.ext", "-out", "server.pem", "-days", "2"]):
        subprocess.run(["openssl", *arguments], cwd=folder, capture_output=True, check=True)
