"""A host in full work, for the tests that look at every view, and for the pictures of the documentation."""

from __future__ import annotations

import datetime

from stage import Stage, make_call

INVITE = (
    "INVITE sip:agent-9@pbx.example SIP/2.0\r\nVia: SIP/2.0/TLS 192.0.2.20:5061;branch=z9hG4bK776asdhds\r\n"
    "From: \"Bob Example\" <sip:bob@example.org>;tag=1928301774\r\nTo: <sip:agent-9@pbx.example>\r\n"
    "Call-ID: a84b4c76e66710@192.0.2.20\r\nCSeq: 314159 INVITE\r\nContent-Length: 0\r\n")


def ago(seconds: float) -> str:
    """Returns a time of the host."""
    time = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=seconds)
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def steps() -> list[dict]:
    """Returns the steps of a call that was answered and held."""
    line, sip, far = "line agent-9", "sip", "SIP of sip"
    rows = [
        (0.0, far, sip, "INVITE (1)", INVITE), (0.001, sip, far, "100 Trying (1)", "SIP/2.0 100 Trying\r\n"),
        (0.002, sip, line, "incoming c1 from sip:bob@example.org “Bob Example”", None), (0.002, None, None, "c1 ringing", None),
        (0.003, sip, far, "180 Ringing (1)", "SIP/2.0 180 Ringing\r\n"), (2.110, "programs", line, "answer c1", None),
        (2.110, line, "programs", "accepted answer c1", None), (2.110, line, sip, "answer c1", None),
        (2.114, sip, far, "200 OK (1)", "SIP/2.0 200 OK\r\n"), (2.131, far, sip, "ACK (1)", "ACK sip:agent-9@pbx.example SIP/2.0\r\n"),
        (2.132, sip, line, "connected c1", None), (2.132, None, None, "c1 active", None), (2.132, line, "programs", "done answer c1", None),
        (9.400, "programs", line, "merge c1 c2", None), (9.400, line, "programs", "refused merge: invalidAction (in the way: c2)", None),
        (12.040, "programs", line, "hold c1", None), (12.040, line, sip, "hold c1", None),
        (12.051, sip, far, "INVITE (2), sendonly", INVITE), (12.120, far, sip, "200 OK (2), recvonly", "SIP/2.0 200 OK\r\n"),
        (12.121, sip, line, "fulfilled hold c1", None), (12.121, None, None, "c1 held", None),
    ]
    made = []
    for time, sender, receiver, text, message in rows:
        step = {"time": time, "line": "agent-9", "step": "message" if sender else "state", "text": text}
        step |= {"from": sender, "to": receiver} if sender else {}
        step |= {"message": message} if message else {}
        step |= {"trouble": True} if "refused" in text else {}
        made.append(step)
    return made


def provider(name: str, **members: object) -> dict:
    """Returns a state of the topic `provider`."""
    value = {"provider": name, "name": name, "kind": "transport", "transport": name, "version": "1.0.0", "standing": "ready", "line": "main",
             "calls": 2, "losses": 0, "misbehaviour": {}, "capabilities": []}
    return {"topic": "provider", "key": name, "sequence": 1, "value": value | members}


def furnish(stage: Stage) -> tuple[dict, dict]:
    """Gives a stage calls and an answer to each method of the views; returns the active and the ringing call of agent-9."""
    bob = make_call("agent-9", began=ago(258), connected=ago(252))
    carol = make_call("agent-9", "ringing", provider="pstn", displayName="Carol Example", handle={"type": "phone", "value": "+1 212 555 0100"},
                      group=2, began=ago(6), answerChoices={
                          "automatic": None, "holdActive": None, "endActive": None,
                          "endHeldAndHoldActive": {"code": "invalidAction", "message": "no call is held"}})
    stage.lines = {
        "agent-9": [bob, carol],
        "agent-12": [make_call("agent-12", "held", displayName="+49 30 5550101", handle={"type": "phone", "value": "+49 30 5550101"},
                               began=ago(775), connected=ago(760))],
        "door": [make_call("door", "dialing", displayName="100", direction="outgoing", handle={"type": "generic", "value": "100"}, began=ago(2))],
    } | {f"agent-{n}": [make_call(f"agent-{n}", "active", provider="pstn" if n % 3 else "sip", displayName=f"Caller {n}",
                                  handle={"type": "phone", "value": f"+1 212 555 01{n}"}, began=ago(n * 61), connected=ago(n * 60))]
         for n in range(20, 36)}
    stage.answers |= {
        "states": [
            provider("sip", since=ago(86_400), messages={"provider": "sip", "actor": "uid 1000 as anna", "since": ago(60), "until": ago(-540)}),
            provider("pstn", standing="quarantined", reason="it crashed 3 times within a minute", losses=3, misbehaviour={"lateReply": 2},
                     since=ago(42), lastLoss={"time": ago(42), "reason": "its process ended by signal 11"}),
            *({"topic": "audio", "key": line, "sequence": 1, "value": {
                "line": line, "owners": ["sip"], "reason": "answered", "since": ago(252), "routes": ["Headset", "Speaker"], "route": "Headset",
                "input": "Headset Mono", "output": "Headset Stereo"}} for line in ("agent-9", "door"))],
        "transport.processes": {"processes": [
            {"process": "sip-1", "pid": 4711, "transport": "sip", "version": "1.0.0", "providers": ["sip"], "calls": 2, "state": "running",
             "memoryKB": 20480, "restarts": 0, "sandbox": "landlock"},
            {"process": "pstn-1", "pid": 4890, "transport": "pstn", "version": "1.0.0", "providers": ["pstn"], "calls": 0, "state": "running",
             "memoryKB": 8192, "restarts": 3, "sandbox": "landlock"}]},
        "refusal.list": {"refusals": [
            {"number": 2, "time": ago(40), "kind": "request", "actor": "uid 1000 as anna", "subject": "call.merge", "line": "agent-9",
             "refusal": {"code": "invalidAction", "message": "c2 is not connected", "calls": [carol["call"]]}, "rules": ["G5"]},
            {"number": 1, "time": ago(300), "kind": "incoming", "provider": "pstn", "subject": "+1 212 555 0199", "line": "agent-12",
             "refusal": {"code": "maximumCallGroupsReached", "message": "the line has no room for another call"}, "rules": ["I5"]}], "dropped": 0},
        "history.list": lambda params: {"calls": [
            {"id": n, "call": make_call("main")["call"], "line": "agent-9", "provider": "sip", "direction": "incoming" if n % 2 else "outgoing",
             "outcome": ["answered", "missed", "failed"][n % 3], "displayName": f"Caller {n}", "began": ago(n * 700), "duration": 61.5,
             "end": {"reason": "remoteEnded"}} for n in range(1, 21)], "next": 20},
        "console.ladder": {"participants": ["programs", "line agent-9", "sip", "SIP of sip"], "steps": steps(), "dropped": 0, "next": 22,
                           "begun": datetime.datetime.now().timestamp() - 258},
        "trace.subscribe": {"subscription": 5, "dropped": 0},
        "metrics.read": {"contentType": "text/plain", "text": "hookswitch_audio_ticks_total 12345\nhookswitch_audio_late_ticks_total 2\n"},
        "audio.setRoute": {}, "trace.messages": {"messages": []}, "provider.pardon": {}, "provider.reset": {},
        "provider.statistics": {"statistics": {"sockets": {"messages": 14, "mended": 0}, "calls": 2}},
        "call.statistics": {"statistics": {"sound": {
            "codec": "opus", "heard": {"packets": 12590, "lost": 12, "jitter-ms": 3.1}, "far-end-reports": {"loss-percent": 0, "round-trip-ms": 21}}}},
        "request.preview": lambda params: preview(params, bob, carol),
    }
    return bob, carol


def join_cluster(stage: Stage) -> None:
    """Makes the host of a stage a node of a cluster with a draining and a dead one, a lent line and a stray."""
    def node(name: str, state: str, **members: object) -> dict:
        load = {"lines": 412, "calls": 61, "processor": 0.38, "lagMs": 3}
        return {"node": name, "incarnation": "6F9619FF-8B86-D011-B42D-00C04FC964FF", "state": state, "dead": False, "beatAgeMs": 412, "speaks": [1],
                "version": "1.0.0", "weight": 100, "sip": [f"sip:{name}.example:5060"], "load": load, "slots": 86, "lentLines": 2,
                "isHere": False} | members

    stage.answers |= {
        "cluster.status": {
            "cluster": "west", "node": "node-a", "incarnation": "6F9619FF-8B86-D011-B42D-00C04FC964FF", "state": "active", "leaseMs": 14_588,
            "slots": 86, "lentLines": 2, "borrowedLines": 1, "strays": 1, "unshippedRecords": 3, "takeovers": 1, "renewalMs": 4,
            "engine": {"connected": True, "server": "nats://10.0.0.5:4222", "since": ago(86_400)}},
        "cluster.nodes": {"nodes": [
            node("node-a", "active", isHere=True), node("node-b", "draining", slots=12, beatAgeMs=903),
            node("node-c", "gone", dead=True, slots=0, lentLines=0, beatAgeMs=64_120,
                 load={"lines": 0, "calls": 0, "processor": 0, "lagMs": 0})]},
        "cluster.lent": {"lines": [
            {"line": "agent-44", "slot": "s017", "owner": "node-a", "borrower": "node-b", "isBorrowedHere": False},
            {"line": "queue-2", "slot": "s101", "owner": "node-b", "borrower": "node-a", "isBorrowedHere": True}]},
        "cluster.strays": {"strays": [
            {"call": make_call("door")["call"], "line": "door", "node": "node-c", "direction": "incoming", "handle": "+1 212 555 0143",
             "connected": ago(340)}]},
    }


def preview(params: dict, bob: dict, carol: dict) -> dict:
    """Returns the course of a request as the daemon would."""
    step = lambda kind, call, details=None: {"kind": kind, "call": call["call"], "provider": "sip"} | ({"details": details} if details else {})
    match params["method"], params["parameters"].get("choice"):
        case "call.answer", "endActive":
            return {"outcome": "accepted", "steps": [step("end", bob), step("answer", carol)]}
        case "call.answer", _:
            return {"outcome": "accepted", "steps": [step("setHeld", bob, "true"), step("answer", carol)]}
        case "call.hold", _:
            return {"outcome": "accepted", "steps": [step("setHeld", bob, "true")]}
    refusal = {"code": "invalidAction", "message": "Carol Example is not connected", "calls": [carol["call"]]}
    return {"outcome": "refused", "refusal": refusal, "rules": ["G5" if params["method"] == "call.merge" else "H4"], "steps": []}
