//! The part of the transport ABI that this transport uses, in Rust: see hookswitch/transport.h. It stays right, because that header only
//! ever appends fields.

use std::os::raw::{c_char, c_void};

pub type Status = i32;
pub const OK: Status = 0;
pub const PENDING: Status = 1;
pub const E_FAIL: Status = -1;
pub const E_INVAL: Status = -2;
pub const E_NOTSUP: Status = -3;
pub const E_STATE: Status = -4;
pub const E_NOCALL: Status = -5;
pub const E_BUSY: Status = -8;
pub const E_TIMEOUT: Status = -9;
pub const E_VERSION: Status = -10;
pub const E_RANGE: Status = -12;
pub const E_NET: Status = -15;

pub const MAGIC: u32 = 0x3157_5348;
pub const MAJOR: u32 = 1;
pub const MINOR: u32 = 0;
/// The bits of any `flags` that the reader must understand.
pub const MUST: u32 = 0xffff_0000;
pub const STR_MAX: usize = 65536;
pub const ENTRY_NO_UNLOAD: u32 = 1;

pub mod cause {
    pub const NORMAL: u32 = 16;
    pub const BUSY: u32 = 17;
    pub const NO_RESPONSE: u32 = 18;
    pub const NO_ANSWER: u32 = 19;
    pub const REJECTED: u32 = 21;
    pub const INVALID_NUMBER: u32 = 28;
}
pub mod state {
    pub const CONNECTING: u32 = 1;
    pub const RINGING: u32 = 2;
    pub const ACTIVE: u32 = 4;
    pub const HELD_REMOTE: u32 = 6;
    pub const RESUMED_REMOTE: u32 = 7;
}
pub mod end {
    pub const FAILED: u32 = 1;
    pub const REMOTE: u32 = 2;
    pub const LOCAL: u32 = 6;
}
pub mod why {
    pub const DECLINED: u32 = 2;
    pub const BUSY: u32 = 3;
    pub const BLOCKED: u32 = 4;
    pub const DO_NOT_DISTURB: u32 = 5;
    pub const RING_TIMEOUT: u32 = 6;
}
pub mod order {
    pub const RING: u32 = 1;
    pub const ANSWER: u32 = 2;
    pub const DECLINE: u32 = 3;
    pub const BUSY: u32 = 4;
    pub const END: u32 = 5;
    pub const HOLD: u32 = 6;
    pub const RESUME: u32 = 7;
    pub const DTMF: u32 = 8;
    pub const VANISH: u32 = 9;
    pub const ASK_TRANSFER: u32 = 13;
}
pub const DTMF_TONE: u32 = 1;
pub const DTMF_HARD_PAUSE: u32 = 3;
pub const PRESENTATION_UNAVAILABLE: u32 = 3;

pub const EXT_CALLS: &[u8] = b"org.hookswitch.calls/1";
pub const EXT_HOLD: &[u8] = b"org.hookswitch.hold/1";
pub const EXT_MUTE: &[u8] = b"org.hookswitch.mute/1";
pub const EXT_DTMF: &[u8] = b"org.hookswitch.dtmf/1";
pub const EXT_TEST_PEER: &[u8] = b"org.hookswitch.test-peer/1";
pub const HEXT_LOOP: &[u8] = b"org.hookswitch.host-loop/1\0";

pub type Context = *mut c_void;

/// A borrowed string: UTF-8, followed by a NUL. The code that makes one of our own adds that NUL.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Str {
    pub p: *const c_char,
    pub n: usize,
}

/// A struct of the ABI that may grow: it starts with its size, and all zeroes is a valid value of it.
///
/// # Safety
/// Only for `repr(C)` structs of integers, pointers and optional functions, whose first field is `size: u32`.
pub unsafe trait Table: Sized {}

macro_rules! table {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $name {
            pub size: u32,
            $(pub $field: $type,)*
        }
        // Its fields are integers, pointers and optional functions.
        unsafe impl Table for $name {}
        // Threads that share one never change it.
        unsafe impl Sync for $name {}
    };
}

type F<T> = Option<T>;

table! { Error { flags: u32, code: Status, native: i32, cause: u32, reserved: u32, domain: Str, message: Str, } }
table! { Why { code: Status, text: [c_char; 248], } }
table! { Descriptor {
    flags: u32, id: Str, name: Str, vendor: Str, version: Str, license: Str, url: Str,
    capabilities: *const Str, n_capabilities: u32, max_calls: u32, handle_kinds: *const Str, n_handle_kinds: u32, reserved: u32,
} }
table! { Entry {
    flags: u32, n_descriptors: u32, reserved: u32,
    descriptor: F<extern "C" fn(u32) -> *const Descriptor>,
    load: F<extern "C" fn(Str) -> Status>,
    unload: F<extern "C" fn()>,
    create: F<unsafe extern "C" fn(Str, *const Host, Str, *mut *const InstanceTable, *mut Why) -> Status>,
} }
table! { Query {
    magic: u32, major_min: u32, major_max: u32, minor: u32, chosen_major: u32, chosen_minor: u32, reserved: u32,
    entry: *const Entry, reason: [c_char; 160],
} }
table! { InstanceTable {
    flags: u32, ctx: Context,
    init: F<unsafe extern "C" fn(Context, *mut Why) -> Status>,
    activate: F<unsafe extern "C" fn(Context, *mut Why) -> Status>,
    deactivate: F<unsafe extern "C" fn(Context, u32) -> Status>,
    reset: F<unsafe extern "C" fn(Context)>,
    destroy: F<unsafe extern "C" fn(Context)>,
    get_extension: F<unsafe extern "C" fn(Context, *const c_char) -> *const c_void>,
} }
table! { CallInfo {
    flags: u32, mask: u32, presentation: u32, handle_kind: Str, handle: Str, display_name: Str, local_handle: Str,
    diverted_from: Str, correlation_id: Str, extra_json: Str, replaces: u64,
} }
table! {
    /// The host's table; functions that this transport does not call only keep their place.
    Host {
    flags: u32, ctx: Context, name: Str, version: Str,
    get_extension: F<unsafe extern "C" fn(Context, *const c_char) -> *const c_void>,
    report_provider: *const c_void, report_line: *const c_void, report_reset: *const c_void,
    report_incoming: F<unsafe extern "C" fn(Context, u64, u64, *const CallInfo) -> Status>,
    report_update: *const c_void,
    report_state: F<unsafe extern "C" fn(Context, u64, u64, u32) -> Status>,
    report_dtmf: F<unsafe extern "C" fn(Context, u64, u64, Str) -> Status>,
    report_ended: F<unsafe extern "C" fn(Context, u64, u64, u32, *const Error) -> Status>,
    action_done: F<unsafe extern "C" fn(Context, u64, u64, *const Error) -> Status>,
    deactivated: F<unsafe extern "C" fn(Context) -> Status>,
    post: *const c_void, request_restart: *const c_void,
} }
table! { HostLoop {
    flags: u32, add_fd: *const c_void, mod_fd: *const c_void, del_fd: *const c_void,
    add_timer: F<unsafe extern "C" fn(Context, u64, u64, unsafe extern "C" fn(Context, u64), Context, *mut u64) -> Status>,
    del_timer: F<unsafe extern "C" fn(Context, u64) -> Status>,
    now_ns: F<unsafe extern "C" fn(Context) -> u64>,
} }
table! { Calls {
    flags: u32,
    start: F<unsafe extern "C" fn(Context, u64, u64, *const CallInfo, u32) -> Status>,
    answer: F<unsafe extern "C" fn(Context, u64, u64, u32) -> Status>,
    end: F<unsafe extern "C" fn(Context, u64, u64, u32, u32) -> Status>,
    shown: F<unsafe extern "C" fn(Context, u64)>,
    cancel: F<unsafe extern "C" fn(Context, u64)>,
} }
table! {
    /// hold/1 and mute/1, which are alike: one function with an `on`.
    Switch { flags: u32, set: F<unsafe extern "C" fn(Context, u64, u64, u32, u32) -> Status>, }
}
table! { Dtmf { flags: u32, play: F<unsafe extern "C" fn(Context, u64, u64, Str, u32, u32) -> Status>, } }
table! { TestPeer {
    flags: u32,
    dialable: F<unsafe extern "C" fn(Context, *mut CallInfo) -> Status>,
    call: F<unsafe extern "C" fn(Context, *const CallInfo) -> Status>,
    order: F<unsafe extern "C" fn(Context, u64, u32, Str) -> Status>,
    observe: F<unsafe extern "C" fn(Context, u64, *const Sink) -> Status>,
} }

#[repr(C)]
pub struct Sink {
    pub ctx: Context,
    pub write: F<unsafe extern "C" fn(Context, *const c_void, usize) -> i64>,
}

/// The ELF note by which a host identifies the transport in a file without running it.
#[repr(C)]
pub struct Note {
    pub name_bytes: u32,
    pub description_bytes: u32,
    pub kind: u32,
    pub owner: [u8; 12],
    pub major: u32,
    pub minor: u32,
    pub entry_flags: u32,
    pub id: [u8; 64],
    pub version: [u8; 32],
}
