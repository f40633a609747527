#!/usr/bin/env python3
"""A provider that is a program: its calls are the host's calls, which are held, listed and kept in the history.

    provider.py [--socket PATH] [--name NAME] [--calls-from HANDLE]

The far end is played here: it answers each call that is dialed, and with --calls-from it also calls once. A real program speaks with its
network instead. The name must be granted once: hookswitch access grant uid:$(id -u) provide --name NAME
"""

import argparse
import sys
import uuid

from hookswitch import Daemon, Refused


class Provider:
    def __init__(self, daemon, name):
        self.daemon = daemon
        self.name = name

    def register(self):
        """Registers the name. It belongs to this connection: when it closes, the host ends all calls of the provider (rule P1)."""
        configuration = {
            "name": "Python chat",
            "handleTypes": ["chat"],
            "capabilities": ["holding", "dtmf"],
            "maximumCallGroups": 4,
            # Shown beside each call: `b` in hookswitch watch, hookswitch press, call.pressButton.
            "button": {"title": "Wave"},
        }
        self.daemon.request("provider.register", provider=self.name, configuration=configuration)
        # Until a provider is ready, the host refuses calls through it.
        self.daemon.request("provider.setReady", provider=self.name, ready=True)
        print("registered", flush=True)

    def report(self, call, kind, **details):
        """Tells the host what the far end did."""
        self.daemon.request("provider.report", provider=self.name, call=call, report=kind, **details)

    def call_in(self, handle):
        """Reports a call that comes in. The host judges it; one that is not shown never happened for the person."""
        call = str(uuid.uuid4()).upper()
        update = {"handle": {"type": "chat", "value": handle}, "name": handle.title()}
        verdict = self.daemon.request("provider.reportIncoming", provider=self.name, call=call, update=update)
        print("incoming", call, "shown" if verdict["shown"] else verdict["refusal"], flush=True)

    def perform(self, action):
        """Performs a command of the host. It must be fulfilled or failed before its deadline, exactly once."""
        kind, call, details = action["kind"], action["call"], action["details"]
        print(kind, call, flush=True)
        if kind == "start" and details["handle"]["value"] == "nobody":
            error = {"message": "nobody has that name"}
            self.daemon.request("provider.fail", provider=self.name, action=action["action"], error=error)
            return
        self.daemon.request("provider.fulfill", provider=self.name, action=action["action"])
        if kind == "start":
            # A start is fulfilled when the network has taken the call; the far end then rings and answers.
            self.report(call, "startedConnecting")
            self.report(call, "connected")
        elif kind == "playDTMF":
            # This far end sends all digits back.
            self.report(call, "dtmf", digits=details["digits"])

    def serve(self):
        """Takes commands until the connection ends."""
        for name, parameters in self.daemon.notifications():
            if name == "provider.action":
                try:
                    self.perform(parameters)
                except Refused as error:
                    # The call ended, or the action's time passed, while the answer was under way.
                    print("refused:", error, file=sys.stderr, flush=True)
            elif name == "provider.told":
                # begin and reset: drop every call; shown and refused: the fate of an incoming call; button: a person pressed it.
                print("told", parameters["kind"], flush=True)
            elif name == "goodbye":
                print("goodbye:", parameters["reason"], flush=True)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--socket")
    arguments.add_argument("--name", default="chat")
    arguments.add_argument("--calls-from", metavar="HANDLE")
    options = arguments.parse_args()
    try:
        provider = Provider(Daemon(options.socket), options.name)
        provider.register()
        if options.calls_from:
            provider.call_in(options.calls_from)
    except Refused as error:
        # notPermitted: the request is pending until a person grants the name.
        sys.exit(f"{error}; {error.how}" if error.how else str(error))
    provider.serve()


if __name__ == "__main__":
    main()
