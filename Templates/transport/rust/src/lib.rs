//! A Hookswitch transport in Rust, without crates. From the bottom up: the query, the descriptor, an instance's life cycle, the extensions.
//! See hookswitch/transport.h for the meaning of each function.

mod abi;
mod crossing;
mod instance;
mod network;

use abi::*;
use crossing::*;
use instance::*;
use std::ffi::{c_void, CStr};
use std::mem::size_of;
use std::os::raw::c_char;
use std::sync::atomic::{AtomicI32, Ordering};

const ID: &str = "@ID@\0";
const VERSION: &str = "0.1.0\0";

/// The note that a host reads from the file without running it. The code stays mapped for ever, because the standard library keeps
/// references into it.
#[used]
#[link_section = ".note.hookswitch"]
static NOTE: Note = Note {
    name_bytes: 11,
    description_bytes: 108,
    kind: 1,
    owner: *b"Hookswitch\0\0",
    major: MAJOR,
    minor: MINOR,
    entry_flags: ENTRY_NO_UNLOAD,
    id: padded(ID),
    version: padded(VERSION),
};

/// Returns the instance of the host's `ctx`: alive from create until destroy returns, and on one thread.
unsafe fn at<'a>(ctx: Context) -> &'a mut Instance {
    &mut *(ctx as *mut Instance)
}

// ---- the extensions' tables

/// Makes a method of the instance a function of the ABI.
macro_rules! door {
    (|$instance:ident $(, $argument:ident: $type:ty)*| $body:expr) => {{
        unsafe extern "C" fn door(ctx: Context $(, $argument: $type)*) -> Status {
            guarded(|| {
                let $instance = at(ctx);
                $body
            })
        }
        Some(door as _)
    }};
}

static CALLS: Calls = Calls {
    size: size_of::<Calls>() as u32,
    flags: 0,
    start: door!(|it, action: u64, call: u64, to: *const CallInfo, _deadline_ms: u32| it.start(action, call, to)),
    answer: door!(|it, _action: u64, call: u64, _deadline_ms: u32| it.answer(call)),
    end: door!(|it, action: u64, call: u64, why: u32, _deadline_ms: u32| it.end(action, call, why)),
    shown: Some(shown),
    cancel: Some(cancel),
};

unsafe extern "C" fn shown(ctx: Context, call: u64) {
    guarded(|| {
        at(ctx).shown(call);
        Ok(OK)
    });
}

/// No action here is ever pending.
unsafe extern "C" fn cancel(_ctx: Context, _action: u64) {}

static HOLD: Switch = Switch {
    size: size_of::<Switch>() as u32,
    flags: 0,
    set: door!(|it, _action: u64, call: u64, on: u32, _deadline_ms: u32| it.set_held(call, on)),
};

static MUTE: Switch = Switch {
    size: size_of::<Switch>() as u32,
    flags: 0,
    set: door!(|it, _action: u64, call: u64, on: u32, _deadline_ms: u32| it.set_muted(call, on)),
};

static DTMF: Dtmf = Dtmf {
    size: size_of::<Dtmf>() as u32,
    flags: 0,
    play: door!(|it, _action: u64, call: u64, digits: Str, kind: u32, _deadline_ms: u32| it.play(call, digits, kind)),
};

static TEST_PEER: TestPeer = TestPeer {
    size: size_of::<TestPeer>() as u32,
    flags: 0,
    dialable: door!(|_it, out: *mut CallInfo| Instance::dialable(out)),
    call: door!(|it, from: *const CallInfo| it.called_by(from)),
    order: door!(|it, call: u64, what: u32, argument: Str| it.order(call, what, argument)),
    observe: door!(|it, call: u64, json: *const Sink| it.observe(call, json)),
};

/// Constant and the same for all instances, so any thread may ask.
unsafe extern "C" fn get_extension(_ctx: Context, id: *const c_char) -> *const c_void {
    match CStr::from_ptr(id).to_bytes() {
        EXT_CALLS => &CALLS as *const Calls as *const c_void,
        EXT_HOLD => &HOLD as *const Switch as *const c_void,
        EXT_MUTE => &MUTE as *const Switch as *const c_void,
        EXT_DTMF => &DTMF as *const Dtmf as *const c_void,
        EXT_TEST_PEER => &TEST_PEER as *const TestPeer as *const c_void,
        _ => std::ptr::null(),
    }
}

// ---- an instance's life

impl Instance {
    fn init(&mut self, why: *mut Why) -> Result<Status, Status> {
        if self.phase != Phase::Created {
            return Err(E_STATE);
        }
        self.phase = Phase::Failed;
        if let Some(get) = self.host.get_extension {
            self.event_loop = unsafe { copied(get(self.host.ctx, HEXT_LOOP.as_ptr() as *const _) as *const HostLoop) };
        }
        if self.event_loop.add_timer.is_none() {
            return Err(unsafe { fail(why, E_NOTSUP, "the host offers no org.hookswitch.host-loop/1") });
        }
        self.phase = Phase::Idle;
        Ok(OK)
    }

    fn activate(&mut self) -> Result<Status, Status> {
        if self.phase != Phase::Idle {
            return Err(E_STATE);
        }
        self.phase = Phase::Active; // open sockets here; without a report, the line is ready
        Ok(OK)
    }

    fn deactivate(&mut self, drain_ms: u32) -> Result<Status, Status> {
        if self.phase != Phase::Active {
            return Err(E_STATE);
        }
        let timer = std::mem::take(&mut self.call_back);
        self.stop_timer(timer);
        self.phase = Phase::Idle; // not yet draining, so that ending all calls here completes no deactivate
        if drain_ms != 0 && drain_ms != u32::MAX && !self.calls.is_empty() {
            self.drain = self.start_timer(u64::from(drain_ms) * (SECOND / 1000), on_drained);
        }
        if drain_ms != u32::MAX && self.drain == 0 {
            self.end_all(); // at once, or without a timer for the drain
        }
        if self.calls.is_empty() {
            return Ok(OK);
        }
        self.phase = Phase::Draining;
        Ok(PENDING)
    }

    fn end_all(&mut self) {
        while let Some(call) = self.calls.keys().next().copied() {
            self.over(call, end::LOCAL, OK, cause::NORMAL, "\0");
        }
    }

    fn forget_everything(&mut self) {
        for call in self.calls.values() {
            self.stop_timer(call.timer);
        }
        let timer = std::mem::take(&mut self.call_back);
        self.stop_timer(timer);
        self.calls.clear();
        self.past.clear();
    }

    fn reset(&mut self) {
        if self.phase >= Phase::Idle {
            self.forget_everything();
            self.finish_drain();
        }
    }
}

unsafe extern "C" fn on_drained(ctx: Context, _timer: u64) {
    guarded(|| {
        at(ctx).drain = 0;
        at(ctx).end_all();
        Ok(OK)
    });
}

unsafe extern "C" fn reset(ctx: Context) {
    guarded(|| {
        at(ctx).reset();
        Ok(OK)
    });
}

unsafe extern "C" fn destroy(ctx: Context) {
    guarded(|| {
        let mut instance = Box::from_raw(ctx as *mut Instance);
        instance.forget_everything();
        instance.stop_timer(instance.drain);
        Ok(OK)
    });
}

// ---- the descriptor and the entry

static CAPABILITIES: [Shared; 6] = [
    Shared(Str::of("voice\0")),
    Shared(Str::of("calls\0")),
    Shared(Str::of("hold\0")),
    Shared(Str::of("mute\0")),
    Shared(Str::of("dtmf\0")),
    Shared(Str::of("test-peer\0")),
];
static HANDLE_KINDS: [Shared; 1] = [Shared(Str::of("tel\0"))];

/// A string in an array of constants.
#[repr(transparent)]
struct Shared(#[allow(dead_code)] Str);
// It points to constants.
unsafe impl Sync for Shared {}

static DESCRIPTOR: Descriptor = Descriptor {
    size: size_of::<Descriptor>() as u32,
    flags: 0,
    id: Str::of(ID),
    name: Str::of("@NAME@\0"),
    vendor: Str::of("\0"),
    version: Str::of(VERSION),
    license: Str::of("\0"),
    url: Str::of("\0"),
    capabilities: CAPABILITIES.as_ptr() as *const Str,
    n_capabilities: CAPABILITIES.len() as u32,
    max_calls: MAX_CALLS as u32,
    handle_kinds: HANDLE_KINDS.as_ptr() as *const Str,
    n_handle_kinds: HANDLE_KINDS.len() as u32,
    reserved: 0,
};

static ENTRY: Entry = Entry {
    size: size_of::<Entry>() as u32,
    flags: ENTRY_NO_UNLOAD,
    n_descriptors: 1,
    reserved: 0,
    descriptor: Some(descriptor),
    load: Some(load),
    unload: Some(unload),
    create: Some(create),
};

extern "C" fn descriptor(index: u32) -> *const Descriptor {
    if index == 0 { &DESCRIPTOR } else { std::ptr::null() }
}

/// The number of loads not yet undone. Atomic, because instances, which share nothing else, may be created on any thread.
static LOADS: AtomicI32 = AtomicI32::new(0);

extern "C" fn load(_dso_path: Str) -> Status {
    LOADS.fetch_add(1, Ordering::Relaxed);
    OK
}
extern "C" fn unload() {
    LOADS.fetch_sub(1, Ordering::Relaxed);
}

unsafe extern "C" fn create(id: Str, host: *const Host, _config: Str, out: *mut *const InstanceTable, why: *mut Why) -> Status {
    guarded(|| {
        if LOADS.load(Ordering::Relaxed) < 1 {
            return Err(fail(why, E_STATE, "load comes before create"));
        }
        if id.text()? != &ID[..ID.len() - 1] {
            return Err(fail(why, E_INVAL, "there is no such transport here, only @ID@"));
        }
        let host: Host = copied(host);
        if host.flags & MUST != 0 {
            return Err(fail(why, E_NOTSUP, "the host requests something that this transport does not know"));
        }
        let table = InstanceTable {
            init: door!(|it, why: *mut Why| it.init(why)),
            activate: door!(|it, _why: *mut Why| it.activate()),
            deactivate: door!(|it, drain_ms: u32| it.deactivate(drain_ms)),
            reset: Some(reset),
            destroy: Some(destroy),
            get_extension: Some(get_extension),
            ..empty()
        };
        let instance = Box::into_raw(Box::new(Instance::new(table, host)));
        (*instance).table.ctx = instance as Context;
        *out = &(*instance).table;
        Ok(OK)
    })
}

/// The one symbol that this plugin exports.
///
/// # Safety
/// `q` is null or points to a query whose size is set.
#[no_mangle]
pub unsafe extern "C" fn hookswitch_transport_query(q: *mut Query) -> Status {
    // `size` first: a shorter query has no magic.
    if q.is_null() || (*(q as *const u32) as usize) < size_of::<Query>() || (*q).magic != MAGIC {
        return E_INVAL;
    }
    let q = &mut *q;
    q.entry = std::ptr::null();
    if q.major_min > MAJOR || q.major_max < MAJOR {
        fill(&mut q.reason, &format!("this transport speaks version 1 of the transport ABI, the host {} to {}", q.major_min, q.major_max));
        return E_VERSION;
    }
    q.chosen_major = MAJOR;
    // The host's minor version of a lower major is unknown; minor 0 always exists.
    q.chosen_minor = if q.major_max > MAJOR { 0 } else { q.minor.min(MINOR) };
    q.entry = &ENTRY;
    OK
}
