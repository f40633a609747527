internal import CallControl

/// The flags that a provider's settings, an incoming call and an update share.
enum CallFlag: String, CaseIterable, Sendable {
  case supportsHolding
  case supportsGrouping
  case supportsUngrouping
  case supportsDTMF
  case supportsTransfer
  case audio

  var capability: CallCapabilities {
    switch self {
    case .supportsHolding: .holding
    case .supportsGrouping: .grouping
    case .supportsUngrouping: .ungrouping
    case .supportsDTMF: .dtmf
    case .supportsTransfer: .transfer
    case .audio: .audio
    }
  }

  func set(_ value: Bool, in update: inout CallUpdate) {
    switch self {
    case .supportsHolding: update.supportsHolding = value
    case .supportsGrouping: update.supportsGrouping = value
    case .supportsUngrouping: update.supportsUngrouping = value
    case .supportsDTMF: update.supportsDTMF = value
    case .supportsTransfer: update.supportsTransfer = value
    case .audio: update.hasAudioPort = value
    }
  }
}
