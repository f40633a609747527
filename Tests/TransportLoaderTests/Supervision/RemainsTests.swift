import CallControl
import Foundation
import Glibc
import Testing

@testable import TransportLoader

/// Each fault of docs/isolation.md beside a call of another provider: the call stays up and can be held and resumed, and once the fault's
/// process is gone this one holds what it held before.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built"), .serialized) struct RemainsTests {
  /// A fault, from its stage to the end of its process.
  struct Deed: Sendable {
    let faults: ClosedRange<Int>
    let name: String
    let perform: @Sendable () async throws -> Void

    init(_ faults: ClosedRange<Int>, _ name: String, _ perform: @escaping @Sendable () async throws -> Void) {
      (self.faults, self.name, self.perform) = (faults, name, perform)
    }
  }

  static let deeds = crashes + ends + limits + floods + starts + upgrades

  /// A fault that ends its process.
  private static func loss(
    _ faults: ClosedRange<Int>, _ kind: String, _ act: FaultTests.Act = .none, patience: UInt32 = 2000
  ) -> Deed {
    Deed(faults, kind) {
      let stage = try FaultStage(patience: patience)
      _ = try stage.run(kind, act)
      _ = try stage.loss()
      try stage.isGone()
    }
  }

  /// A fault after which its process goes on with another call.
  private static func endured(_ faults: ClosedRange<Int>, _ kind: String) -> Deed {
    Deed(faults, kind) {
      let stage = try FaultStage(patience: 30_000)
      _ = try stage.run(kind, .none)
      #expect(stage.stage.recorder.wait(for: "active"))
      stage.stage.dial("plain")
      #expect(stage.stage.recorder.wait { $0.filter { $0.text == "active" }.count == 2 })
      stage.stage.close()
      try stage.isGone()
    }
  }

  private static let crashes: [Deed] =
    ["segv", "abort", "trap", "overflow"].map { loss(1...4, "arm set_held " + $0, .hold) } + [
      loss(5...9, "segv"), loss(5...9, "arm end segv", .end), loss(5...9, "arm play segv", .digits),
      loss(5...9, "arm answer segv", .answer),
      loss(5...9, "arm timer segv", .timer),
    ]
    + [(10, "tick-crashes"), (11, "attach-crashes"), (11, "formats-crashes")].map { fault, handle in
      Deed(fault...fault, handle) {
        let stage = try IsolatedStage(defines: ["NOTE", "AUDIO"])
        let call = stage.connected(handle)
        let sound = SharedSound(try stage.region())
        if handle == "formats-crashes" { _ = stage.formats(of: call) } else { _ = stage.attach(call, sound.rings) }
        #expect(stage.recorder.wait(for: "lost: SIGSEGV"))
        #expect(stage.detach(call) == .free)
      }
    } + [
      Deed(12...12, "init segv") {
        let stage = try FaultStage(armed: "init segv")
        _ = try stage.loss()
      },
      Deed(13...13, "destroy segv") {
        let stage = try FaultStage(armed: "destroy segv")
        stage.stage.close()
        try stage.isGone()
      },
    ]

  private static let ends: [Deed] =
    ["early heap", "exit 0", "exit 7", "_exit 9"].map { loss(14...15, $0) } + [
      loss(16...16, "hang", patience: 300), loss(17...17, "hang blocked", patience: 300), loss(18...18, "stop", patience: 300),
      loss(22...22, "close"),
    ] + ["scribble", "scribble heads", "scribble for ever", "rubbish"].map { loss(23...26, $0) } + [
      Deed(31...32, "signals to the host, and a child") {
        var needs = RunnerNeeds()
        needs.programs = true
        let stage = try IsolatedStage(defines: ["NOTE", "SANDBOX"], needs: needs)
        for words in ["term \(getpid())", "trace \(getpid())", "fork 600"] { stage.dial("try " + words) }
        #expect(stage.recorder.wait { $0.filter { $0.text.hasPrefix("log tried") }.count == 3 })
        kill(try #require(stage.transport.runnerPID), SIGKILL)
        #expect(stage.recorder.wait(for: "lost"))
      },
      Deed(33...33, "the death of what the runner takes for its host") {
        let orphanage = try OrphanTests.Orphanage()
        kill(orphanage.shell, SIGKILL)
        #expect(orphanage.stage.recorder.wait(for: "lost"))
        try awaitThat(10) { OrphanTests.isGone(orphanage.runner) }
        unlink(orphanage.farewell)
      },
      Deed(37...37, "three losses") {
        let stage = try IsolatedStage()
        var (instance, recorder) = (stage.instance, stage.recorder)
        for _ in 0..<3 {
          kill(try #require(stage.transport.runnerPID), SIGKILL)
          #expect(recorder.wait(for: "lost"))
          recorder = Recorder()
          instance = try TransportInstance(stage.transport, settings: stage.settings, sink: recorder)
          instance.begin()
          #expect(recorder.wait(for: "line"))
        }
        instance.close()
        #expect(recorder.wait(for: "closed"))
      },
      Deed(45...45, "a secret that no setting names") {
        let stage = try IsolatedStage(defines: ["NOTE", "SERVICES"], secrets: SecretStore(folder: nil) { _ in "4711" })
        stage.dial("secret")
        #expect(stage.recorder.wait { $0.filter { $0.text.hasPrefix("dtmf") }.count == 3 })
        stage.close()
      },
    ]

  private static let limits: [Deed] = [
    Deed(19...19, "a thread that spins") {
      let stage = try FaultStage()
      _ = try stage.run("spin", .none)
      #expect(stage.stage.recorder.wait(for: "active"))
      stage.stage.close()
      try stage.isGone()
    },
    Deed(20...20, "memory without end") {
      var limits = RunnerLimits()
      limits.memoryMegabytes = 128
      let stage = try IsolatedStage(limits: limits)
      stage.dial("hoard")
      #expect(stage.recorder.wait(for: "lost"))
    },
    Deed(21...21, "descriptors and threads without end") {
      var limits = RunnerLimits()
      (limits.files, limits.threads) = (64, 32)
      let stage = try IsolatedStage(defines: ["NOTE", "SANDBOX"], limits: limits)
      stage.dial("open")
      #expect(stage.recorder.wait(for: "failed -8"))
      stage.dial("try threads")
      #expect(stage.recorder.wait { $0.contains { $0.text.hasPrefix("log tried") } })
      stage.close()
    },
  ]

  private static let floods: [Deed] = [
    endured(27...27, "incoming 40000"), loss(27...27, "updates 4000000"), endured(28...28, "logs 40000"),
    endured(28...28, "prints 40000"),
    loss(29...29, "wakes"), endured(30...30, "strangers 900"), loss(30...30, "strangers 10000"),
  ]

  /// The process begins again under other conditions.
  private static func start(_ fault: Int, _ name: String, _ reason: String, _ change: @escaping @Sendable (IsolatedStage) throws -> Void)
    -> Deed
  {
    Deed(fault...fault, name) {
      let helper = try #require(IsolatedStage.helper)
      let stage = try IsolatedStage(runner: "exec '\(helper)' \"$@\"")
      stage.dial("plain")
      #expect(stage.recorder.wait(for: "active"))
      try change(stage)
      kill(try #require(stage.transport.runnerPID), SIGKILL)
      #expect(stage.recorder.wait(for: "lost"))
      let recorder = Recorder()
      let instance = try TransportInstance(stage.transport, settings: stage.settings, sink: recorder)
      instance.begin()
      #expect(recorder.wait(for: "lost"))
      #expect(recorder.texts.last?.contains(reason) == true, "\(recorder.texts)")
    }
  }

  private static let starts: [Deed] = [
    start(34, "a helper of another kind", "code 2") { stage in
      #expect(IsolatedStage.write("#!/bin/bash\nexit 2\n", to: stage.workshop.folder + "/helper"))
    },
    start(35, "no process", "the system gives no process") { stage in unlink(stage.workshop.folder + "/helper") },
    start(36, "another library", "identity") { stage in
      rename(try stage.workshop.compile("new", defines: ["NOTE"], flags: ["-O1"]), stage.workshop.folder + "/fixture.so")
    },
  ]

  /// An upgrade of which something becomes; the provider has a call.
  private static func upgrade(
    _ fault: Int, _ name: String, old: [String] = [], new: [String] = [],
    _ end: @escaping @Sendable (UpgradeStage, String) async throws -> Void
  ) -> Deed {
    Deed(fault...fault, name) {
      let stage = try UpgradeStage(defines: old, patience: 500)
      stage.dial("5550100")
      #expect(await stage.wait(for: "connected"))
      try await end(stage, try stage.version("1.3.0", new))
      // A delegate ends its instance, and the process with it.
      await withCheckedContinuation { ended in stage.delegate.close { ended.resume() } }
    }
  }

  private static let upgrades: [Deed] =
    [(38, "TAKE=return HSW_E_NOTSUP"), (39, "TAKE=raise(SIGSEGV)"), (40, "TAKE=for(;;)pause()")].map { fault, define in
      upgrade(fault, define, new: [define]) { stage, file in
        let refusal = try await stage.refusal(of: file)
        #expect(!refusal.isEmpty)
        stage.hold()
        #expect(await stage.wait(for: "fulfilled setHeld"))
      }
    } + [
      upgrade(41, "garbage") { stage, _ in
        let refusal = try await stage.refusal(of: stage.workshop.write("garbage.so", "not a library"))
        #expect(!refusal.isEmpty)
      },
      upgrade(42, "GIVE=raise(SIGSEGV)", old: ["GIVE=raise(SIGSEGV)"]) { stage, file in
        let refusal = try await stage.refusal(of: file)
        #expect(refusal.contains("SIGSEGV in handover.give"))
        #expect(await stage.wait(for: "lost"))
      },
      upgrade(43, "SETTLE=raise(SIGSEGV)", old: ["SETTLE=raise(SIGSEGV)"]) { stage, file in
        let report = try await stage.upgrade(to: file)
        #expect(report.way == .calls)
      },
    ]

  /// In a process of its own, so that nothing else opens descriptors or starts children.
  @Test(.timeLimit(.minutes(15))) func eachFaultLeavesAnothersCallAndWhatThisProcessHeld() async {
    await #expect(processExitsWith: .success) {
      let neighbour = try Neighbour()
      // The first ones make what stays: threads for waiting, the keeper's, buffers.
      for deed in Self.deeds.filter({ [1, 10, 27, 42].contains($0.faults.lowerBound) }) { try await deed.perform() }
      try awaitThat(10) { (try? Census().channels) == 1 }
      let before = try Census()
      for deed in Self.deeds {
        do {
          try await deed.perform()
          var now = before
          try awaitThat(10) {
            guard let found = try? Census() else { return false }
            now = found
            return now.descriptors <= before.descriptors && now.channels <= before.channels && now.regions <= before.regions
              && now.children <= before.children && now.groups <= before.groups && now.memory <= before.memory + 64
          }
          #expect(neighbour.isUp, "\(deed.name)")
        } catch {
          let now = try Census()
          Issue.record("\(deed.faults) \(deed.name): \(error); before \(before), now \(now)")
        }
      }
    }
  }
}
