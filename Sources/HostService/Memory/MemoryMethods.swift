package import CallStore
internal import HostSurface
internal import StrictJSON

/// The answers to the methods of memory: history, contacts, block rules, do-not-disturb, directories and grants.
///
/// Each method has one function, which takes checked parameters and may run on any thread. It waits for the store's writer, a few milliseconds at
/// most; a query waits for nothing. Once it has returned, every query sees its change, and the host's do-not-disturb has followed.
package struct MemoryMethods: Sendable {
  private let store: CallStore?

  /// Creates the answers.
  ///
  /// - Parameter store: the store; nil when the host has none, and most methods are `unavailable`.
  package init(store: CallStore?) {
    self.store = store
  }

  /// The thing that a method is about, for the errors of the store.
  struct Subject {
    /// The kind of thing, such as `contact`.
    var what: String
    /// The place of the value in the parameters, as a JSON pointer.
    var place = ""
  }

  /// Runs work on the store, and gives its errors the form of the table.
  func run<Result>(
    _ subject: Subject, _ body: (CallStore) throws(StoreError) -> Result
  ) throws(MethodError) -> Result {
    guard let store else { throw Self.unavailable(StoreState.off.rawValue, "the host keeps no store; set one in its configuration") }
    let standing = store.standing
    if standing.state == .off { throw Self.unavailable(standing.state.rawValue, standing.reason ?? "the store is off") }
    do throws(StoreError) {
      return try body(store)
    } catch {
      throw Self.error(error, subject, store.standing)
    }
  }

  static func unavailable(_ why: String, _ message: String) -> MethodError { MethodError(.unavailable, message, ["why": .string(why)]) }

  private static func error(_ error: StoreError, _ subject: Subject, _ standing: StoreStanding) -> MethodError {
    // The store names a thing as `contact 5`, and a value by its path inside the parameter.
    switch error.code {
    case .notFound:
      let name = error.subject.split(separator: " ").last.map(String.init) ?? error.subject
      return notFound(subject.what, name)
    case .rejected: return wrong(subject.place + "/" + error.subject, error.reason)
    case .exists: return MethodError(.exists, error.description, ["at": .string(subject.place + "/" + error.subject)])
    case .tooLarge: return MethodError(.tooLarge, error.description, ["limit": .integer(error.limit ?? 0)])
    case .unavailable:
      let isStanding = standing.state == .readOnly || standing.state == .full || standing.state == .off
      return unavailable(isStanding ? standing.state.rawValue : error.reason, standing.reason ?? error.description)
    case .failed: return MethodError(.internal, error.description)
    }
  }

  static func notFound(_ what: String, _ name: String) -> MethodError {
    MethodError(.notFound, "there is no \(what) \"\(name)\"", ["what": .string(what), "name": .string(name)])
  }

  /// Returns the error of a parameter that the checker cannot judge.
  static func wrong(_ place: String, _ expected: String) -> MethodError {
    MethodError(.invalid, "\"\(place)\": \(expected)", ["at": .string(place), "expected": .string(expected)])
  }

  /// Returns the size of a page.
  static func limit(_ parameters: Parameters) throws(MethodError) -> Int {
    let limit = parameters.int("limit")
    guard limit >= 1 else { throw wrong("/limit", "whole number from 1 to \(CallStore.pageLimit)") }
    return limit
  }

  /// Returns the numbers of a parameter; nil when it was left out.
  static func numbers(_ parameters: Parameters, _ name: String) -> [Int64]? {
    parameters[name]?.array?.compactMap { $0.integer.map { Int64($0) } }
  }

  static func number(_ parameters: Parameters, _ name: String) -> Int64? { parameters[name]?.integer.map { Int64($0) } }
}
