internal import TransportABI

// A plan as the audio thread reads it: rows in one block of memory, with plain pointers, nothing that counts references. The control side writes
// them before the plan is put in; from then on only the audio thread touches them, and only what is marked as its own.

/// The head of a plan.
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
  /// Samples of a frame at the group's rate.
  var samples: Int
  var device: MemberRow?
  var tap: hsw_ring?
  /// Whether any loop is for the members.
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
  /// Strip and rings.
  var block: LegBlock
  /// What it has beyond its rings; nil: it has the group's rate, and nobody sits in the group.
  var fitting: UnsafeMutablePointer<Fitting>?
  var tap: UnsafePointer<hsw_ring>?
  var isMuted: Bool
  var hears: Bool
  var speaks: Bool

  // The audio thread's own, from the taking of a frame to the end of the tick.
  /// What it says in this tick, at the group's rate; nil: nothing.
  var said: UnsafePointer<Int16>?
  /// The slot that it said it in, as its transport wrote it.
  var heard: UnsafePointer<hsw_slot>?
  /// The slot that it was sent in this tick.
  var sent: UnsafePointer<hsw_slot>?
}

/// What a member needs that has another rate than its group, or sits in a group with a device.
///
/// It outlives plans, so that no sample is lost when
/// one replaces another.
struct Fitting {
  /// From the leg's rate to the group's, and back; nil: they are the same.
  var into: OpaquePointer?
  var outOf: OpaquePointer?
  /// What it said in the tick `heldIn`, at the group's rate.
  var held: UnsafeMutablePointer<Int16>
  var heldIn: UInt64
  /// The last tick that used it: after a pause the resamplers remember what nobody wants to hear any more.
  var lastTick: UInt64
}
