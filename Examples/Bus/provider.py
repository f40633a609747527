#!/usr/bin/python3
"""Carry the calls of a meeting program: a provider of a Hookswitch host on D-Bus.

  provider.py NAME [--ring HANDLE]

The host calls Perform for each action; the method's return fulfills it, and an error fails it. Here every call is
answered at once, and a call to `nobody` fails. With --ring, HANDLE calls the host. The program ends with its input.

A person allows the name once: hookswitch api access.grant '{"peer": "uid:1000", "rights": ["provide"], "names": ["NAME"]}'
Needs python3-dbus-next.
"""

import argparse
import asyncio
import sys
import uuid

from dbus_next import DBusError, Variant
from dbus_next.aio import MessageBus
from dbus_next.service import ServiceInterface, method

HOST = "org.hookswitch.Host1"
ROOT = "/org/hookswitch/Host1"
OBJECT = "/org/example/Meetings"


def show(*words):
    print(*words, flush=True)


class Provider(ServiceInterface):
    """The object that the host calls."""

    def __init__(self):
        super().__init__("org.hookswitch.CallProvider1")
        self.reports = None

    @method()
    def Begin(self, epoch: "s"):
        show("begin")

    @method()
    async def Perform(self, action: "t", kind: "s", call: "s", details: "a{sv}"):
        show("perform", kind)
        if kind == "start":
            handle = details["handle"].value["value"].value
            if handle == "nobody":
                raise DBusError("org.hookswitch.Error.ActionFailed", "nobody is in this meeting")
            # Reports follow the return of the method, so that the host knows the call.
            asyncio.get_running_loop().call_soon(lambda: asyncio.ensure_future(self.connect(call)))

    @method()
    def Cancel(self, action: "t"):
        show("cancel", action)

    @method()
    def Told(self, kind: "s", call: "s", details: "a{sv}"):
        show("told", kind)

    async def connect(self, call):
        await self.reports.call_report(call, "connected", {})


async def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("name")
    arguments.add_argument("--ring", metavar="HANDLE")
    arguments = arguments.parse_args()

    bus = await MessageBus().connect()
    provider = Provider()
    bus.export(OBJECT, provider)
    host = bus.get_proxy_object(HOST, ROOT, await bus.introspect(HOST, ROOT)).get_interface(HOST)
    configuration = {
        "name": Variant("s", "Meetings"),
        "handleTypes": Variant("as", ["generic"]),
        "capabilities": Variant("as", ["holding", "dtmf"]),
    }
    try:
        path = await host.call_register_provider(arguments.name, OBJECT, configuration)
    except DBusError as error:
        raise SystemExit(f"{error.type}: {error.text}")
    reports = bus.get_proxy_object(HOST, path, await bus.introspect(HOST, path))
    provider.reports = reports.get_interface("org.hookswitch.ProviderReports1")
    show("registered", path)
    if arguments.ring:
        handle = Variant("a{sv}", {"type": Variant("s", "generic"), "value": Variant("s", arguments.ring)})
        shown, refusal = await provider.reports.call_report_incoming(str(uuid.uuid4()), {"handle": handle}, {})
        show("shown" if shown else f"refused {refusal}")
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
