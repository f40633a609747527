//! Strings and structs that cross the ABI, and functions that let no panic out; structs may be longer or shorter than ours.

use crate::abi::*;
use std::mem::size_of;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr;

/// A table of zeroes with its size set.
pub fn empty<T: Table>() -> T {
    // All zeroes is a valid value of every table.
    let mut table: T = unsafe { std::mem::zeroed() };
    // Each starts with its size.
    unsafe { *(&mut table as *mut T as *mut u32) = size_of::<T>() as u32 };
    table
}

/// Copies the part of a struct that both sides know: this alone gives compatibility with older and newer hosts.
///
/// # Safety
/// `from` is null or points to a struct that starts with its size.
pub unsafe fn copied<T: Table>(from: *const T) -> T {
    let mut to: T = empty();
    if !from.is_null() {
        let size = (ptr::read_unaligned(from as *const u32) as usize).min(size_of::<T>());
        ptr::copy_nonoverlapping(from as *const u8, &mut to as *mut T as *mut u8, size);
        *(&mut to as *mut T as *mut u32) = size_of::<T>() as u32;
    }
    to
}

/// Runs a request of the host. A panic becomes `E_FAIL`: nothing may unwind into the host.
pub fn guarded(body: impl FnOnce() -> Result<Status, Status>) -> Status {
    catch_unwind(AssertUnwindSafe(body)).map_or(E_FAIL, |result| result.unwrap_or_else(|refusal| refusal))
}

impl Str {
    /// Makes a string of ours, whose text ends with a NUL that is not part of it.
    pub const fn of(text: &'static str) -> Str {
        Str { p: text.as_ptr() as *const _, n: text.len() - 1 }
    }

    /// Returns the text, if it may cross the ABI: UTF-8 without a NUL inside.
    ///
    /// # Safety
    /// The borrowed bytes must stay valid for as long as the text is used.
    pub unsafe fn text<'a>(self) -> Result<&'a str, Status> {
        if self.n == 0 {
            return Ok("");
        }
        if self.n > STR_MAX || self.p.is_null() {
            return Err(E_INVAL);
        }
        let bytes = std::slice::from_raw_parts(self.p as *const u8, self.n);
        std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0')).ok_or(E_INVAL)
    }
}

impl CallInfo {
    /// Reads a call's parties; returns an error for a struct or string that breaks the contract.
    ///
    /// # Safety
    /// As `copied`.
    pub unsafe fn read(from: *const CallInfo) -> Result<CallInfo, Status> {
        let info = copied(from);
        if info.flags & MUST != 0 {
            return Err(E_NOTSUP); // none of those is known here
        }
        if info.presentation > PRESENTATION_UNAVAILABLE {
            return Err(E_RANGE);
        }
        let texts = [info.handle_kind, info.handle, info.display_name, info.local_handle, info.diverted_from, info.correlation_id];
        for text in texts {
            text.text()?;
        }
        info.extra_json.text()?;
        Ok(info)
    }
}

/// Writes the reason for a failure into `why`, as far as there is room.
///
/// # Safety
/// `why` points to a struct that starts with its size.
pub unsafe fn fail(why: *mut Why, code: Status, text: &str) -> Status {
    let size = (ptr::read_unaligned(why as *const u32) as usize).min(size_of::<Why>());
    let mut full: Why = copied(why);
    full.size = ptr::read_unaligned(why as *const u32);
    full.code = code;
    fill(&mut full.text[..size.saturating_sub(8)], text);
    ptr::copy_nonoverlapping(&full as *const Why as *const u8, why as *mut u8, size);
    code
}

/// Puts a text into an array of the ABI, cut to fit, followed by a NUL.
pub fn fill(to: &mut [std::os::raw::c_char], text: &str) {
    let Some(last) = to.len().checked_sub(1) else { return };
    let mut n = text.len().min(last);
    while !text.is_char_boundary(n) {
        n -= 1;
    }
    for (place, byte) in to.iter_mut().zip(&text.as_bytes()[..n]) {
        *place = *byte as _;
    }
    to[n] = 0;
}

/// A text in an array of bytes, followed by zeroes.
pub const fn padded<const SIZE: usize>(text: &str) -> [u8; SIZE] {
    let mut bytes = [0; SIZE];
    let mut i = 0;
    while i < text.len() {
        bytes[i] = text.as_bytes()[i];
        i += 1;
    }
    bytes
}
