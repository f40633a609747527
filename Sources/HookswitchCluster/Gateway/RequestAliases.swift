internal import HostService
internal import HostSurface
internal import StrictJSON

/// The numbers under which this node's sessions know requests that other nodes perform.
///
/// Each host numbers its requests from 1. A number of another host would name another request here, so that `request.get` and
/// `request.wait` get one from `RequestSubject.firstForeign` on. A pure value, bounded: the oldest go first.
struct RequestAliases: Sendable {
  /// A request at another node.
  struct Place: Hashable, Sendable {
    let node: String
    let number: Int
  }

  private static let limit = 16_384
  private var places: [Int: Place] = [:]
  private var numbers: [Place: Int] = [:]
  private var next = RequestSubject.firstForeign

  /// Returns the place of a request; nil for a number that names none, or is forgotten.
  func place(of alias: Int) -> Place? { places[alias] }

  /// Returns the number of a request at another node.
  mutating func alias(of place: Place) -> Int {
    if let known = numbers[place] { return known }
    let alias = next
    next += 1
    places[alias] = place
    numbers[place] = alias
    if let old = places.removeValue(forKey: alias - Self.limit) { numbers[old] = nil }
    return alias
  }

  /// Returns an answer with this number in place of the other node's.
  static func renumbered(_ answer: Result<JSONValue, MethodError>, _ alias: (Int) -> Int) -> Result<JSONValue, MethodError> {
    switch answer {
    case .success(let value): .success(renumbered(value, alias))
    case .failure(let error):
      .failure(MethodError(number: error.number, message: error.message, data: renumbered(error.data, alias)))
    }
  }

  private static func renumbered(_ value: JSONValue, _ alias: (Int) -> Int) -> JSONValue {
    guard case .object(let members) = value else { return value }
    return .object(
      members.map { member in
        guard member.name == "request" else { return member }
        if let number = member.value.integer { return .init(name: member.name, value: .integer(alias(number))) }
        return .init(name: member.name, value: renumbered(member.value, alias))
      })
  }
}
