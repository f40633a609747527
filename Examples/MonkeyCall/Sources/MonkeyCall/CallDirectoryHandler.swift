import FoundationEssentials
import Hookswitch

/// The app's call directory: numbers to block, and names for others.
///
/// It keeps CallKit's rules: blocking entries and then identification entries, each in strictly ascending order, and all or nothing. An app of its
/// own has its host's block list for this; [Examples/MonkeyDirectory](../../../MonkeyDirectory) is the same list as a plugin for the daemon.
@MainActor final class CallDirectoryHandler {
  /// The reason why a list was refused.
  enum Failure: Error, Equatable, CustomStringConvertible {
    case entriesOutOfOrder(line: Int)
    case duplicateEntries(line: Int)
    case malformed(line: Int)

    var description: String {
      switch self {
      case .entriesOutOfOrder(let line): "line \(line): the numbers are not in ascending order"
      case .duplicateEntries(let line): "line \(line): the number was there before"
      case .malformed(let line): "line \(line): write NUMBER,block or NUMBER,identify,LABEL"
      }
    }
  }

  private let host: CallHost
  private var labels: [String: String] = [:]
  /// The error of the last request, which the app shows; nil when it was complete.
  private(set) var lastError: Failure?

  init(host: CallHost) { self.host = host }

  /// Takes the entries of a text, or none of them.
  func beginRequest(with text: String) {
    do throws(Failure) {
      let (blocked, identified) = try Self.entries(of: text)
      for handle in host.blockList where handle.type == .phoneNumber { host.unblock(handle) }
      for number in blocked { host.block(Self.handle(number)) }
      labels = identified
      lastError = nil
    } catch {
      requestFailed(with: error)
    }
  }

  private func requestFailed(with error: Failure) { lastError = error }

  /// Returns a number's label.
  func label(of number: String) -> String? { labels[number] }

  /// A handle as the far ends write it: digits are a telephone number, all else a name of the network.
  nonisolated static func handle(_ text: String) -> Handle {
    Handle(type: !text.isEmpty && text.allSatisfy(\.isNumber) ? .phoneNumber : .generic, value: text)
  }

  private static func entries(of text: String) throws(Failure) -> (blocked: [String], identified: [String: String]) {
    var blocked: [String] = []
    var identified: [String: String] = [:]
    var last: (kind: String, number: Int64) = ("block", 0)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() where !line.isEmpty {
      let fields = line.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard fields.count >= 2, let number = Int64(fields[0]), number > 0,
        fields[1] == "block" || (fields[1] == "identify" && fields.count == 3)
      else { throw .malformed(line: index + 1) }
      if fields[1] != last.kind {
        // A block after an identification is out of order as well.
        guard fields[1] == "identify" else { throw .entriesOutOfOrder(line: index + 1) }
        last = ("identify", 0)
      }
      if number == last.number { throw .duplicateEntries(line: index + 1) }
      guard number > last.number else { throw .entriesOutOfOrder(line: index + 1) }
      last.number = number
      if fields[1] == "block" { blocked.append(fields[0]) } else { identified[fields[0]] = fields[2] }
    }
    return (blocked, identified)
  }

  /// The list of the article.
  static let list = """
    14085555555,block
    18005555555,block
    18775555555,identify,Telemarketer
    18885555555,identify,Local business
    """
}
