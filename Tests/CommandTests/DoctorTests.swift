import Foundation
import Testing
import TransportLoader

@testable import HookswitchCLI

@Suite("hookswitch doctor")
struct DoctorTests {
  /// The output of `doctor --json`.
  struct Diagnosis: Decodable {
    struct Finding: Decodable {
      var topic: String
      var level: String
      var text: String
      var advice: String?
    }
    var version: String
    var findings: [Finding]

    /// Returns the levels of the findings on that topic that mention `text`.
    func levels(_ topic: String, mentioning text: String) -> [String] {
      findings.filter { $0.topic == topic && $0.text.contains(text) }.map(\.level)
    }
  }

  private func diagnose(_ arguments: [String], environment: [String: String] = [:]) async throws -> Diagnosis {
    let outcome = try await BuiltCommand.run(["doctor", "--json"] + arguments, environment: environment)
    let diagnosis = try JSONDecoder().decode(Diagnosis.self, from: Data(outcome.output.utf8))
    #expect(outcome.exitCode == (diagnosis.findings.contains { $0.level == "error" } ? 1 : 0))
    #expect(outcome.complaint.isEmpty)
    for finding in diagnosis.findings where ["error", "warning"].contains(finding.level) {
      #expect(finding.advice?.isEmpty == false, "\(finding.text)")
    }
    return diagnosis
  }

  @Test("A good folder and a good transport have no findings")
  func goodFolder() async throws {
    let folder = try PluginFolder()
    defer { folder.scratch.remove() }
    try await folder.compile("good.so")
    let diagnosis = try await diagnose(["--transport-path", folder.path])
    #expect(diagnosis.levels("search path", mentioning: folder.path) == ["ok"])
    #expect(diagnosis.levels("transports", mentioning: folder.path + "/good.so") == ["ok"])
    #expect(!FileManager.default.fileExists(atPath: folder.trace))
  }

  @Test("A folder that others can write to is an error, and so are the files in it")
  func writableFolder() async throws {
    let folder = try PluginFolder()
    defer { folder.scratch.remove() }
    try await folder.compile("good.so")
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    let diagnosis = try await diagnose(["--transport-path", folder.path])
    #expect(diagnosis.levels("search path", mentioning: folder.path) == ["error"])
    #expect(diagnosis.levels("transports", mentioning: folder.path + "/good.so") == ["error"])
    #expect(diagnosis.findings.contains { $0.advice == "chmod go-w \(folder.path)" })
  }

  @Test("A missing folder from the environment is a warning")
  func missingFolder() async throws {
    let diagnosis = try await diagnose([], environment: ["HOOKSWITCH_TRANSPORT_PATH": "/nowhere/at/all"])
    #expect(diagnosis.levels("search path", mentioning: "/nowhere/at/all") == ["warning"])
  }

  @Test("A missing toolchain is a note, since only building needs one; one that is too old is a warning")
  func toolchains() async throws {
    let folder = try PluginFolder()
    defer { folder.scratch.remove() }
    let none = try await diagnose([], environment: ["PATH": folder.path])
    #expect(none.levels("toolchain", mentioning: "no Swift toolchain") == ["note"])
    #expect(none.levels("toolchain", mentioning: "no C compiler") == ["note"])

    for (version, level) in [("5.10", "warning"), ("6.2.1", "warning"), ("6.3", "ok"), ("7.0-dev", "ok")] {
      // A child writes the program: if this process did, a child that another test starts meanwhile could hold it open for writing, and
      // the program could not run.
      let swift = folder.scratch.url.appendingPathComponent("swift")
      let script = "printf '#!/bin/sh\\necho \"Swift version \(version) (release)\"\\n' >'\(swift.path)'; chmod 755 '\(swift.path)'"
      let writer = try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", script])
      writer.waitUntilExit()
      let found = try await diagnose([], environment: ["PATH": folder.path])
      #expect(found.levels("toolchain", mentioning: "in \(swift.path)") == [level], "\(version)")
    }
  }

  @Test("A missing library that a transport needs is a warning that names both")
  func missingLibrary() async throws {
    let folder = try PluginFolder()
    defer { folder.scratch.remove() }
    try await folder.compile("libneeded-by-test.so", note: false)
    try await folder.compile("good.so", linkingTo: "needed-by-test")
    #expect(try await diagnose(["--transport-path", folder.path]).levels("libraries", mentioning: "libneeded-by-test.so").isEmpty)
    try FileManager.default.removeItem(atPath: folder.path + "/libneeded-by-test.so")
    let diagnosis = try await diagnose(["--transport-path", folder.path])
    #expect(diagnosis.levels("libraries", mentioning: "org.example.small needs libneeded-by-test.so") == ["warning"])
  }

  @Test("Each gap in the sandbox of a kernel is a warning with advice, and each transport's needs are told")
  func sandbox() {
    let old = IsolationCheck(kernel: SandboxKernel(landlock: 0, hasFilter: false)).findings()
    #expect(old.filter { $0.level == .warning && $0.text.hasPrefix("the kernel has no ") && $0.advice != nil }.count == 2)
    #expect(!old.contains { $0.text.contains("for their sandbox") })
    let new = IsolationCheck(kernel: SandboxKernel(landlock: 7, hasFilter: true)).findings()
    #expect(new.contains { $0.level == .ok && $0.text == "the kernel has for their sandbox: landlock 7, seccomp" })
  }

  @Test("Limits that need a control group are told with the reason why they do not apply, and with their group where they do")
  func groups() {
    var groups = ControlGroups()
    groups.troubles = [.pids: "/sys/fs/cgroup is mounted read-only"]
    groups.places = [.cpu: .init(version: 2, folder: "/sys/fs/cgroup/phone")]
    let findings = IsolationCheck(groups: groups).findings().filter { $0.text.hasPrefix("the limit ") }
    #expect(findings.map(\.level) == [.note, .ok])
    #expect(
      findings.map(\.text) == [
        "the limit threads does not apply: /sys/fs/cgroup is mounted read-only",
        "the limit cpu-percent applies, by control groups of version 2 in /sys/fs/cgroup/phone",
      ])
  }

  @Test("The topic isolation has the helper that runs transports, and the kernel's features")
  func isolation() async throws {
    let diagnosis = try await diagnose([])
    #expect(diagnosis.levels("isolation", mentioning: "can run in processes of their own, by") == ["ok"], "\(diagnosis.findings)")
    for feature in ["memfd_create", "pidfd_open", "eventfd"] { #expect(diagnosis.levels("isolation", mentioning: feature) == ["ok"]) }
    let kernel = SandboxKernel.current
    #expect(diagnosis.levels("isolation", mentioning: "sandbox: \(kernel.layers)") == (kernel.layers == "none" ? [] : ["ok"]))
    for gap in kernel.gaps { #expect(diagnosis.levels("isolation", mentioning: gap) == ["warning"]) }
  }

  @Test("The report for people agrees with the JSON, finding by finding")
  func reportForPeople() async throws {
    let folder = try PluginFolder()
    defer { folder.scratch.remove() }
    try await folder.compile("good.so")
    let home = ["HOME": folder.path]
    let text = try await BuiltCommand.run(["doctor", "--transport-path", folder.path], environment: home).output
    for finding in try await diagnose(["--transport-path", folder.path], environment: home).findings {
      #expect(text.contains("\(finding.level) ") && text.contains(finding.text), "\(finding) in \(text)")
      if let advice = finding.advice { #expect(text.contains("advice: " + advice)) }
    }
  }
}
