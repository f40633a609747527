"""Call control for Linux: a host that places, takes, holds and merges calls, for asyncio programs.

    import asyncio
    from hookswitch import Host

    async def main():
        async with Host() as host:
            await host.add_transport("line", "org.hookswitch.loopback")
            call = await host.dial("tel:5550100", provider="line")
            await call.reaches("active")
            await call.hang_up()

    asyncio.run(main())

`hookswitch.direct` has the same host without asyncio.
"""

from ._library import library_path
from .actions import Answer, Deflect, End, PlayDTMF, SetGroup, SetHeld, SetMuted, Start, Transfer
from .attachment import Attachment, AudioStatus
from .audio import AudioEvent, CallAudio
from .call import Call
from .clock import ManualClock
from .direct import AudioLevel, DirectHost, ProviderOptions
from .errors import CallEnded, Failure, HookswitchError, LibraryMissing, TransportFault
from .events import Event, PerformedAction
from .host import Host
from .pictures import CallInfo, Snapshot
from .provider import Action, Provider
from .request import Request, Result
from .streams import Stream

__all__ = [
    "Action", "Answer", "Attachment", "AudioEvent", "AudioLevel", "AudioStatus", "Call", "CallAudio", "CallEnded", "CallInfo", "Deflect",
    "DirectHost", "End", "Event", "Failure", "Host", "HookswitchError", "LibraryMissing", "ManualClock", "PerformedAction", "PlayDTMF",
    "Provider", "ProviderOptions", "Request", "Result", "SetGroup", "SetHeld", "SetMuted", "Snapshot", "Start", "Stream", "Transfer",
    "TransportFault", "library_path",
]
