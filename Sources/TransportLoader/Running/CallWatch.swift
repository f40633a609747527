internal import Synchronization

/// Which plugin function a loop is in, told to the watchdog by one atomic word: no clock is read on the way.
///
/// The word is a serial number (odd: inside a function), the function, and whether the watchdog has given the loop up.
final class CallWatch: Sendable {
  private static let condemned: UInt64 = 1 << 63
  private let word = Atomic<UInt64>(0)

  /// Enters `call`; false once the loop was given up.
  func enter(_ call: PluginCall) -> Bool {
    let idle = word.load(ordering: .relaxed)
    guard idle & Self.condemned == 0 else { return false }
    word.store((idle &+ 1 << 8) & ~0xFF | UInt64(call.rawValue), ordering: .sequentiallyConsistent)
    return true
  }

  /// Goes on from the function that was entered into `call`; false once the loop was given up.
  ///
  /// Leaving it leaves both.
  func rename(_ call: PluginCall) -> Bool {
    let inside = word.load(ordering: .relaxed)
    guard inside & Self.condemned == 0 else { return false }
    let renamed = (inside &+ 2 << 8) & ~0xFF | UInt64(call.rawValue)
    return word.compareExchange(expected: inside, desired: renamed, ordering: .acquiringAndReleasing).exchanged
  }

  /// Leaves it; false when the watchdog gave the loop up meanwhile: then nothing of the instance may be touched any more.
  func leave() -> Bool {
    let inside = word.load(ordering: .relaxed)
    guard inside & Self.condemned == 0 else { return false }
    let idle = (inside &+ 1 << 8) & ~0xFF
    return word.compareExchange(expected: inside, desired: idle, ordering: .acquiringAndReleasing).exchanged
  }

  /// The word as it is now.
  var sample: UInt64 { word.load(ordering: .sequentiallyConsistent) }

  /// Whether the sampled loop was inside a function.
  static func isInside(_ sample: UInt64) -> Bool { sample & 0xFF != 0 && sample & condemned == 0 }

  /// Gives the loop up if it is still where it was; answers the function that it is in.
  func condemn(ifStill sample: UInt64) -> PluginCall? {
    guard word.compareExchange(expected: sample, desired: sample | Self.condemned, ordering: .acquiringAndReleasing).exchanged else {
      return nil
    }
    return PluginCall(rawValue: UInt8(truncatingIfNeeded: sample)) ?? PluginCall.none
  }

  /// Whether the watchdog has given the loop up.
  var isCondemned: Bool { word.load(ordering: .relaxed) & Self.condemned != 0 }
}
