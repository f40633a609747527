#!/usr/bin/python3
"""Follow the calls of a Hookswitch host on D-Bus: one line for each change.

  follow.py [--bus session|system]

It reads the objects that are there, and then only signals: InterfacesAdded, PropertiesChanged, Ended, InterfacesRemoved.
Needs python3-dbus-next.
"""

import argparse
import asyncio

from dbus_next import BusType, Message, MessageType
from dbus_next.aio import MessageBus

HOST = "org.hookswitch.Host1"
ROOT = "/org/hookswitch/Host1"
CALL = "org.hookswitch.Call1"


def show(*words):
    print(*words, flush=True)


def short(path):
    """Return the first digits of a call, as `hookswitch calls` prints them."""
    return path.rsplit("/", 1)[1][:8]


def added(path, interfaces):
    if CALL in interfaces:
        call = interfaces[CALL]
        show("call", short(path), call["Direction"].value, call["DisplayName"].value, call["State"].value)


def received(message):
    """Print the change that a signal tells of."""
    if message.message_type != MessageType.SIGNAL:
        return
    if message.member == "InterfacesAdded" and message.path == ROOT:
        added(*message.body)
    elif message.member == "InterfacesRemoved" and message.path == ROOT and CALL in message.body[1]:
        show("removed", short(message.body[0]))
    elif message.member == "PropertiesChanged" and message.body[0] == CALL and "State" in message.body[1]:
        show("state", short(message.path), message.body[1]["State"].value)
    elif message.member == "Ended" and message.interface == CALL:
        show("ended", short(message.path), message.body[0])
    elif message.member == "RequestSettled":
        show("request", message.body[0], message.body[1])
    elif message.member == "NameOwnerChanged" and not message.body[2]:
        show("the host is gone")


async def call(bus, destination, path, interface, member, signature="", body=()):
    """Call a method and return the arguments of its reply."""
    reply = await bus.call(
        Message(destination=destination, path=path, interface=interface, member=member, signature=signature, body=list(body)))
    if reply.message_type == MessageType.ERROR:
        raise SystemExit(f"{reply.error_name}: {reply.body[0]}")
    return reply.body


async def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--bus", choices=["session", "system"], default="session")
    kind = BusType[arguments.parse_args().bus.upper()]
    bus = await MessageBus(bus_type=kind).connect()
    # The signals come first, so that nothing is missed between the list and the first change.
    for rule in (f"type='signal',sender='{HOST}'", f"type='signal',member='NameOwnerChanged',arg0='{HOST}'"):
        await call(bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch", "s", [rule])
    bus.add_message_handler(received)
    objects, = await call(bus, HOST, ROOT, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
    for path, interfaces in sorted(objects.items()):
        added(path, interfaces)
    show("following")
    await bus.wait_for_disconnect()


asyncio.run(main())
