//! An instance of this transport, its calls, and the host's requests. Nothing is locked: every function here is [loop], so all run on one
//! thread, one at a time, never nested. Instances share nothing, so any number of them can live side by side.

use crate::abi::*;
use crate::crossing::*;
use std::collections::{BTreeMap, VecDeque};

/// At once; also in the manifest.
pub const MAX_CALLS: usize = 8;
/// Calls remembered, so that a test can ask for the far end's view of an ended one.
const MAX_PAST: usize = 32;
pub const SECOND: u64 = 1_000_000_000;
/// Acts only on a test's orders.
pub const TEST_NUMBER: &str = "5550199\0";
/// Is busy, and calls back; any other number answers after a second.
pub const CALL_BACK_NUMBER: &str = "5550110\0";

#[derive(Default)]
pub struct Call {
    pub id: u64,
    /// Until the far end answers, or counts as gone; 0: none.
    pub timer: u64,
    pub cause: u32,
    pub is_outgoing: bool,
    pub is_ringing: bool,
    pub is_active: bool,
    pub is_held: bool,
    pub is_held_there: bool,
    pub is_muted: bool,
    pub is_silent: bool,
    pub digits: String,
}

#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub enum Phase {
    Created,
    Failed,
    Idle,
    Active,
    Draining,
}

pub struct Instance {
    /// The host's view; its ctx points to this struct.
    pub table: InstanceTable,
    /// Copies: fields that an older host lacks are zero.
    pub host: Host,
    pub event_loop: HostLoop,
    pub phase: Phase,
    pub drain: u64,
    pub call_back: u64,
    pub minted: u64,
    pub calls: BTreeMap<u64, Call>,
    pub past: VecDeque<Call>,
}

impl Instance {
    pub fn new(table: InstanceTable, host: Host) -> Instance {
        Instance {
            table,
            host,
            event_loop: empty(),
            phase: Phase::Created,
            drain: 0,
            call_back: 0,
            minted: 0,
            calls: BTreeMap::new(),
            past: VecDeque::new(),
        }
    }

    // ---- reports to the host

    pub fn now(&self) -> u64 {
        self.event_loop.now_ns.map_or(0, |now| unsafe { now(self.host.ctx) })
    }

    pub fn stop_timer(&self, timer: u64) {
        if let (true, Some(stop)) = (timer != 0, self.event_loop.del_timer) {
            unsafe { stop(self.host.ctx, timer) };
        }
    }

    /// Starts a timer whose callback gets this instance; 0 when the host gives no timer.
    pub fn start_timer(&self, after: u64, then: unsafe extern "C" fn(Context, u64)) -> u64 {
        let mut timer = 0;
        let add = self.event_loop.add_timer;
        let status = add.map_or(E_NOTSUP, |add| unsafe { add(self.host.ctx, after, 0, then, self.table.ctx, &mut timer) });
        if status == OK { timer } else { 0 }
    }

    /// Sends the result of an action. Returns `PENDING` for the calling function, which must not return another result.
    fn done(&self, action: u64, error: Option<&Error>) -> Status {
        if let Some(done) = self.host.action_done {
            unsafe { done(self.host.ctx, action, self.now(), error.map_or(std::ptr::null(), |error| error)) };
        }
        PENDING
    }

    pub fn report(&self, call: u64, state: u32) {
        if let Some(report) = self.host.report_state {
            unsafe { report(self.host.ctx, call, self.now(), state) };
        }
    }

    /// The only way in which a call ends: it reports the end once, and nothing about the call afterwards. `message` ends with a NUL.
    pub fn over(&mut self, call: u64, reason: u32, code: Status, cause: u32, message: &'static str) {
        let Some(mut it) = self.calls.remove(&call) else { return };
        self.stop_timer(it.timer);
        it.cause = cause;
        self.past.push_back(it);
        if self.past.len() > MAX_PAST {
            self.past.pop_front();
        }
        let error = make_error(code, cause, message);
        if let Some(ended) = self.host.report_ended {
            unsafe { ended(self.host.ctx, call, self.now(), reason, &error) };
        }
        self.finish_drain();
    }

    /// Completes a deactivate once the last call is gone.
    pub fn finish_drain(&mut self) {
        if self.phase != Phase::Draining || !self.calls.is_empty() {
            return;
        }
        let timer = std::mem::take(&mut self.drain);
        self.stop_timer(timer);
        self.phase = Phase::Idle;
        if let Some(deactivated) = self.host.deactivated {
            unsafe { deactivated(self.host.ctx) };
        }
    }

    // ---- the host's requests

    /// Returns the call that a request is about, or the reason why the request cannot be served.
    pub fn asked(&mut self, call: u64, on: u32, must_be_active: bool) -> Result<&mut Call, Status> {
        if self.phase != Phase::Active && self.phase != Phase::Draining {
            return Err(E_STATE);
        }
        match self.calls.get_mut(&call) {
            None => Err(E_NOCALL),
            Some(_) if on > 1 => Err(E_RANGE),
            Some(it) if must_be_active && !it.is_active => Err(E_STATE),
            Some(it) if must_be_active && it.is_silent => Err(E_TIMEOUT),
            Some(it) => Ok(it),
        }
    }

    /// This function and those below ignore deadlines: the host watches them. A function whose work takes longer than a turn of the loop
    /// returns `PENDING`, keeps the action, and completes it later (or gets `cancel`).
    pub fn start(&mut self, action: u64, call: u64, to: *const CallInfo) -> Result<Status, Status> {
        if self.phase != Phase::Active {
            return Err(E_STATE);
        }
        let to = unsafe { CallInfo::read(to) }?;
        let (kind, handle) = unsafe { (to.handle_kind.text()?, to.handle.text()?) };
        if action == 0 || call == 0 || call >> 63 != 0 || handle.is_empty() || !(kind.is_empty() || kind == "tel") {
            return Err(E_INVAL);
        }
        if self.calls.contains_key(&call) {
            return Err(E_STATE);
        }
        if self.calls.len() >= MAX_CALLS {
            return Err(E_BUSY);
        }
        let number = handle.strip_prefix('+').unwrap_or(handle);
        if !is_made_of(number, "0123456789*#") {
            // Through action_done, because the refusal has a sentence.
            let error = make_error(E_INVAL, cause::INVALID_NUMBER, "that is not a telephone number\0");
            return Ok(self.done(action, Some(&error)));
        }
        self.calls.insert(call, Call { id: call, is_outgoing: true, ..Call::default() });
        if number == &TEST_NUMBER[..7] {
            return Ok(OK);
        }
        self.done(action, None); // complete the start before any report about its call
        self.report(call, state::CONNECTING);
        if number == &CALL_BACK_NUMBER[..7] {
            self.over(call, end::REMOTE, E_FAIL, cause::BUSY, "the number is busy\0");
            self.call_back_soon();
        } else {
            self.far_end_rings(call);
            self.answer_soon(call);
        }
        Ok(PENDING)
    }

    pub fn answer(&mut self, call: u64) -> Result<Status, Status> {
        let it = self.asked(call, 0, false)?;
        if it.is_outgoing || it.is_active {
            return Err(E_STATE);
        }
        if it.is_silent {
            return Err(E_TIMEOUT);
        }
        it.is_active = true;
        Ok(OK)
    }

    pub fn end(&mut self, action: u64, call: u64, why: u32) -> Result<Status, Status> {
        self.asked(call, 0, false)?;
        self.done(action, None);
        self.over(call, end::LOCAL, OK, cause_of(why), "\0");
        Ok(PENDING)
    }

    pub fn shown(&mut self, call: u64) {
        if let Some(it) = self.calls.get_mut(&call) {
            it.is_ringing = true; // a real network would tell the caller
        }
    }

    pub fn set_held(&mut self, call: u64, on: u32) -> Result<Status, Status> {
        self.asked(call, on, true)?.is_held = on == 1; // set, not toggled: holding twice is still held
        Ok(OK)
    }

    pub fn set_muted(&mut self, call: u64, on: u32) -> Result<Status, Status> {
        self.asked(call, on, false)?.is_muted = on == 1;
        Ok(OK)
    }

    pub fn play(&mut self, call: u64, digits: Str, kind: u32) -> Result<Status, Status> {
        let it = self.asked(call, 0, true)?;
        if !(DTMF_TONE..=DTMF_HARD_PAUSE).contains(&kind) {
            return Err(E_RANGE);
        }
        it.digits += tones(digits)?; // all digits or none
        Ok(OK)
    }
}

/// `message` ends with a NUL.
fn make_error(code: Status, cause: u32, message: &'static str) -> Error {
    Error { code, cause, domain: Str::of("@NAME@\0"), message: Str::of(message), ..empty() }
}

/// Returns the cause for the host's `why`; an unknown one is a plain hang-up.
fn cause_of(why: u32) -> u32 {
    match why {
        why::DECLINED | why::BLOCKED => cause::REJECTED,
        why::BUSY | why::DO_NOT_DISTURB => cause::BUSY,
        why::RING_TIMEOUT => cause::NO_ANSWER,
        _ => cause::NORMAL,
    }
}

fn is_made_of(text: &str, characters: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| characters.contains(c))
}

pub fn tones<'a>(digits: Str) -> Result<&'a str, Status> {
    let text = unsafe { digits.text() }?;
    if is_made_of(text, "0123456789*#ABCD") { Ok(text) } else { Err(E_INVAL) }
}
