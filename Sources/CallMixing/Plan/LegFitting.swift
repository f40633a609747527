internal import CResampling
internal import TransportABI

/// Owns a `Fitting`, which the control side creates and frees and the audio thread uses.
///
/// `@unchecked Sendable`: while a plan refers to the contents, only the audio thread touches them, and each such plan holds this object.
package final class LegFitting: @unchecked Sendable {
  package let legRate: AudioRate
  package let groupRate: AudioRate
  let pointer: UnsafeMutablePointer<Fitting>

  package init(legRate: AudioRate, groupRate: AudioRate) throws(SceneFault) {
    self.legRate = legRate
    self.groupRate = groupRate
    let into = Self.resampler(from: legRate, to: groupRate)
    let outOf = Self.resampler(from: groupRate, to: legRate)
    let held = UnsafeMutablePointer<Int16>.allocate(capacity: groupRate.samplesPerFrame + 8)
    held.initialize(repeating: 0, count: groupRate.samplesPerFrame)
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: Fitting(into: into, outOf: outOf, held: held, heldIn: .max - 1, lastTick: .max - 1))
    if legRate != groupRate, into == nil || outOf == nil { throw .noMemory }
  }

  deinit {
    hookswitch_resampler_free(pointer.pointee.into)
    hookswitch_resampler_free(pointer.pointee.outOf)
    pointer.pointee.held.deallocate()
    pointer.deallocate()
  }

  private static func resampler(from: AudioRate, to: AudioRate) -> OpaquePointer? {
    from == to ? nil : hookswitch_resampler_new(from.rawValue, to.rawValue)
  }
}

// The audio thread's form of a plan: rows in one block of memory, with plain pointers and without reference counts. The control side writes
// the rows before it publishes the plan; afterwards only the audio thread touches them, and writes only the fields marked as its own.

struct PlanRow {
  var groups: UnsafeMutableBufferPointer<GroupRow>
  var clocks: UnsafeMutableBufferPointer<ClockRow>
}

struct ClockRow {
  var function: MediaClock.Function
  var context: UnsafeMutableRawPointer?
}

struct GroupRow {
  var members: UnsafeMutableBufferPointer<MemberRow>
  var loops: UnsafeMutableBufferPointer<LoopRow>
  /// The samples of a frame at the group's rate.
  var samples: Int
  var device: MemberRow?
  var tap: hsw_ring?
  /// True when a loop has members in its audience.
  var playsToMembers: Bool
}

struct LoopRow {
  var samples: UnsafePointer<Int16>
  var count: Int
  var isRepeating: Bool
  var audience: LoopTrack.Audience
  var position: UnsafeMutablePointer<UInt64>
}

struct MemberRow {
  var block: LegBlock
  var strip: UnsafeMutablePointer<LegStrip>
  /// The fitting; nil when the leg has the group's rate and the group has no device.
  var fitting: UnsafeMutablePointer<Fitting>?
  /// The rings that record the member, or through which programs listen to it.
  var taps: UnsafeBufferPointer<hsw_ring>
  var isMuted: Bool
  var hears: Bool
  var speaks: Bool

  // Written by the audio thread, between taking a frame and the end of the tick.
  /// The member's audio in this tick, at the group's rate; nil for silence.
  var said: UnsafePointer<Int16>?
  /// The slot that holds this audio as the transport wrote it.
  var heard: UnsafePointer<hsw_slot>?
  /// The slot sent to the member in this tick.
  var sent: UnsafePointer<hsw_slot>?
}

/// The resamplers and the held frame of a member whose rate differs from its group's or whose group has a device.
///
/// It outlives plans, so that replacing a plan loses no sample.
struct Fitting {
  /// The resamplers from the leg's rate to the group's and back; nil for equal rates.
  var into: OpaquePointer?
  var outOf: OpaquePointer?
  /// The member's audio in the tick `heldIn`, at the group's rate.
  var held: UnsafeMutablePointer<Int16>
  var heldIn: UInt64
  /// The last tick that used it; after a pause, the resamplers' state is stale.
  var lastTick: UInt64
}
