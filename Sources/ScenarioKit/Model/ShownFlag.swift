internal import CallControl

/// The flags of a call that a `flags` step compares.
enum ShownFlag: String, CaseIterable, Comparable, Sendable {
  case muted
  case waiting
  case silenced
  case remotelyHeld
  case mixed
  case transferring
  case emergency

  func isSet(in call: Call) -> Bool {
    switch self {
    case .muted: call.isMuted
    case .waiting: call.isWaiting
    case .silenced: call.isSilenced
    case .remotelyHeld: call.isRemotelyHeld
    case .mixed: call.isMixed
    case .transferring: call.isTransferring
    case .emergency: call.isEmergency
    }
  }

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
