"""SIPp as the phones and trunks around a cluster."""

import os

from networks import PHONES
from processes import program

SDP = """v=0
o=phone 1 1 IN IP4 [local_ip]
s=-
c=IN IP4 [media_ip]
t=0 0
m=audio [media_port] RTP/AVP 0
a=rtpmap:0 PCMU/8000
"""


def send(line, to, cseq, headers="", body="", again=True):
    """Returns the step of a caller that sends a request."""
    kind = f"{headers}Content-Type: application/sdp\n" if body else headers
    return f"""<send{' retrans="500"' if again else ''}><![CDATA[
{line}
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
Max-Forwards: 70
From: <sip:caller@example.org>;tag=[pid]caller[call_number]
{to}
Call-ID: [call_id]
CSeq: {cseq}
{kind}Content-Length: [len]

{body}]]></send>
"""


def answer(status, headers="", body="", to="[last_To:]"):
    """Returns the step that answers a request."""
    kind = f"{headers}Content-Type: application/sdp\n" if body else headers
    return f"""<send><![CDATA[
SIP/2.0 {status}
[last_Via:]
[last_Record-Route:]
[last_From:]
{to}
[last_Call-ID:]
[last_CSeq:]
{kind}Content-Length: [len]

{body}]]></send>
"""


TO = "To: <sip:[service]@[remote_ip]:[remote_port]>"
CONTACT = "Contact: <sip:phone@[local_ip]:[local_port]>\n"
INVITE = send("INVITE sip:[service]@[remote_ip]:[remote_port] SIP/2.0", TO, "1 INVITE", CONTACT, SDP)
# A call that is offered to another node rings once more.
PROVISIONAL = "".join(f'<recv response="{status}" optional="true"/>\n' for status in (100, 180, 180, 180, 180))
ACK = send("ACK [next_url] SIP/2.0", TO + "[peer_tag_param]", "1 ACK", "[routes]\n", again=False)
ACK_REFUSAL = send("ACK sip:[service]@[remote_ip]:[remote_port] SIP/2.0", TO + "[peer_tag_param]", "1 ACK", again=False)
BYE = send("BYE [next_url] SIP/2.0", TO + "[peer_tag_param]", "2 BYE", "[routes]\n")
TAKE_BYE = '<recv request="BYE"/>\n' + answer("200 OK")


def caller(end, talk=300):
    """Returns the scenario of a caller: `hangsUp` after `talk` milliseconds, `awaitsBye`, or `refused` with the number of a status."""
    if end == "hangsUp":
        rest = f'<recv response="200" rrs="true"/>\n{ACK}<pause milliseconds="{talk}"/>\n{BYE}<recv response="200"/>\n'
    elif end == "awaitsBye":
        rest = f'<recv response="200" rrs="true"/>\n{ACK}{TAKE_BYE}'
    else:
        rest = f'<recv response="{end}"/>\n{ACK_REFUSAL}'
    return f"{INVITE}{PROVISIONAL}{rest}"


CALLEE = ('<recv request="INVITE" rrs="true"/>\n' + answer("180 Ringing", CONTACT, to="[last_To:];tag=[pid]phone[call_number]")
          + answer("200 OK", CONTACT, SDP, to="[last_To:];tag=[pid]phone[call_number]") + '<recv request="ACK"/>\n' + TAKE_BYE)


class Phone:
    """SIPp with one call, in the host of the phones."""

    count = 0

    def __init__(self, stage, host, scenario, arguments=(), limit=90):
        Phone.count += 1
        self.name, self.port = f"phone{Phone.count}", 20_000 + Phone.count * 10
        self.folder = f"{stage.folder}/{self.name}"
        os.mkdir(self.folder)
        with open(f"{self.folder}/scenario.xml", "w", encoding="utf-8") as file:
            file.write(f'<?xml version="1.0" encoding="ISO-8859-1" ?>\n<scenario name="phone">\n{scenario}</scenario>\n')
        self.child = stage.start(host.command(
            program("sipp"), "-sf", "scenario.xml", "-i", f"{PHONES}.{host.number}", "-p", str(self.port), "-mp", str(self.port + 2),
            "-nostdin", "-m", "1", "-timeout", str(limit), "-timeout_error", "-trace_msg", "-message_file", "messages", "-trace_err",
            "-error_file", "errors", "-deadcall_wait", "0", *arguments), f"{self.name}.out", folder=self.folder)

    @classmethod
    def calls(cls, stage, host, line, target, end="awaitsBye", **more):
        return cls(stage, host, caller(end, **more), ["-s", line, f"{target}:5060"])

    @property
    def address(self):
        return f"{PHONES}.50:{self.port}"

    def text(self, name):
        try:
            with open(f"{self.folder}/{name}", encoding="utf-8", errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    @property
    def received(self):
        """The first lines of the messages that it received, in their order."""
        lines, is_next = [], False
        for line in self.text("messages").splitlines():
            if "message received" in line:
                is_next = True
            elif is_next and line.strip():
                lines.append(line.strip())
                is_next = False
        return lines

    def hears(self, beginning):
        return any(line.startswith(beginning) for line in self.received)

    def is_done(self):
        """Returns true when the scenario is over as it was written."""
        code = self.child.code
        if code is not None and code != 0:
            raise AssertionError(f"{self.name} ends with {code}: {self.received}\n{self.text('errors')[-600:]}")
        return code == 0
