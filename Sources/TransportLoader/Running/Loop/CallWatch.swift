internal import Synchronization

/// Tells the watchdog which plugin function a loop is in, by one atomic word and without reading a clock.
///
/// The word holds a serial number (odd: inside a function), the function, and a flag set when the watchdog has given the loop up.
final class CallWatch: Sendable {
  private static let condemned: UInt64 = 1 << 63
  private let word = Atomic<UInt64>(0)
  /// Receives every new value of the word; nil where nobody outside this process reads it.
  private let mirror: (@Sendable (UInt64) -> Void)?

  /// Makes the watch of a loop.
  init(mirror: (@Sendable (UInt64) -> Void)? = nil) { self.mirror = mirror }

  /// Enters `call`; false once the loop was given up.
  func enter(_ call: PluginCall) -> Bool {
    let idle = word.load(ordering: .relaxed)
    guard idle & Self.condemned == 0 else { return false }
    let inside = (idle &+ 1 << 8) & ~0xFF | UInt64(call.rawValue)
    word.store(inside, ordering: .sequentiallyConsistent)
    mirror?(inside)
    return true
  }

  /// Replaces the entered function by `call`; false once the loop was given up.
  ///
  /// One `leave` leaves both.
  func rename(_ call: PluginCall) -> Bool {
    let inside = word.load(ordering: .relaxed)
    guard inside & Self.condemned == 0 else { return false }
    let renamed = (inside &+ 2 << 8) & ~0xFF | UInt64(call.rawValue)
    mirror?(renamed)
    return word.compareExchange(expected: inside, desired: renamed, ordering: .acquiringAndReleasing).exchanged
  }

  /// Leaves the function; false when the watchdog gave the loop up meanwhile: then the instance must not be touched any more.
  func leave() -> Bool {
    let inside = word.load(ordering: .relaxed)
    guard inside & Self.condemned == 0 else { return false }
    let idle = (inside &+ 1 << 8) & ~0xFF
    mirror?(idle)
    return word.compareExchange(expected: inside, desired: idle, ordering: .acquiringAndReleasing).exchanged
  }

  /// The present value of the word.
  var sample: UInt64 { word.load(ordering: .sequentiallyConsistent) }

  /// True when the sampled loop was inside a function.
  static func isInside(_ sample: UInt64) -> Bool { sample & 0xFF != 0 && sample & condemned == 0 }

  /// Gives the loop up if its word still is `sample`; returns the function that it is in.
  func condemn(ifStill sample: UInt64) -> PluginCall? {
    guard word.compareExchange(expected: sample, desired: sample | Self.condemned, ordering: .acquiringAndReleasing).exchanged else {
      return nil
    }
    return PluginCall(rawValue: UInt8(truncatingIfNeeded: sample)) ?? PluginCall.none
  }

  /// The function in a word that another process has left; nil when it was in none.
  static func function(in sample: UInt64) -> PluginCall? {
    let call = PluginCall(rawValue: UInt8(truncatingIfNeeded: sample))
    return call == PluginCall.none ? nil : call
  }

  /// True once the watchdog has given the loop up.
  var isCondemned: Bool { word.load(ordering: .relaxed) & Self.condemned != 0 }
}
