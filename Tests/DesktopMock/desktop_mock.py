#!/usr/bin/python3
"""Plays services of a desktop for the tests of the bridge.

  desktop_mock.py SERVICE...        notifications, feedback, player, callaudio, logind

Each call is printed as one line. Lines on standard input have it act: `press NUMBER ACTION`, `close NUMBER`, `ended NUMBER REASON`,
`sleep true`, `lock true`, `play`. The program ends with its input. Needs python3-dbus-next.
"""

import asyncio
import os
import sys

from dbus_next.aio import MessageBus
from dbus_next.constants import PropertyAccess
from dbus_next.service import ServiceInterface, dbus_property, method, signal


def say(*words):
    print(*words, flush=True)


class Notifications(ServiceInterface):
    bus_name, bus_path = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"

    def __init__(self):
        super().__init__("org.freedesktop.Notifications")
        self.count = 0

    @method()
    def GetCapabilities(self) -> "as":
        say("GetCapabilities")
        return ["actions", "body", "body-markup"]

    @method()
    def Notify(self, app: "s", replaced: "u", icon: "s", title: "s", body: "s", actions: "as", hints: "a{sv}", time: "i") -> "u":
        if not replaced:
            self.count += 1
        number = replaced or self.count
        category = hints["category"].value if "category" in hints else "question"
        say("Notify", number, category, "/".join(actions[::2]), title.replace("\u2068", "").replace("\u2069", ""))
        return number

    @method()
    def CloseNotification(self, number: "u"):
        say("CloseNotification", number)
        self.NotificationClosed(number, 3)

    @signal()
    def ActionInvoked(self, number, action) -> "us":
        return [number, action]

    @signal()
    def NotificationClosed(self, number, reason) -> "uu":
        return [number, reason]


class Feedback(ServiceInterface):
    bus_name, bus_path = "org.sigxcpu.Feedback", "/org/sigxcpu/Feedback"

    def __init__(self):
        super().__init__("org.sigxcpu.Feedback")
        self.count = 0

    @method()
    def TriggerFeedback(self, app: "s", event: "s", hints: "a{sv}", time: "i") -> "u":
        self.count += 1
        say("TriggerFeedback", self.count, event, time)
        return self.count

    @method()
    def EndFeedback(self, number: "u"):
        say("EndFeedback", number)
        self.FeedbackEnded(number, 2)

    @signal()
    def FeedbackEnded(self, number, reason) -> "ui":
        return [number, reason]


class Player(ServiceInterface):
    bus_name, bus_path = "org.mpris.MediaPlayer2.mock", "/org/mpris/MediaPlayer2"

    def __init__(self):
        super().__init__("org.mpris.MediaPlayer2.Player")
        self.status = "Playing"

    def become(self, status):
        self.status = status
        self.emit_properties_changed({"PlaybackStatus": status})

    @dbus_property(access=PropertyAccess.READ)
    def PlaybackStatus(self) -> "s":
        return self.status

    @dbus_property(access=PropertyAccess.READ)
    def CanPause(self) -> "b":
        return True

    @method()
    def Pause(self):
        say("Pause")
        self.become("Paused")

    @method()
    def Play(self):
        say("Play")
        self.become("Playing")


class CallAudio(ServiceInterface):
    bus_name, bus_path = "org.mobian_project.CallAudio", "/org/mobian_project/CallAudio"

    def __init__(self):
        super().__init__("org.mobian_project.CallAudio")

    @method()
    def SelectMode(self, mode: "u") -> "b":
        say("SelectMode", mode)
        return True

    @method()
    def EnableSpeaker(self, enable: "b") -> "b":
        say("EnableSpeaker", enable)
        return True

    @method()
    def MuteMic(self, mute: "b") -> "b":
        say("MuteMic", mute)
        return True


class Logind(ServiceInterface):
    bus_name, bus_path = "org.freedesktop.login1", "/org/freedesktop/login1"

    def __init__(self):
        super().__init__("org.freedesktop.login1.Manager")

    @method()
    def GetUser(self, uid: "u") -> "o":
        return "/user"

    @method()
    def Inhibit(self, what: "s", who: "s", why: "s", mode: "s") -> "h":
        ours, theirs = os.pipe()
        say("Inhibit", what, mode)

        def closed():
            asyncio.get_running_loop().remove_reader(ours)
            os.close(ours)
            say("released", mode)

        asyncio.get_running_loop().add_reader(ours, closed)
        # The bus sends the descriptor first.
        asyncio.get_running_loop().call_later(0.2, os.close, theirs)
        return theirs

    @signal()
    def PrepareForSleep(self, begins) -> "b":
        return begins


class User(ServiceInterface):
    def __init__(self):
        super().__init__("org.freedesktop.login1.User")

    @dbus_property(access=PropertyAccess.READ)
    def Display(self) -> "(so)":
        return ["2", "/session"]


class Session(ServiceInterface):
    def __init__(self):
        super().__init__("org.freedesktop.login1.Session")
        self.locked = False

    @dbus_property(access=PropertyAccess.READ)
    def LockedHint(self) -> "b":
        say("LockedHint")
        return self.locked


KINDS = {"notifications": Notifications, "feedback": Feedback, "player": Player, "callaudio": CallAudio, "logind": Logind}


async def main():
    bus = await MessageBus(negotiate_unix_fd=True).connect()
    services = {}
    session = Session()
    for word in sys.argv[1:]:
        services[word] = KINDS[word]()
        bus.export(services[word].bus_path, services[word])
        if word == "logind":
            bus.export("/user", User())
            bus.export("/session", session)
    for service in services.values():
        await bus.request_name(service.bus_name)
    say("ready")

    def act(words):
        if words[0] == "press":
            services["notifications"].ActionInvoked(int(words[1]), words[2])
        elif words[0] == "close":
            services["notifications"].NotificationClosed(int(words[1]), 2)
        elif words[0] == "ended":
            services["feedback"].FeedbackEnded(int(words[1]), int(words[2]))
        elif words[0] == "sleep":
            services["logind"].PrepareForSleep(words[1] == "true")
        elif words[0] == "lock":
            session.locked = words[1] == "true"
            session.emit_properties_changed({"LockedHint": session.locked})
        elif words[0] == "play":
            services["player"].become("Playing")

    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        if words := line.split():
            act(words)


asyncio.run(main())
