#!/usr/bin/python3
"""Judge who may ring: a screener of a Hookswitch host on D-Bus.

  screener.py NAME TEXT

A caller whose handle contains TEXT is blocked; all others ring. The policy of a line names its screeners:
{"policy": {"screeners": ["NAME"]}}. The program ends with its input.

A person allows the name once: hookswitch api access.grant '{"peer": "uid:1000", "rights": ["screen"], "names": ["NAME"]}'
Needs python3-dbus-next.
"""

import argparse
import asyncio
import sys

from dbus_next import DBusError
from dbus_next.aio import MessageBus
from dbus_next.service import ServiceInterface, method

HOST = "org.hookswitch.Host1"
ROOT = "/org/hookswitch/Host1"
OBJECT = "/org/example/Screener"


class Screener(ServiceInterface):
    """The object that the host asks before a call rings."""

    def __init__(self, text):
        super().__init__("org.hookswitch.CallScreener1")
        self.text = text

    @method()
    def Screen(self, call: "s", provider: "s", line: "s", update: "a{sv}", seconds: "d") -> "ss":
        handle = update["handle"].value["value"].value if "handle" in update else ""
        print("asked about", handle, flush=True)
        return ["block", f"{self.text} is not welcome"] if self.text in handle else ["continue", ""]

    @method()
    def GiveUp(self, call: "s"):
        print("gave up", flush=True)


async def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("name")
    arguments.add_argument("text")
    arguments = arguments.parse_args()

    bus = await MessageBus().connect()
    bus.export(OBJECT, Screener(arguments.text))
    host = bus.get_proxy_object(HOST, ROOT, await bus.introspect(HOST, ROOT)).get_interface(HOST)
    try:
        await host.call_register_screener(arguments.name, OBJECT)
    except DBusError as error:
        raise SystemExit(f"{error.type}: {error.text}")
    print("registered", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
