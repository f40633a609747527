internal import CallControl
internal import FoundationEssentials
internal import Hookswitch
internal import HookswitchCore
internal import HostSurface
internal import StrictJSON
internal import TransportLoader

// The members of results that only the text door gets. `hookswitch run` prints more about the host in its own process than the table
// promises to other programs; clients ignore members that they do not know, but the table stays as small as its promise.

extension JSONValue {
  /// Returns an object with further members; those without a value are left out.
  func adding(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    guard case .object(let own) = self, case .object(let more) = JSONValue.object(of: members) else { return self }
    return .object(own + more)
  }
}

extension Call {
  /// The further members of a call: its provider's display name, the details of its transport, and the seconds since it was connected
  /// or else began.
  func textMembers(at now: Instant) -> KeyValuePairs<String, JSONValue?> {
    [
      "providerName": .string(providerName), "localHandle": localHandle?.json, "divertedFrom": divertedFrom?.json,
      "correlationID": correlationID.map { .string($0) }, "extra": extraJSON.flatMap(Self.object),
      "seconds": .seconds((connected ?? began).duration(to: now)),
    ]
  }

  /// Reads a transport's JSON object; nil for other text.
  private static func object(_ text: String) -> JSONValue? {
    guard case .object(let members)? = try? JSONReader.read(Array(text.utf8), limits: JSONLimits(depth: 512)) else { return nil }
    return .object(members)
  }
}

extension RunnerStatus {
  /// The further members of a process.
  var textMembers: KeyValuePairs<String, JSONValue?> { ["limits": .string(limits)] }
}

extension UpgradeReport {
  /// The report of an upgrade.
  var textJSON: JSONValue {
    .object(of: [
      "process": .string(process), "providers": .strings(providers.map(\.rawValue)), "from": .string(from), "to": .string(to),
      "way": .string(way.rawValue), "calls": .integer(calls), "milliseconds": .integer(milliseconds),
      "gapMicroseconds": .integer(gapMicroseconds),
    ])
  }
}
