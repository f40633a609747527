//! The ABI of call directories in Rust: see hookswitch/directory.h. It stays right, because that header only ever appends fields.

use std::os::raw::{c_char, c_void};

pub type Status = i32;
pub const OK: Status = 0;
pub const E_FAIL: Status = -1;
pub const E_INVAL: Status = -2;
pub const E_VERSION: Status = -10;
pub const E_CANCELLED: Status = -13;

pub const MAGIC: u32 = 0x3157_5348;
pub const MAJOR: u32 = 1;
pub const MINOR: u32 = 1;
pub const STR_MAX: usize = 65536;

pub type Ctx = *mut c_void;
type F<T> = Option<T>;

/// A borrowed string: UTF-8, followed by a NUL. The code that makes one of our own adds that NUL.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Str {
    pub p: *const c_char,
    pub n: usize,
}

#[repr(C)]
pub struct Why {
    pub size: u32,
    pub code: Status,
    pub text: [c_char; 248],
}

#[repr(C)]
pub struct Descriptor {
    pub size: u32,
    pub flags: u32,
    pub id: Str,
    pub name: Str,
    pub version: Str,
    pub license: Str,
}

/// A request's functions. A host of this version has all of them, and a newer one has more behind them.
#[repr(C)]
pub struct Context {
    pub size: u32,
    pub flags: u32,
    pub ctx: Ctx,
    pub directory: Str,
    pub token: Str,
    pub is_incremental: F<unsafe extern "C" fn(Ctx) -> i32>,
    pub add_blocking: F<unsafe extern "C" fn(Ctx, i64) -> Status>,
    pub add_identification: F<unsafe extern "C" fn(Ctx, i64, Str) -> Status>,
    pub remove_blocking: F<unsafe extern "C" fn(Ctx, i64) -> Status>,
    pub remove_all_blocking: F<unsafe extern "C" fn(Ctx) -> Status>,
    pub remove_identification: F<unsafe extern "C" fn(Ctx, i64) -> Status>,
    pub remove_all_identification: F<unsafe extern "C" fn(Ctx) -> Status>,
    pub complete: F<unsafe extern "C" fn(Ctx, Str, *mut i32) -> Status>,
    pub cancel: F<unsafe extern "C" fn(Ctx, Str, i64, Str) -> Status>,
}

#[repr(C)]
pub struct EntryPoints {
    pub size: u32,
    pub flags: u32,
    pub descriptor: *const Descriptor,
    pub begin_request: F<unsafe extern "C" fn(*const Context, Str, *mut Why) -> Status>,
    pub cancel: F<unsafe extern "C" fn()>,
}

#[repr(C)]
pub struct Query {
    pub size: u32,
    pub magic: u32,
    pub major_min: u32,
    pub major_max: u32,
    pub minor: u32,
    pub chosen_major: u32,
    pub chosen_minor: u32,
    pub reserved: u32,
    pub entry: *const EntryPoints,
    pub reason: [c_char; 160],
}

// Threads that share these never change them.
unsafe impl Sync for Descriptor {}
unsafe impl Sync for EntryPoints {}
