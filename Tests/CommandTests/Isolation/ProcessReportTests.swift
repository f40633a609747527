import StrictJSON
import Testing

@testable import Hookswitch
@testable import HookswitchCLI

@Suite("The command processes of hookswitch run")
struct ProcessReportTests {
  @Test("processes prints the processes of transports")
  func processes() throws {
    var rig = RunRig()
    rig.type("processes")
    guard case .answer(let answer)? = rig.told.last?.body else { throw CancellationError() }
    #expect(answer.processes?.text == "no processes: all transports run inside")
    var report = ProcessReport()
    report.processes = [
      .init(
        process: "org.example.x", pid: 12, transport: "org.example.x", version: "1.0", providers: ["a", "b"], calls: 2, state: "running",
        memory: 900, restarts: 1, sandbox: "off", limits: "memory 64 MiB, 64 files"),
      .init(
        process: "lab", transport: "org.example.x", version: "1.0", providers: ["c"], calls: 0, state: "starting", restarts: 0,
        sandbox: "off", limits: "memory 64 MiB, 64 files, 9 threads; the limit threads does not apply: so"),
    ]
    #expect(
      report.text == """
        org.example.x (12)  running  org.example.x 1.0; a, b; 2 calls; 900 KiB; 1 restart; sandbox off; limits: memory 64 MiB, 64 files
        lab  starting  org.example.x 1.0; c; 0 calls; sandbox off; \
        limits: memory 64 MiB, 64 files, 9 threads; the limit threads does not apply: so
        """)
  }

  @Test("A process without a pid and without memory has neither in the answer")
  func absent() {
    let json = JSONValue.object(of: [
      "process": "lab", "pid": 0, "transport": "org.example.x", "version": "1.0", "providers": .strings(["c"]), "calls": 0,
      "state": "starting", "memoryKB": 0, "restarts": 0, "sandbox": "off", "limits": "none",
    ])
    let process = ProcessReport.Process(json: json)
    #expect(process.pid == nil && process.memory == nil && process.providers == ["c"] && process.calls == 0)
    #expect(process.state == "starting" && process.sandbox == "off" && process.limits == "none")
  }
}
