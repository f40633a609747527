//! Strings that cross the ABI, functions that let no panic out, and a request with Rust's types.

use crate::abi::*;
use std::os::raw::c_char;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Runs a request of the host. A panic becomes `E_FAIL`: nothing may unwind into the host.
pub fn guarded(body: impl FnOnce() -> Status) -> Status {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(E_FAIL)
}

impl Str {
    /// Makes a string of ours, whose text ends with a NUL that is not part of it.
    pub const fn of(text: &'static str) -> Str {
        Str { p: text.as_ptr() as *const _, n: text.len() - 1 }
    }

    /// Returns the text, if it may cross the ABI: UTF-8 of a limited size.
    ///
    /// # Safety
    /// The borrowed bytes must stay valid for as long as the text is used.
    pub unsafe fn text<'a>(self) -> Option<&'a str> {
        if self.n == 0 {
            return Some("");
        }
        if self.n > STR_MAX || self.p.is_null() {
            return None;
        }
        std::str::from_utf8(std::slice::from_raw_parts(self.p as *const u8, self.n)).ok()
    }
}

/// Passes a text on as a string of the ABI.
fn lent<T>(text: &str, body: impl FnOnce(Str) -> T) -> T {
    let bytes: Vec<u8> = text.bytes().filter(|byte| *byte != 0).chain([0]).collect();
    body(Str { p: bytes.as_ptr() as *const _, n: bytes.len() - 1 })
}

/// Puts a text into an array of the ABI, cut to fit, followed by a NUL.
pub fn fill(to: &mut [c_char], text: &str) {
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

/// A request of the host, as the functions of CallKit's CXCallDirectoryExtensionContext. The error is the host's status.
pub struct Request<'a>(pub &'a Context);

impl Request<'_> {
    pub fn is_incremental(&self) -> bool {
        self.0.is_incremental.is_some_and(|function| unsafe { function(self.0.ctx) } == 1)
    }

    /// The token of the last request that counted.
    pub fn token(&self) -> &str {
        unsafe { self.0.token.text() }.unwrap_or("")
    }

    pub fn add_blocking(&self, number: i64) -> Result<(), Status> {
        self.with(self.0.add_blocking, |function, ctx| unsafe { function(ctx, number) })
    }

    pub fn add_identification(&self, number: i64, label: &str) -> Result<(), Status> {
        lent(label, |label| self.with(self.0.add_identification, |function, ctx| unsafe { function(ctx, number, label) }))
    }

    pub fn remove_blocking(&self, number: i64) -> Result<(), Status> {
        self.with(self.0.remove_blocking, |function, ctx| unsafe { function(ctx, number) })
    }

    pub fn remove_all_blocking(&self) -> Result<(), Status> {
        self.with(self.0.remove_all_blocking, |function, ctx| unsafe { function(ctx) })
    }

    pub fn remove_identification(&self, number: i64) -> Result<(), Status> {
        self.with(self.0.remove_identification, |function, ctx| unsafe { function(ctx, number) })
    }

    pub fn remove_all_identification(&self) -> Result<(), Status> {
        self.with(self.0.remove_all_identification, |function, ctx| unsafe { function(ctx) })
    }

    /// Ends the request; returns true when the host had given up before, and nothing counts.
    pub fn complete(&self, token: &str) -> Result<bool, Status> {
        let mut expired = 0;
        lent(token, |token| self.with(self.0.complete, |function, ctx| unsafe { function(ctx, token, &mut expired) }))?;
        Ok(expired == 1)
    }

    /// Ends the request, of which nothing counts.
    pub fn cancel(&self, domain: &str, code: i64, message: &str) -> Result<(), Status> {
        lent(domain, |domain| {
            lent(message, |message| self.with(self.0.cancel, |function, ctx| unsafe { function(ctx, domain, code, message) }))
        })
    }

    fn with<F>(&self, function: Option<F>, body: impl FnOnce(F, Ctx) -> Status) -> Result<(), Status> {
        match function.map_or(E_FAIL, |function| body(function, self.0.ctx)) {
            OK => Ok(()),
            status => Err(status),
        }
    }
}
