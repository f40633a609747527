"""Kamailio with the configuration that Packaging/kamailio ships, and `hookswitch edge` beside it."""

import json
import os

from networks import PHONES
from processes import program

PACKAGING = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Packaging/kamailio")


class Front:
    """One Kamailio with its edge, in a host of its own."""

    def __init__(self, stage, command, host, cluster, silence):
        self.stage, self.command, self.host = stage, command, host
        self.address = f"{PHONES}.{host.number}"
        self.folder = f"{stage.folder}/{host.name}"
        os.mkdir(self.folder)
        for name in ("kamailio.cfg", "hookswitch-nodes.list"):
            with open(f"{PACKAGING}/{name}", encoding="utf-8") as source, open(f"{self.folder}/{name}", "w", encoding="utf-8") as copy:
                copy.write(source.read())
        with open(f"{self.folder}/hookswitch-local.cfg", "w", encoding="utf-8") as file:
            file.write(f"listen=udp:{self.address}:5060\n"
                       f'#!define RPC_SOCKET "{self.folder}/rpc.sock"\n#!define NODES_FILE "{self.folder}/hookswitch-nodes.list"\n'
                       "#!define CHILDREN 2\n#!define PING_INTERVAL 1\n#!define PING_SILENCE 1000\n")
        with open(f"{self.folder}/edge.json", "w", encoding="utf-8") as file:
            json.dump({"cluster": cluster, "edge": {"kamailio": [f"{self.folder}/rpc.sock"], "silence": silence}}, file)
        self.start()
        self.edge = stage.start(
            host.command(command, "edge", "--config", f"{self.folder}/edge.json", "--json"), f"{host.name}-edge.log")

    def start(self):
        try:
            os.remove(f"{self.folder}/rpc.sock")
        except FileNotFoundError:
            pass
        # The end of the namespace of its processes ends all of them.
        self.kamailio = self.stage.start(self.host.command(
            "unshare", "--pid", "--fork", "--kill-child", program("kamailio"), "-DD", "-E", "-f", f"{self.folder}/kamailio.cfg",
            "-w", self.folder, "-Y", self.folder, "-m", "32", "-M", "4"), f"{self.host.name}-kamailio.log")

    def restart(self):
        self.kamailio.kill()
        self.start()

    def fillings(self):
        """Returns the number of times that the edge has filled the tables."""
        with open(f"{self.stage.folder}/{self.host.name}-edge.log", encoding="utf-8") as log:
            return log.read().count('"filled"')
