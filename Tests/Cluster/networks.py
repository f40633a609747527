"""Hosts in network namespaces, with one network to the engine and one to the phones, each of which can be cut.

A namespace has no name: a process holds it, which ends with the run, so nothing is left behind. Nothing leaves the machine: the namespaces
have no way out, and their addresses are of the blocks for documentation.
"""

import ctypes
import os
import socket
import subprocess
import threading

from facts import require, wait
from processes import libc, program

CLONE_NEWNET = 0x40000000
ENGINE, PHONES = "198.51.100", "192.0.2"


def run(arguments):
    done = subprocess.run(arguments, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    require(done.returncode == 0, f"{' '.join(arguments)}: {done.stderr.strip()}")


def absence():
    """Returns the reason why this machine allows no namespaces; None where it does."""
    for name in ("ip", "unshare", "nsenter"):
        if not program(name):
            return f"{name} is not installed"
    probe = "ip link add hsw0 type bridge && ip link add hsw1 type veth peer name hsw2"
    done = subprocess.run(["unshare", "--net", "sh", "-c", probe], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else f"no network namespaces: {done.stderr.strip()}"


class Host:
    """A namespace with a link to one or both networks."""

    def __init__(self, stage, name):
        self.name = name
        self.holder = stage.start(["unshare", "--net", "sleep", "100000"], "networks.log")
        own = os.readlink("/proc/self/ns/net")
        wait(10, f"{name} has no namespace", lambda: os.readlink(f"/proc/{self.holder.process.pid}/ns/net") != own, pause=0.01)
        run(self.command("ip", "link", "set", "lo", "up"))

    @property
    def pid(self):
        return str(self.holder.process.pid)

    def command(self, *arguments):
        """Returns the arguments of a program in this host."""
        return ["nsenter", "--target", self.pid, "--net", *arguments]

    def connect(self, address):
        """Connects from this host; the socket stays in it."""
        found = []

        def inside():
            try:
                with open(f"/proc/{self.pid}/ns/net", "rb") as space:
                    if libc.setns(space.fileno(), CLONE_NEWNET):
                        raise OSError(ctypes.get_errno(), "setns")
                found.append(socket.create_connection(address, timeout=5))
            except OSError as error:
                found.append(error)

        # Only the thread that asks moves to the namespace.
        thread = threading.Thread(target=inside)
        thread.start()
        thread.join()
        if isinstance(found[0], OSError):
            raise found[0]
        return found[0]


class Networks:
    """Two bridges in a namespace of their own, and the hosts at them."""

    def __init__(self, stage):
        self.stage = stage
        self.hub = Host(stage, "hub")
        for bridge in ("engine", "phones"):
            run(self.hub.command("ip", "link", "add", bridge, "type", "bridge", "forward_delay", "0"))
            run(self.hub.command("ip", "link", "set", bridge, "up"))

    def host(self, name, number, engine=True, phones=True):
        """Makes a host with the last byte `number` of its addresses."""
        host = Host(self.stage, name)
        for bridge, network, wanted in (("engine", ENGINE, engine), ("phones", PHONES, phones)):
            if wanted:
                port = f"{bridge[0]}{number}"
                run(self.hub.command("ip", "link", "add", port, "type", "veth", "peer", "name", bridge, "netns", host.pid))
                run(self.hub.command("ip", "link", "set", port, "master", bridge, "up"))
                run(host.command("ip", "address", "add", f"{network}.{number}/24", "dev", bridge))
                run(host.command("ip", "link", "set", bridge, "up"))
        host.number = number
        return host

    def address(self, host, number):
        """Gives a host one more address of the engine's network."""
        run(host.command("ip", "address", "add", f"{ENGINE}.{number}/24", "dev", "engine"))

    def cut(self, host, bridge="engine"):
        """Takes a host off a network: what it sends is lost, and no connection is reset."""
        run(self.hub.command("ip", "link", "set", f"{bridge[0]}{host.number}", "nomaster"))

    def mend(self, host, bridge="engine"):
        run(self.hub.command("ip", "link", "set", f"{bridge[0]}{host.number}", "master", bridge))
