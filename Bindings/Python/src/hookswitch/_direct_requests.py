"""The requests of a host without asyncio."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any, Optional

from . import _structs as s
from . import words
from ._direct_base import DirectBase, calls_array, id_of, json_text
from ._native_library import call_struct, optional_text, text, unsigned
from .actions import Action, Start, fill

_CALL = s.hk_call.from_buffer_copy
_RAW_CALL = ctypes.c_char * 16


class DirectRequests(DirectBase):
    """The requests about calls.

    Each returns the number of an accepted request, and raises `HookswitchError` for a refused one, of which nothing has changed. The event
    "done" with the number tells the result, exactly once. `line` is the line of a new call, `origin` "user" or "client", and `data` a
    number that comes back in the request's events.
    """

    def dial(
        self, handle: str, provider: Optional[str] = None, *, line: Optional[str] = None, origin: str = "user", data: int = 0
    ) -> tuple[int, bytes]:
        """Calls a handle, such as "tel:+12125550100" or "sip:bob@example.org"; returns the request, and the new call's id."""
        call = _RAW_CALL()
        named = self._provider_texts.get(provider)
        if named is None:
            named = self._provider_text(provider)
        number: int = self._functions.hk_dial(self._host, named, text(handle, "handle"), self._terms(line, origin, data), call)
        if number < 0:
            self._check(number)
        return number, call.raw

    def transact(
        self, actions: Sequence[Action], *, line: Optional[str] = None, origin: str = "user", data: int = 0
    ) -> int:
        """Requests several actions in order, as one; each `Start` gets the id of its call."""
        records = (s.hk_action * len(actions))()
        for place, action in enumerate(actions):
            records[place].size = ctypes.sizeof(s.hk_action)
            fill(records[place], action, place)
        number = self._check(
            self._functions.hk_transact(self._host, records, len(actions), self._terms(line, origin, data))
        )
        for record, action in zip(records, actions):
            if isinstance(action, Start):
                action.id = id_of(record.call)
        return number

    def answer(self, call: Any, choice: str = "automatic", *, origin: str = "user", data: int = 0) -> int:
        """Answers a ringing call; `choice` is "automatic", "holdActive", "endActive" or "endHeldAndHoldActive"."""
        answer = words.number_of(choice, words.ANSWERS, "choice")
        return self._check(self._functions.hk_answer(self._host, call_struct(call), answer, self._terms(None, origin, data)))

    def end(self, call: Any, *, origin: str = "user", data: int = 0) -> int:
        """Ends a call, or declines it while it rings."""
        return self._about(self._functions.hk_end, call, origin, data)

    def end_group(self, call: Any, *, origin: str = "user", data: int = 0) -> int:
        """Ends all calls of its group."""
        return self._about(self._functions.hk_end_group, call, origin, data)

    def set_held(self, call: Any, on: bool = True, *, origin: str = "user", data: int = 0) -> int:
        """Holds or resumes its whole group."""
        return self._check(self._functions.hk_set_held(self._host, call_struct(call), bool(on), self._terms(None, origin, data)))

    def swap(self, line: Optional[str] = None, *, origin: str = "user", data: int = 0) -> int:
        """Holds the group in front of a line, and resumes the one that was held last."""
        return self._check(self._functions.hk_swap(self._host, self._terms(line, origin, data)))

    def merge(self, calls: Sequence[Any], *, origin: str = "user", data: int = 0) -> int:
        """Brings the whole groups of the calls together."""
        return self._check(
            self._functions.hk_merge(self._host, calls_array(calls), len(calls), self._terms(None, origin, data))
        )

    def split(self, call: Any, *, origin: str = "user", data: int = 0) -> int:
        """Takes a call out of its group, to be in front alone."""
        return self._about(self._functions.hk_split, call, origin, data)

    def set_muted(self, call: Any, on: bool = True, *, origin: str = "user", data: int = 0) -> int:
        """Mutes or unmutes our side."""
        return self._check(self._functions.hk_set_muted(self._host, call_struct(call), bool(on), self._terms(None, origin, data)))

    def play_dtmf(self, call: Any, digits: str, *, origin: str = "user", data: int = 0) -> int:
        """Sends digits: 0-9 * # A-D, `,` for a pause of 2 s, `;` to wait for `continue_dtmf`."""
        return self._check(
            self._functions.hk_play_dtmf(self._host, call_struct(call), text(digits, "digits"), self._terms(None, origin, data))
        )

    def continue_dtmf(self, call: Any, *, origin: str = "user", data: int = 0) -> int:
        """Sends the digits after a `;`."""
        return self._about(self._functions.hk_continue_dtmf, call, origin, data)

    def transfer(self, call: Any, to: Any, *, origin: str = "user", data: int = 0) -> int:
        """Hands a call over to a handle, or to the far end of another call."""
        terms = self._terms(None, origin, data)
        if isinstance(to, str):
            return self._check(self._functions.hk_transfer(self._host, call_struct(call), text(to, "to"), terms))
        return self._check(self._functions.hk_transfer_to_call(self._host, call_struct(call), call_struct(to, "to"), terms))

    def accept_transfer(self, call: Any, *, origin: str = "user", data: int = 0) -> int:
        """Grants the transfer that the far end asked for."""
        return self._about(self._functions.hk_accept_transfer, call, origin, data)

    def refuse_transfer(self, call: Any, *, origin: str = "user", data: int = 0) -> int:
        """Refuses the transfer that the far end asked for."""
        return self._about(self._functions.hk_refuse_transfer, call, origin, data)

    def invoke(self, method: str, parameters: Any = None, *, origin: str = "user", data: int = 0) -> int:
        """Asks for a method of the host's surface by name; the event "done" has its result as JSON in `text`."""
        members = None if parameters is None else json_text(parameters, "parameters")
        return self._check(
            self._functions.hk_invoke(self._host, text(method, "method"), members, self._terms(None, origin, data))
        )

    def configure_transport(self, name: str, settings: Any, *, data: int = 0) -> int:
        """Gives a provider's transport other settings, which it takes whole or not at all."""
        return self._check(
            self._functions.hk_configure_transport(
                self._host, text(name, "name"), json_text(settings, "settings"), self._terms(None, "user", data)
            )
        )

    def diagnostics(self, name: str, call: Any = None, level: int = 0, *, data: int = 0) -> int:
        """Asks a provider's transport for its counters, or its measurements of a call; "done" has them as JSON in `text`."""
        subject = s.hk_call() if call is None else call_struct(call)
        return self._check(
            self._functions.hk_diagnostics(
                self._host, text(name, "name"), subject, unsigned(level, "level"), self._terms(None, "user", data)
            )
        )

    def _about(self, function: Any, call: Any, origin: str, data: int) -> int:
        raw = _CALL(call) if type(call) is bytes and len(call) == 16 else call_struct(call)
        number: int = function(self._host, raw, self._terms(None, origin, data))
        return number if number > 0 else self._check(number)

    # Filters of callers

    def set_blocked(self, handle: str, on: bool = True) -> None:
        """Refuses calls from a handle on all lines, or no longer."""
        self._check(self._functions.hk_set_blocked(self._host, text(handle, "handle"), bool(on)))

    def set_let_through(self, handle: str, on: bool = True) -> None:
        """Lets a handle ring while do-not-disturb is on, or no longer."""
        self._check(self._functions.hk_set_let_through(self._host, text(handle, "handle"), bool(on)))

    def set_do_not_disturb(self, on: bool = True, line: Optional[str] = None) -> None:
        """Switches do-not-disturb of a line (None: main) on or off."""
        self._check(self._functions.hk_set_do_not_disturb(self._host, optional_text(line, "line"), bool(on)))

    def filters(self) -> dict[str, list[str]]:
        """Returns the lists "blocked" and "letThrough"."""
        return self._object(lambda out: self._functions.hk_filters(self._host, out))  # type: ignore[no-any-return]

    def set_screener(self, name: str, on: bool = True) -> None:
        """Makes the program the screener `name`, or no longer. Lines ask the screeners that their policy names."""
        self._check(self._functions.hk_set_screener(self._host, text(name, "name"), bool(on)))

    def screen(self, name: str, call: Any, verdict: str) -> None:
        """Answers the event "screen": "continue", "silence" or "block"."""
        number = words.number_of(verdict, words.VERDICTS, "verdict")
        self._check(self._functions.hk_screen(self._host, text(name, "name"), call_struct(call), number))
