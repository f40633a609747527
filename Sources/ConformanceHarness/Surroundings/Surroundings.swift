internal import CConformance

/// A sample of everything that belongs to the whole process, or to the host's thread that took it.
///
/// `@unchecked Sendable`: the memory is written once, in `init`, before anyone else has it.
package final class Surroundings: @unchecked Sendable {
  fileprivate let sample = UnsafeMutablePointer<hookswitch_surroundings>.allocate(capacity: 1)

  /// Takes a sample of this process and of the calling thread.
  package init() { ExecutorProcess.takeSurroundings(sample) }

  deinit { sample.deallocate() }

  /// Returns the differences from an earlier sample, at most 32.
  package func changes(since earlier: Surroundings) -> [SurroundingsChange] {
    var room = [hookswitch_surroundings_change](repeating: hookswitch_surroundings_change(), count: 32)
    let count = hookswitch_surroundings_compare(earlier.sample, sample, &room, room.count)
    return room.prefix(count).map(SurroundingsChange.init)
  }
}

/// A thing of the process that differs between two samples.
package struct SurroundingsChange: Hashable, Sendable {
  /// The owner of the thing, and so the rule that protects it.
  package enum Kind: Hashable, Sendable {
    /// The whole process.
    case process
    /// Signals, and the timers that send them.
    case signals
    /// One of the host's threads.
    case thread
    /// Things that a plugin may have while it lives.
    case resources
  }

  package let kind: Kind
  /// The thing, as in `the umask`.
  package let thing: String
  /// The earlier value, as in `022`.
  package let before: String
  package let after: String

  init(_ change: hookswitch_surroundings_change) {
    kind =
      switch change.kind {
      case HOOKSWITCH_SURROUNDINGS_SIGNALS.rawValue: .signals
      case HOOKSWITCH_SURROUNDINGS_THREAD.rawValue: .thread
      case HOOKSWITCH_SURROUNDINGS_RESOURCES.rawValue: .resources
      default: .process
      }
    thing = withUnsafeBytes(of: change.thing) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    before = withUnsafeBytes(of: change.before) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    after = withUnsafeBytes(of: change.after) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The change in words, as in `the umask from 022 to 077`.
  package var words: String { "\(thing) from \(before) to \(after)" }
}
