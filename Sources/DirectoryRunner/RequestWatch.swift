internal import CallDirectory
internal import Dispatch

/// The part of a request that only the conformance kit asks for (`RequestTrial`): it notes the plugin's conduct, refuses an entry, and holds
/// the plugin until the host gives up.
final class RequestWatch: Sendable {
  /// The page for the plugin's conduct.
  let witness: RequestWitness
  private let trial: RequestTrial
  private let isGivenUp = DispatchSemaphore(value: 0)

  /// Opens the page of a trial; nil when its file is not one.
  init?(_ trial: RequestTrial) {
    guard let witness = RequestWitness(trial.witness, isNew: false) else { return nil }
    (self.trial, self.witness) = (trial, witness)
    witness.set(.begun)
  }

  /// Returns true for the entry, by its number, before which the plugin waits.
  func holds(before entry: Int) -> Bool { trial.hold == .entry(entry) }

  /// True when the plugin waits before `complete`.
  var holdsComplete: Bool { trial.hold == .complete }

  /// Returns true for the entry, by its number, that is refused.
  func refuses(_ entry: Int) -> Bool { trial.refused == entry }

  /// Waits until the host gives up.
  func wait() {
    witness.set(.held)
    isGivenUp.wait()
    // Another thread of the plugin may wait too.
    isGivenUp.signal()
  }

  /// Takes it that the host has given up.
  func hostHasGivenUp() { isGivenUp.signal() }
}
