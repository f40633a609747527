internal import StrictJSON
internal import TransportABI

/// A report as one JSON object, for programs; docs/conform-report.schema.json describes it.
package struct JSONDocument: Sendable {
  /// The version of the schema; an added member does not raise it, a changed meaning does.
  package static let schema = 1

  let report: ConformanceReport

  package init(_ report: ConformanceReport) { self.report = report }

  /// The whole text, with a line feed at its end.
  package var text: String { value.pretty() + "\n" }

  private var value: JSONValue {
    .object(members + isolation)
  }

  private var isolation: [JSONValue.Member] {
    guard let isolation = report.isolation else { return [] }
    return [
      .init(
        name: "isolation",
        value: .object([
          .init(name: "place", value: .string(isolation.place)), .init(name: "confined-by", value: .string(isolation.means)),
          .init(name: "can-be-forged", value: .bool(isolation.canBeForged)),
        ]))
    ]
  }

  private var members: [JSONValue.Member] {
    [
      .init(name: "schema", value: .integer(Self.schema)), .init(name: "kit", value: .string(report.kitVersion)),
      .init(name: "contract", value: .string("\(HSW_ABI_MAJOR).\(HSW_ABI_MINOR)")),
      .init(name: "plugin", value: plugin), .init(name: "level", value: report.level.map { .string($0.rawValue) } ?? .null),
      .init(name: "seed", value: .string(String(report.seed))), .init(name: "exit-code", value: .integer(Int(report.exitCode))),
      .init(name: "interrupted", value: .bool(report.wasInterrupted)), .init(name: "ms", value: .integer(Int(report.milliseconds))),
      .init(name: "counts", value: .object(TestStatus.allCases.map { .init(name: $0.rawValue, value: .integer(report.count($0))) })),
      .init(name: "required-and-not-run", value: .strings(report.unmetGroups)),
      .init(name: "failures", value: .array(report.notable.filter(\.status.isFailure).map(reference))),
      .init(name: "waivers", value: .array(report.waivers.map(waiver))), .init(name: "tests", value: .array(report.outcomes.map(test))),
      .init(
        name: "not-yet-present",
        value: .array(
          report.absent.map { .object([.init(name: "id", value: .string($0.id)), .init(name: "reason", value: .string($0.reason))]) })),
    ]
  }

  private var plugin: JSONValue {
    var members: [JSONValue.Member] = [
      .init(name: "file", value: .string(report.plugin.file)), .init(name: "sha256", value: .string(report.plugin.sha256)),
      .init(
        name: "transports",
        value: .array(
          report.plugin.transports.map {
            .object([.init(name: "id", value: .string($0.id)), .init(name: "version", value: .string($0.version))])
          })),
    ]
    if let directory = report.plugin.directory {
      members.append(
        .init(
          name: "directory",
          value: .object([.init(name: "id", value: .string(directory.id)), .init(name: "version", value: .string(directory.version))])))
    }
    return .object(members)
  }

  private func waiver(_ waiver: Waiver) -> JSONValue {
    .object([
      .init(name: "test", value: .string(waiver.tests)), .init(name: "reason", value: .string(waiver.reason)),
      .init(name: "expires", value: .string(waiver.expires)),
    ])
  }

  private func reference(_ outcome: TestOutcome) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(name: "id", value: .string(outcome.id)), .init(name: "transport", value: .string(outcome.transport)),
      .init(name: "repetition", value: .integer(outcome.repetition)),
    ]
    if !outcome.mainRule.isEmpty { members.append(.init(name: "rule", value: .string(outcome.mainRule))) }
    if let cause = outcome.cause { members.append(.init(name: "after", value: reference(cause))) }
    return .object(members)
  }

  private func reference(_ cause: FailureCause) -> JSONValue {
    .object([.init(name: "rule", value: .string(cause.rule)), .init(name: "test", value: .string(cause.test))])
  }

  /// Returns the members that only failures have.
  private func account(_ outcome: TestOutcome) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let account = outcome.account {
      let failure: [JSONValue.Member] = [
        .init(name: "rule", value: .string(outcome.mainRule)), .init(name: "function", value: .string(account.function)),
        .init(name: "about-function", value: .bool(account.isNamed)), .init(name: "call", value: .integer(account.call)),
        .init(name: "phase", value: .string(account.phase)), .init(name: "place", value: .string(account.place)),
        .init(name: "seen", value: .string(account.seen)), .init(name: "expected", value: .string(account.expected)),
      ]
      members.append(.init(name: "failure", value: .object(failure)))
    }
    if let cause = outcome.cause { members.append(.init(name: "after", value: reference(cause))) }
    if !outcome.again.isEmpty, outcome.status != .pass, outcome.status != .skip {
      members.append(.init(name: "again", value: .string(outcome.again)))
    }
    return members
  }

  /// Writes seeds as text: a number in JSON cannot hold 64 bits.
  private func test(_ outcome: TestOutcome) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(name: "id", value: .string(outcome.id)), .init(name: "transport", value: .string(outcome.transport)),
      .init(name: "repetition", value: .integer(outcome.repetition)), .init(name: "status", value: .string(outcome.status.rawValue)),
      .init(name: "rules", value: .strings(outcome.rules)), .init(name: "ms", value: .integer(Int(outcome.milliseconds))),
      .init(name: "seed", value: .string(String(outcome.seed))), .init(name: "detail", value: .string(outcome.detail)),
      .init(name: "warnings", value: .strings(outcome.warnings)), .init(name: "trace", value: .strings(outcome.transcript)),
      .init(name: "output", value: .string(outcome.output)),
    ]
    members += account(outcome)
    if outcome.ranApart { members.append(.init(name: "isolation", value: .string("process"))) }
    if outcome.ranBeside { members.append(.init(name: "isolation", value: .string("apart"))) }
    if let before = outcome.before, let after = outcome.after {
      members.append(
        .init(name: "resources", value: .object([.init(name: "before", value: before.value), .init(name: "after", value: after.value)])))
    }
    if let waiver = outcome.waiver { members.append(.init(name: "waiver", value: self.waiver(waiver))) }
    return .object(members)
  }
}
