//! A call directory for Hookswitch in Rust, without crates. From the bottom up: the query, the descriptor, and a request. See
//! hookswitch/directory.h for the meaning of each function.

mod abi;
mod crossing;
mod numbers;
mod settings;

use abi::*;
use crossing::*;
use numbers::*;
use std::mem::size_of;
use std::sync::atomic::{AtomicBool, Ordering};

const ID: &str = "@ID@";

/// Set once the host has given up. Atomic, because `cancel` may come on any thread, also while `begin_request` runs.
static IS_CANCELLED: AtomicBool = AtomicBool::new(false);

/// The end of a request before `complete`.
enum Stop {
    /// The host refused an entry, which it reports itself, or has given up.
    Host(Status),
    /// This directory cancels the request.
    Own(Fault),
}

impl From<Status> for Stop {
    fn from(status: Status) -> Stop {
        Stop::Host(status)
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Own(fault)
    }
}

/// Makes a request; returns true when the host had given up before.
fn run(request: &Request, path: &str) -> Result<bool, Stop> {
    // The list's edition is the highest of its lines.
    let mut newest = 0;
    for entry in entries(path)? {
        newest = newest.max(entry?.edition);
    }
    // The edition that the host has; 0 when everything must be sent. The list may have been replaced by an older one.
    let known = request.token().parse().ok().filter(|edition| (1..=newest).contains(edition));
    let since: i64 = if request.is_incremental() { known.unwrap_or(0) } else { 0 };
    if request.is_incremental() && since == 0 {
        request.remove_all_blocking()?;
        request.remove_all_identification()?;
    }
    for entry in entries(path)? {
        let entry = entry?;
        if IS_CANCELLED.load(Ordering::Relaxed) {
            return Err(Stop::Host(E_CANCELLED));
        }
        if entry.edition > since {
            send(request, &entry, since > 0)?;
        }
    }
    Ok(request.complete(&newest.to_string())?)
}

/// Sends an entry. The entries that the host may have of its number go first.
fn send(request: &Request, entry: &Entry, is_change: bool) -> Result<(), Status> {
    if is_change {
        request.remove_blocking(entry.number)?;
        request.remove_identification(entry.number)?;
    }
    match &entry.state {
        State::Gone => Ok(()),
        State::Blocked => request.add_blocking(entry.number),
        State::Labelled(label) => request.add_identification(entry.number, label),
    }
}

unsafe extern "C" fn begin_request(context: *const Context, config_json: Str, why: *mut Why) -> Status {
    guarded(|| {
        let request = Request(&*context);
        let path = match settings::path_of_numbers(config_json.text().unwrap_or("")) {
            Ok(path) => path,
            Err(fault) => {
                fill(&mut (*why).text, &fault);
                return E_INVAL;
            }
        };
        match run(&request, &path) {
            Ok(expired) => {
                if expired {
                    eprintln!("the host had given up: nothing counts");
                }
                OK
            }
            Err(Stop::Host(status)) => status,
            Err(Stop::Own(fault)) => request.cancel(ID, fault.code, &fault.message).err().unwrap_or(OK),
        }
    })
}

unsafe extern "C" fn cancel() {
    IS_CANCELLED.store(true, Ordering::Relaxed);
}

static DESCRIPTOR: Descriptor = Descriptor {
    size: size_of::<Descriptor>() as u32,
    flags: 0,
    id: Str::of("@ID@\0"),
    name: Str::of("@NAME@\0"),
    version: Str::of("0.1.0\0"),
    license: Str::of("Apache-2.0\0"),
};

static ENTRY: EntryPoints = EntryPoints {
    size: size_of::<EntryPoints>() as u32,
    flags: 0,
    descriptor: &DESCRIPTOR,
    begin_request: Some(begin_request),
    cancel: Some(cancel),
};

/// The one symbol that this plugin exports.
///
/// # Safety
/// `q` is null or points to a query whose size is set.
#[no_mangle]
pub unsafe extern "C" fn hookswitch_directory_query(q: *mut Query) -> Status {
    // `size` first: a shorter query has no magic.
    if q.is_null() || (*(q as *const u32) as usize) < size_of::<Query>() || (*q).magic != MAGIC {
        return E_INVAL;
    }
    let q = &mut *q;
    q.entry = std::ptr::null();
    if q.major_min > MAJOR || q.major_max < MAJOR {
        fill(&mut q.reason, &format!("this directory speaks version 1 of the ABI, the host {} to {}", q.major_min, q.major_max));
        return E_VERSION;
    }
    q.chosen_major = MAJOR;
    // The host's minor version of a lower major is unknown; directories exist since minor 1.
    q.chosen_minor = if q.major_max > MAJOR { 1 } else { q.minor.min(MINOR) };
    q.entry = &ENTRY;
    OK
}
