//! The far ends. Replace them with your network: here, each number dialed acts by itself, and the test number follows a test's orders,
//! through test-peer.

use crate::abi::*;
use crate::crossing::*;
use crate::instance::*;

/// The time after which a silent far end counts as gone; also in the manifest.
const DEAD_PEER: u64 = 10 * SECOND;

impl Instance {
    pub fn far_end_rings(&mut self, call: u64) {
        let Some(it) = self.calls.get_mut(&call) else { return };
        it.is_ringing = true;
        self.report(call, state::RINGING);
    }

    fn far_end_answers(&mut self, call: u64) {
        let Some(it) = self.calls.get_mut(&call) else { return };
        it.is_active = true;
        let timer = std::mem::take(&mut it.timer);
        self.stop_timer(timer);
        self.report(call, state::ACTIVE);
    }

    fn far_end_calls(&mut self, from: &CallInfo) -> Result<Status, Status> {
        if self.phase != Phase::Active {
            return Err(E_STATE);
        }
        let Some(report) = self.host.report_incoming else { return Err(E_BUSY) };
        if self.calls.len() >= MAX_CALLS {
            return Err(E_BUSY);
        }
        self.minted += 1;
        let id = 1 << 63 | self.minted; // bit 63: the plugin minted it
        self.calls.insert(id, Call { id, ..Call::default() });
        if unsafe { report(self.host.ctx, id, self.now(), from) } < 0 {
            self.calls.remove(&id); // not taken: the handle is dead
            return Err(E_BUSY);
        }
        Ok(OK)
    }

    pub fn answer_soon(&mut self, call: u64) {
        match (self.start_timer(SECOND, on_call_timer), self.calls.get_mut(&call)) {
            (0, _) => self.far_end_answers(call), // without a timer, answer at once rather than never
            (timer, Some(it)) => it.timer = timer,
            (timer, None) => self.stop_timer(timer),
        }
    }

    pub fn call_back_soon(&mut self) {
        self.stop_timer(self.call_back);
        self.call_back = self.start_timer(SECOND, on_call_back);
    }

    // ---- test-peer

    /// # Safety
    /// `out` points to a struct that starts with its size.
    pub unsafe fn dialable(out: *mut CallInfo) -> Result<Status, Status> {
        let size = (*(out as *const u32)) as usize; // the host's size: its struct may be shorter or longer than ours
        let info = CallInfo { size: size as u32, handle_kind: Str::of("tel\0"), handle: Str::of(TEST_NUMBER), ..empty() };
        let known = size.min(std::mem::size_of::<CallInfo>());
        std::ptr::copy_nonoverlapping(&info as *const CallInfo as *const u8, out as *mut u8, known);
        Ok(OK)
    }

    pub fn called_by(&mut self, from: *const CallInfo) -> Result<Status, Status> {
        let info = unsafe { CallInfo::read(from) }?;
        self.far_end_calls(&info) // its strings are valid until we return
    }

    pub fn order(&mut self, call: u64, what: u32, argument: Str) -> Result<Status, Status> {
        let it = self.asked(call, 0, false)?;
        let is_possible = match what {
            order::RING..=order::BUSY => it.is_outgoing && !it.is_active,
            order::HOLD => it.is_active && !it.is_held_there,
            order::RESUME => it.is_active && it.is_held_there,
            order::DTMF => it.is_active,
            order::END..=order::ASK_TRANSFER => true,
            _ => return Err(E_RANGE),
        };
        if !is_possible {
            return Err(E_STATE);
        }
        match what {
            order::RING => self.far_end_rings(call),
            order::ANSWER => self.far_end_answers(call),
            order::DECLINE => self.over(call, end::REMOTE, E_FAIL, cause::REJECTED, "the far end declined\0"),
            order::BUSY => self.over(call, end::REMOTE, E_FAIL, cause::BUSY, "the number is busy\0"),
            order::END => self.over(call, end::REMOTE, OK, cause::NORMAL, "\0"),
            order::HOLD | order::RESUME => {
                it.is_held_there = what == order::HOLD;
                self.report(call, if what == order::HOLD { state::HELD_REMOTE } else { state::RESUMED_REMOTE });
            }
            order::DTMF => {
                tones(argument)?;
                if let Some(report) = self.host.report_dtmf {
                    unsafe { report(self.host.ctx, call, self.now(), argument) };
                }
            }
            order::VANISH => {
                it.is_silent = true;
                let waiting = std::mem::take(&mut it.timer);
                self.stop_timer(waiting);
                let timer = self.start_timer(DEAD_PEER, on_call_timer); // the time-out follows
                self.asked(call, 0, false)?.timer = timer;
            }
            _ => return Err(E_NOTSUP), // there is no audio here, and no transfer target
        }
        Ok(OK)
    }

    pub fn observe(&mut self, call: u64, json: *const Sink) -> Result<Status, Status> {
        let (it, is_up) = match (self.calls.get(&call), self.past.iter().find(|it| it.id == call)) {
            (Some(it), _) => (it, true),
            (None, Some(it)) => (it, false),
            (None, None) => return Err(E_NOCALL),
        };
        let state = match it {
            _ if !is_up => "ended",
            it if it.is_active => "active",
            it if it.is_ringing => "ringing",
            _ => "calling",
        };
        let text = format!(
            r#"{{"state":"{}","held":{},"muted":{},"digits":"{}","group":0,"tone":0,"cause":{},"transferred":""}}"#,
            state, it.is_held, it.is_muted, it.digits, it.cause
        );
        let sink = unsafe { &*json };
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            // A sink may take only a few bytes at a time.
            let taken = sink.write.map_or(-1, |write| unsafe { write(sink.ctx, rest.as_ptr() as *const _, rest.len()) });
            if taken <= 0 {
                return Err(E_FAIL);
            }
            rest = rest.get(taken as usize..).unwrap_or(&[]);
        }
        Ok(OK)
    }
}

unsafe extern "C" fn on_call_timer(ctx: Context, timer: u64) {
    guarded(|| {
        let instance = &mut *(ctx as *mut Instance);
        let Some(it) = instance.calls.values_mut().find(|it| it.timer == timer) else { return Ok(OK) };
        it.timer = 0; // a timer without a period is gone once it fired
        let (call, is_silent) = (it.id, it.is_silent);
        if is_silent {
            instance.over(call, end::FAILED, E_NET, cause::NO_RESPONSE, "the far end is silent\0");
        } else {
            instance.far_end_answers(call);
        }
        Ok(OK)
    });
}

unsafe extern "C" fn on_call_back(ctx: Context, _timer: u64) {
    guarded(|| {
        let instance = &mut *(ctx as *mut Instance);
        instance.call_back = 0;
        instance.far_end_calls(&CallInfo { handle_kind: Str::of("tel\0"), handle: Str::of(CALL_BACK_NUMBER), ..empty() })
    });
}
