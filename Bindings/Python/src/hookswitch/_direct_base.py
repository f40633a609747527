"""The life of a host without asyncio, and the taking of its events."""

from __future__ import annotations

import ctypes
import json
import select
import time
import uuid
import weakref
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Optional, Union

from . import _structs as s
from . import words
from ._native_library import Native, call_struct, native, optional_text, parts_of_seconds, path_text, refuse_fork, signed, text, unsigned
from .clock import ManualClock
from .errors import HookswitchError, invalid, wrong_state
from .events import Event
from .pictures import Snapshot, snapshot_at

#: A configuration: an object, or its JSON text.
Config = Union[str, dict[str, Any], None]
#: The events that a host tells by default.
USUAL_EVENTS = ("calls", "results", "providers")
# The greatest number of lines whose terms are kept, and of providers whose names are.
_MOST_TERMS = 1_024


def json_text(value: Any, name: str) -> bytes:
    """Returns a JSON argument, which is an object or a text, as the library takes it."""
    if isinstance(value, str):
        return text(value, name)
    try:
        return text(json.dumps(value, ensure_ascii=False, allow_nan=False), name)
    except (TypeError, ValueError, RecursionError) as error:
        raise invalid(f"{name} is no JSON: {error}") from None


def folders(paths: Any, name: str) -> Optional[bytes]:
    """Returns a list of folders, or one, as the library takes it: separated by colons."""
    if paths is None:
        return None
    if isinstance(paths, (str, bytes)) or hasattr(paths, "__fspath__"):
        paths = [paths]
    return b":".join(path_text(path, name) for path in paths)


class DirectBase:
    """The parts of `DirectHost` that make it, take its events, and end it."""

    def __init__(
        self, config: Config = None, *, events: Iterable[str] = USUAL_EVENTS, config_folder: Any = None, transport_path: Any = None,
        journal: Any = None, clock: Optional[ManualClock] = None, event_limit: int = 0,
    ) -> None:
        """Makes a host. Blocks for as long as it takes to load the configuration's transports.

        `config` is the configuration of `hookswitch run`, as an object or a JSON text; `config_folder` the folder of its relative paths.
        `transport_path` names folders with transports. `journal` is a new file for all that is decided. `event_limit` is the greatest
        number of waiting events that may be left out (0: 65,536). Raises `HookswitchError` (invalid) with the member at fault.
        """
        refuse_fork()
        self._native = native()
        self._functions = self._native.functions
        options = s.make(
            s.hk_host_options,
            events=_listening(events),
            config=None if config is None else json_text(config, "config"),
            config_folder=None if config_folder is None else path_text(config_folder, "config_folder"),
            transport_path=folders(transport_path, "transport_path"),
            journal=None if journal is None else path_text(journal, "journal"),
            clock=None if clock is None else clock.handle,
            event_limit=unsigned(event_limit, "event_limit"),
        )
        handle = ctypes.c_void_p()
        self._native.check(self._functions.hk_host_new(ctypes.byref(options), ctypes.byref(handle)))
        self._host: Any = handle.value
        #: The clock must live as long as the host.
        self.clock = clock
        self._is_woken = False
        self._poll = select.poll()
        self._poll.register(self.fileno(), select.POLLIN)
        self._usual_terms: dict[tuple[Optional[str], str], Any] = {}
        self._provider_texts: dict[Optional[str], Optional[bytes]] = {}
        self._finalizer = weakref.finalize(self, self._functions.hk_host_free, self._host)
        # At the end of the process the library needs no help, and must not be called from a finalizer then.
        self._finalizer.atexit = False
        self._is_open = True

    # Life

    @property
    def handle(self) -> Any:
        """The library's handle."""
        return self._host

    @property
    def native(self) -> Native:
        """The loaded library."""
        return self._native

    @property
    def state_words(self) -> dict[str, int]:
        """The states of calls by their words."""
        return self._native.words.state_numbers

    @property
    def is_open(self) -> bool:
        """True until `free`."""
        return self._is_open

    def shutdown(self, timeout: float = 5.0) -> None:
        """Ends all calls and retires the providers; the event "closed" is the last one.

        Blocks for at most `timeout` seconds and raises `HookswitchError` (deadline) when a call was still up then. With 0 it only begins:
        a program that is a provider itself takes events until "closed".
        """
        milliseconds = unsigned(parts_of_seconds(timeout, 1_000, "timeout"), "timeout in milliseconds")
        self._check(self._functions.hk_host_shutdown(self._host, milliseconds))

    def free(self) -> None:
        """Frees the host. Call `shutdown` first, so that calls end on the network."""
        self._is_open = False
        self._finalizer()

    def close(self, timeout: float = 5.0) -> None:
        """Shuts the host down and frees it. Does nothing the second time."""
        if not self.is_open:
            return
        try:
            self.shutdown(timeout)
        except HookswitchError as error:
            if error.code not in ("wrongState", "deadline"):
                raise
        finally:
            self.free()

    # Events

    def fileno(self) -> int:
        """Returns a descriptor that is readable while an event waits. Watch it; do not read or close it."""
        return self._check(self._functions.hk_host_fd(self._host))

    def take(self) -> Optional[Event]:
        """Returns the next event; None when there is none."""
        address = self._functions.hk_next(self._host)
        if address:
            return Event(self._native, address)
        self._check_open()
        return None

    def wait(self, timeout: Optional[float] = None) -> Optional[Event]:
        """Waits for the next event; None after `timeout` seconds, or when another thread called `wake`.

        Other threads and signal handlers of Python's run meanwhile, so that Control-C ends it.
        """
        end = None
        if timeout is not None:
            end = time.monotonic() + unsigned(parts_of_seconds(timeout, 1_000, "timeout"), "timeout in milliseconds", 31) / 1_000
        while True:
            event = self.take()
            if event is not None:
                return event
            if self._is_woken:
                self._is_woken = False
                return None
            left = None if end is None else (end - time.monotonic()) * 1_000
            if left is not None and left <= 0:
                return None
            # Not hk_wait: Python would not see a signal before it ends.
            self._poll.poll(left)

    def pull(self, timeout: Optional[float] = 0.0, limit: int = 0) -> Iterator[Event]:
        """Yields events: waits `timeout` seconds for the first (None: without a limit), then takes those that are there.

        It ends when no event is left, after `limit` events (0: no limit), or after the event "closed".
        """
        event = self.take() if timeout == 0 else self.wait(timeout)
        take, host, native_library = self._functions.hk_next, self._host, self._native
        count = 0
        while event is not None:
            yield event
            count += 1
            if event.number == words.CLOSED or count == limit:
                return
            # The library recognises the handle of a host that was freed meanwhile.
            address = take(host)
            event = Event(native_library, address) if address else None

    def wake(self) -> None:
        """Ends the present or next wait; any thread may call it."""
        self._is_woken = True
        self._functions.hk_wake(self._host)

    def listen(self, events: Iterable[str]) -> None:
        """Chooses the events that are told: "calls", "results", "providers", "lineAudio", "log"."""
        self._check(self._functions.hk_listen(self._host, _listening(events)))

    def _check_open(self) -> None:
        """Raises the error of a host that is gone: for lack of an event there is none."""
        refuse_fork()
        if not self._is_open:
            raise wrong_state("the host was closed")

    # Configuration and time

    def configure(self, config: Config) -> None:
        """Changes what can change while the host runs: policy, policies, blocked, letThrough, audio.ringtone, audio.country."""
        self._check(self._functions.hk_configure(self._host, json_text(config, "config")))

    def policy(self, line: Optional[str] = None) -> dict[str, Any]:
        """Returns the policy of a line (None: main)."""
        return self._object(  # type: ignore[no-any-return]
            lambda out: self._functions.hk_policy(self._host, optional_text(line, "line"), out)
        )

    def lines(self) -> list[str]:
        """Returns the names of the lines."""
        return self._object(lambda out: self._functions.hk_lines(self._host, out))  # type: ignore[no-any-return]

    def now(self) -> int:
        """Returns the time on the host's clock, in nanoseconds."""
        return self._check(self._functions.hk_now(self._host))

    def unix_time(self, time: int) -> int:
        """Returns a time of the host's clock as nanoseconds since 1970."""
        return self._check(self._functions.hk_unix_time(self._host, signed(time, "time")))

    def flush_journal(self) -> None:
        """Returns when all that was decided so far is in the journal. Blocks."""
        self._check(self._functions.hk_journal_flush(self._host))

    def settle(self) -> None:
        """Returns when nothing is under way inside the host. Blocks."""
        self._check(self._functions.hk_settle(self._host))

    def tick_audio(self) -> None:
        """Moves the audio of a host with the audio clock "manual" on by 20 ms."""
        self._check(self._functions.hk_audio_tick(self._host))

    # Pictures

    def snapshot(self, line: Optional[str] = None) -> Snapshot:
        """Returns a line as it is now (None: main); without calls when there is none of that name."""
        return self._picture(lambda out: self._functions.hk_snapshot_line(self._host, optional_text(line, "line"), out))

    def snapshot_of(self, call: Any) -> Snapshot:
        """Returns a snapshot with one call; raises `HookswitchError` (unknownCallUUID)."""
        return self._picture(lambda out: self._functions.hk_snapshot_call(self._host, call_struct(call), out))

    def _picture(self, ask: Any) -> Snapshot:
        found = ctypes.POINTER(s.hk_snapshot)()
        self._check(ask(ctypes.byref(found)))
        try:
            return snapshot_at(self._native, found.contents)
        finally:
            self._functions.hk_snapshot_free(found)

    # The parts that the other halves use

    def _check(self, number: int) -> int:
        """Returns a status, a number or a request; raises its error when it is below zero."""
        if number < 0:
            if not self._is_open:
                raise wrong_state("the host was closed")
            raise self._native.last_error()
        return number

    def _object(self, ask: Any) -> Any:
        """Returns what a function writes as JSON."""
        out = ctypes.c_void_p()
        self._check(ask(ctypes.byref(out)))
        return json.loads(self._native.take(out.value))

    def _terms(self, line: Optional[str], origin: str, data: int) -> Any:
        """Returns the terms of a request; None for the usual ones."""
        if line is None and data == 0 and origin == "user":
            return None
        known = self._usual_terms.get((line, origin)) if data == 0 else None
        if known is not None:
            return known
        terms = ctypes.byref(
            s.make(
                s.hk_ask, origin=words.number_of(origin, words.ORIGINS, "origin"), data=unsigned(data, "data", 64),
                line=optional_text(line, "line"),
            )
        )
        # The library only reads them, so that every request on a line can share them.
        if data == 0 and len(self._usual_terms) < _MOST_TERMS:
            self._usual_terms[line, origin] = terms
        return terms

    def _provider_text(self, provider: Optional[str]) -> Optional[bytes]:
        """Returns the name of a provider as the library takes it; it is kept, because programs name the same few again and again."""
        encoded = optional_text(provider, "provider")
        if len(self._provider_texts) < _MOST_TERMS:
            self._provider_texts[provider] = encoded
        return encoded


def _listening(events: Iterable[str]) -> int:
    bits = words.bits_of(events, words.LISTEN, "events")
    if bits == 0:
        # For the library zero means the usual events, and nothing means none.
        raise invalid(f"events is empty, should have at least one of {', '.join(words.LISTEN)}")
    return bits


def calls_array(calls: Sequence[Any]) -> Any:
    """Returns calls as C takes several of them."""
    return (s.hk_call * len(calls))(*[call_struct(call, f"calls[{place}]") for place, call in enumerate(calls)])


def id_of(record: Any) -> uuid.UUID:
    """Returns the id in an hk_call."""
    return uuid.UUID(bytes=bytes(record))
