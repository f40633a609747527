internal import ConformanceHarness
internal import StrictJSON
internal import TransportABI

extension StateTests {
  static func noSecrets(_ run: TestRun) throws {
    let library = try run.library()
    let secret = "Zq7-" + String(run.seed, radix: 36) + "-canary"
    let trace = run.traceFile ?? run.folder + "/secrets.trace"
    if run.traceFile == nil { run.traceFile = trace }
    let first = try Stage(run, library, .full)
    guard try first.near.initialise().status == HSW_OK else { throw TestFailure("instance.init failed") }
    let names = try ConfigTests.schema(of: first.near).settings.filter(\.isSecret).map(\.name)
    try first.near.destroy()
    guard !names.isEmpty else { throw TestSkip("the schema has no setting of the format hookswitch-secret") }

    let members = names.reduce(ConfigTests.base(run)) { ConfigTests.members($0, $1, .string("canary")) }
    let secrets = run.settings.secrets.merging(["canary": secret]) { $1 }
    let stage = try Stage(run, library, .full.with(secrets: secrets), config: JSONValue.object(members).text, loop: first.loop)
    try stage.bringUp()
    try stage.settle()
    stage.exercise()
    let written = texts(stage)
    try stage.tearDown()
    let crossed = String(decoding: FileBytes.read(trace) ?? [], as: UTF8.self)
    for (place, text) in written + [("a report to the host", crossed)] where text.contains(secret) {
      throw TestFailure("the value of the secret is in \(place)")
    }
    guard crossed.contains(HostFunction.getSecret.rawValue) else {
      throw TestSkip("the plugin never requested the secret that its configuration names")
    }
  }

  /// Returns all texts that an instance lets out, with the place of each.
  private static func texts(_ stage: Stage) -> [(place: String, text: String)] {
    let ledger = stage.near.ledger
    var texts = ledger.log.map { ("a log line: \($0.prefix(20))…", $0) }
    let faults =
      ledger.calls.values.map(\.endFault) + ledger.lines.map(\.fault)
      + ledger.actions.values.map { if case .failed(let fault) = $0.state { fault } else { nil } }
    texts += faults.compactMap { $0 }.map { ("an error", $0.domain + $0.message) }
    texts += (ledger.restarts + [ledger.providerName ?? ""]).map { ("a report to the host", $0) }
    func add(_ place: String, _ read: () throws -> [UInt8]) {
      stage.attempt { texts.append((place, String(decoding: try read(), as: UTF8.self))) }
    }
    for level: UInt32 in 0...5 { add("diag.dump at level \(level)") { try stage.near.dump(level: level).bytes } }
    add("the state") { try stage.near.save().bytes }
    add("the schema") { try Array(stage.near.schema().text.utf8) }
    return texts
  }
}
