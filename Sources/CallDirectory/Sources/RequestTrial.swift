/// The additions of the conformance kit to a request: no host uses them.
///
/// `hookswitch conform --directory` needs a host that refuses an entry, or gives up at a certain moment, and a view of the plugin's conduct.
/// The process of the plugin takes them as arguments (`PluginTask`), so that everything else is the host's own.
package struct RequestTrial: Hashable, Sendable {
  /// The moment at which the process waits until the host gives up.
  package enum Hold: Hashable, Sendable {
    /// Before the entry with this number, from 1.
    case entry(Int)
    /// Before `complete` is sent.
    case complete
  }

  /// The file of the page for the plugin's conduct (`RequestWitness`).
  package var witness: String
  /// The number of the entry, from 1, that is refused as if it broke a rule; nil for none.
  package var refused: Int?
  /// The moment at which the process waits until the host gives up; nil for none.
  package var hold: Hold?

  /// Creates a trial that only watches.
  ///
  /// - Parameter witness: the file of the page, which `RequestWitness` made.
  package init(witness: String) { self.witness = witness }

  private enum Word {
    static let witness = "--witness"
    static let refused = "--refuse-at"
    static let hold = "--hold-at"
    static let complete = "complete"
  }

  /// The arguments of the process.
  var arguments: [String] {
    var words = [Word.witness, witness]
    if let refused { words += [Word.refused, "\(refused)"] }
    switch hold {
    case .entry(let number): words += [Word.hold, "\(number)"]
    case .complete: words += [Word.hold, Word.complete]
    case nil: break
    }
    return words
  }

  /// Takes an argument and its value into a trial; returns false for another argument.
  static func take(_ word: String, _ rest: inout ArraySlice<String>, into trial: inout RequestTrial?) -> Bool {
    if word == Word.witness {
      trial = rest.popFirst().map { RequestTrial(witness: $0) }
      return trial != nil
    }
    guard trial != nil, let value = rest.popFirst() else { return false }
    switch word {
    case Word.refused:
      trial?.refused = Int(value)
      return trial?.refused != nil
    case Word.hold where value == Word.complete: trial?.hold = .complete
    case Word.hold:
      guard let number = Int(value) else { return false }
      trial?.hold = .entry(number)
    default: return false
    }
    return true
  }
}
