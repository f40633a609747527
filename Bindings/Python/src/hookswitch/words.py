"""The numbers of hookswitch.h as words.

States, end reasons, end causes, events and errors have the words of the library itself, which its journal and its command use too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Callable

from .errors import invalid

CAPABILITIES = {
    "hold": 1, "group": 2, "ungroup": 4, "dtmf": 8, "transfer": 16, "audio": 32, "video": 64, "deflect": 128,
}
#: The capabilities that most calls have.
USUAL_CAPABILITIES = frozenset(["hold", "group", "ungroup", "dtmf", "transfer", "audio"])
ANSWERS = {"automatic": 0, "holdActive": 1, "endActive": 2, "endHeldAndHoldActive": 3}
ORIGINS = {"user": 0, "client": 1, "provider": 2, "host": 3}
LISTEN = {"calls": 1, "results": 2, "providers": 4, "lineAudio": 8, "log": 16}
VERDICTS = {"continue": 0, "silence": 1, "block": 2}
OUTCOMES = {
    "answered": 1, "declined": 2, "answeredElsewhere": 3, "blocked": 4, "failed": 5, "missed": 6, "cancelled": 7,
}
STANDINGS = {"gone": 0, "ready": 1, "notReady": 2, "quarantined": 3}
TONES = {"quiet": 0, "ring": 1, "waiting": 2}
LOG_LEVELS = {"error": 1, "warning": 2, "info": 3, "debug": 4, "trace": 5}
REPORTS = {
    "connecting": 1, "earlyMedia": 2, "connected": 3, "held": 4, "resumed": 5, "remotelyHeld": 6, "remotelyResumed": 7, "dtmf": 8,
    "transferProgress": 9, "transferRequest": 10,
}
AUDIO_MODES = {"talk": 0, "listen": 1, "network": 2}
AUDIO_EVENTS = {
    "started": 1, "mark": 2, "drained": 3, "full": 4, "room": 5, "held": 6, "resumed": 7, "lost": 8, "connected": 9, "stopped": 10,
}
#: Actions by the methods of `Provider` that perform them.
ACTIONS = {
    "start": 1, "answer": 2, "end": 3, "set_held": 4, "set_muted": 5, "set_group": 6, "play_dtmf": 7, "transfer": 8, "deflect": 9,
}

# hk_call_info.flags
OUTGOING, MUTED, REMOTELY_HELD, WAITING, SILENCED = 1, 2, 4, 8, 16
MIXED, TRANSFERRING, EMERGENCY, EARLY_MEDIA, FRONT = 32, 64, 128, 256, 512

# hk_event.type
INCOMING, STATE, CHANGED, ENDED, TONE, DTMF = 1, 2, 3, 4, 5, 6
RESUME_OFFERED, TRANSFER_REQUESTED, RECORD, MEDIA = 7, 8, 9, 10
RESULT, DONE = 16, 17
SCREEN, PERFORM, TIMED_OUT, CANCELLED, SHOWN, REFUSED = 24, 25, 26, 27, 28, 29
TRANSFER_DECIDED, BEGIN, RESET, RESTART, ACTIVATE = 30, 31, 32, 33, 34
PROVIDER, LOST, COMMAND_TIMED_OUT, MISBEHAVED, LOG, AUDIO_OWNER, LINE_AUDIO, RECORDING = 40, 41, 42, 43, 44, 45, 46, 47
AUDIO = 56
CLOSED, LAGGED = 62, 63


def inverse(words: Mapping[str, int]) -> dict[int, str]:
    """Returns the words by their numbers."""
    return {number: word for word, number in words.items()}


CAPABILITY_OF = inverse(CAPABILITIES)
ORIGIN_OF = inverse(ORIGINS)
ACTION_OF = inverse(ACTIONS)
AUDIO_EVENT_OF = inverse(AUDIO_EVENTS)


def number_of(word: str, words: Mapping[str, int], name: str) -> int:
    """Returns the number of a word; raises `HookswitchError` (invalid) for an unknown one."""
    try:
        return words[word]
    except (KeyError, TypeError):
        raise invalid(f"{name} is {word!r}, should be one of {', '.join(words)}") from None


def bits_of(chosen: Iterable[str], words: Mapping[str, int], name: str) -> int:
    """Returns the sum of the words' bits; raises `HookswitchError` (invalid) for an unknown one."""
    if isinstance(chosen, str):
        raise invalid(f"{name} is the text {chosen!r}, should be a set of words, such as {{{chosen!r}}}")
    bits = 0
    for word in chosen:
        bits |= number_of(word, words, name)
    return bits


def capability_words(bits: int) -> frozenset[str]:
    """Returns the capabilities of a number."""
    return frozenset(word for word, bit in CAPABILITIES.items() if bits & bit)


class Table(dict[int, str]):
    """Words that the library names, by number; it asks the library once for each."""

    def __init__(self, ask: Callable[[int], Any]) -> None:
        super().__init__()
        self._ask = ask

    def __missing__(self, number: int) -> str:
        word = self[number] = bytes(self._ask(number) or b"unknown").decode()
        return word


class Words:
    """The tables of words that a library names."""

    def __init__(self, functions: Any) -> None:
        self.events = Table(functions.hk_event_name)
        self.states = Table(functions.hk_state_name)
        self.reasons = Table(functions.hk_end_reason_name)
        self.causes = Table(functions.hk_end_cause_name)
        self.statuses = Table(functions.hk_status_name)
        #: The states by their words.
        self.state_numbers = {self.states[number]: number for number in range(1, 11)}
        #: The end reasons by their words.
        self.reason_numbers = {self.reasons[number]: number for number in range(1, 7)}
