@testable import ConformanceKit
@testable import ConformanceReport
@testable import ConformanceSupervisor

/// A report with each status, and with text that the formats must escape.
enum SampleReport {
  static let waiver = Waiver(tests: "dtmf.*", reason: "the far end's digits are not heard yet # 12", expires: "2027-01-31")

  static func outcome(
    _ id: String, _ status: TestStatus, _ detail: String = "", rules: [String] = [], transcript: [String] = [], output: String = "",
    waiver: Waiver? = nil
  ) -> TestOutcome {
    TestOutcome(
      id: id, transport: "org.example.x", repetition: 1, status: status, detail: detail, warnings: [], title: "Shows \(id)", rules: rules,
      seed: 7, milliseconds: 12, transcript: transcript, output: output, before: nil, after: nil, waiver: waiver)
  }

  static let outcomes = [
    outcome("load.elf-sane", .pass),
    outcome("load.scan-time", .warn, "load took 300 ms"),
    outcome("action.answer", .fail, "no ACTIVE <& \"done\"\u{1B}[31m", rules: ["HSW-R-031"], transcript: ["> calls.answer #1"]),
    outcome("action.end", .crash, "SIGSEGV in calls.end (loop), 3rd call", output: "assert: x < y\n"),
    outcome("action.start", .timeout, "in calls.start (loop), 1st call, ended after 10.0 s"),
    outcome("hold.roundtrip", .skip, "no extension org.hookswitch.hold # at all"),
    outcome("dtmf.all", .fail, "# was dropped", waiver: waiver),
    outcome("transfer.blind", .error, "no peer"),
  ]

  static var value: ConformanceReport {
    let plugin = PluginIdentity(file: "/lib/x.so", sha256: "0123456789abcdef", transports: [.init(id: "org.example.x", version: "1.2.0")])
    var report = ConformanceReport(plugin: plugin, level: .call, seed: 7)
    report.kitVersion = "0.1.0"
    report.outcomes = outcomes
    report.absent = [AbsentTest("media.formats", "Shows formats", waitingFor: "the audio extension")]
    report.waivers = [waiver]
    report.unmetGroups = ["mute"]
    report.milliseconds = 1234
    return report
  }
}
