import CallControl
import Foundation
import Glibc
import Testing
import TransportABI

@testable import TransportLoader

/// Transfers, deflect, state, counters and secrets, with a real shared object.
@Suite struct ServiceTests {
  private func stage(_ secrets: SecretStore = SecretStore(folder: nil, variable: nil), patience: UInt32 = 2000) throws -> Stage {
    try Stage(defines: ["NOTE", "SERVICES"], patience: patience, secrets: secrets)
  }

  private func connected(_ stage: Stage, _ handle: String = "5550100") -> CallHandle {
    let (_, call) = stage.dial(handle)
    #expect(stage.recorder.wait(for: "active"))
    return call
  }

  private func somebody(_ handle: String) -> TransportCallInfo {
    var info = TransportCallInfo()
    info.handleKind = "tel"
    info.handle = handle
    return info
  }

  @Test(arguments: [
    ("5", ["done", "ended local"]), ("progress", ["transfer 180 Ringing", "done", "ended local"]), ("refuse", ["failed -8"]),
  ])
  func aCallIsHandedToSomebody(handle: String, expected: [String]) throws {
    let stage = try stage()
    let call = connected(stage)
    let heard = stage.recorder.texts.count
    stage.instance.request(.transfer(to: somebody(handle)), of: call, deadlineMilliseconds: 1000)
    #expect(stage.recorder.wait { $0.count >= heard + expected.count })
    #expect(stage.recorder.texts.dropFirst(heard) == expected[...])
    // Progress of an action that never existed.
    #expect(stage.instance.misbehaviour == TransportMisbehaviour(strange: handle == "progress" ? 1 : 0))
    stage.close()
  }

  @Test(arguments: [("5", ["done", "ended local"]), ("refuse", ["failed -8"])])
  func aCallThatRingsIsSentOn(handle: String, expected: [String]) throws {
    let stage = try stage()
    stage.instance.peerCall(somebody("5550123")) { #expect($0.status == HSW_OK) }
    #expect(stage.recorder.wait(for: "incoming 5550123"))
    guard case .incoming(let name, _, _, _)? = stage.recorder.words.last else { return }
    let heard = stage.recorder.texts.count
    stage.instance.request(.deflect(to: somebody(handle)), of: name.handle, deadlineMilliseconds: 1000)
    #expect(stage.recorder.wait { $0.count >= heard + expected.count })
    #expect(stage.recorder.texts.dropFirst(heard) == expected[...])
    #expect(stage.instance.misbehaviour.total == 0)
    stage.close()
  }

  @Test func twoCallsAreConnectedWithEachOther() throws {
    let stage = try stage()
    let (one, two) = (connected(stage), connected(stage))
    stage.instance.request(.connect(with: two), of: one, deadlineMilliseconds: 1000)
    #expect(stage.recorder.wait { $0.filter { $0.text == "ended local" }.count == 2 })
    #expect(stage.instance.callCount == 0 && stage.instance.misbehaviour.total == 0)
    stage.close()
  }

  @Test func theFarEndAsksAndHearsWhatTheHostDecides() throws {
    let stage = try stage()
    let call = connected(stage)
    stage.instance.peerOrder(call, HSW_ORDER_ASK_TRANSFER, "555") { #expect($0.status == HSW_OK) }
    #expect(stage.recorder.wait(for: "asks for 555"))
    stage.instance.peerOrder(call, HSW_ORDER_ASK_TRANSFER, "") { #expect($0.status == HSW_E_INVAL) }
    stage.instance.peerOrder(CallHandle(rawValue: 4711), HSW_ORDER_ASK_TRANSFER, "555") { #expect($0.status == HSW_E_NOCALL) }
    stage.instance.decideTransfer(call, isAccepted: true)
    stage.instance.decideTransfer(call, isAccepted: false)
    stage.instance.decideTransfer(call, isAccepted: false, TransportFault(code: -1, domain: "x", message: "no"))
    #expect(stage.recorder.wait(for: "dtmf 0*"))
    #expect(stage.recorder.texts.suffix(3) == ["dtmf 1", "dtmf 0", "dtmf 0*"])
    #expect(stage.instance.misbehaviour == TransportMisbehaviour(strange: 1, malformed: 1))
    stage.close()
  }

  @Test func whatIsSavedComesBackAndAnythingElseIsRefused() throws {
    let stage = try stage()
    func load(_ text: String) -> Int32? {
      stage.answer { answer in stage.instance.loadState(Array(text.utf8)) { answer($0?.code ?? 0) } }
    }
    func save() -> String? {
      stage.answer { answer in
        stage.instance.saveState { answer((try? $0.get()).map { String(decoding: $0, as: UTF8.self) } ?? "none") }
      }
    }
    #expect(load("v1:77") == HSW_OK && save() == "v1:77")
    for bad in ["", "v2:78", "v1", String(repeating: "x", count: 100_000)] { #expect(load(bad) == HSW_E_INVAL) }
    #expect(save() == "v1:77")
    stage.close()
    #expect(save() == "none" && load("v1:1") == HSW_E_STATE, "an instance that is gone answers at once")
  }

  @Test(arguments: [(1, "{\"of\":1,\"level\":1}"), (99, "failed -2"), (97, "failed -12")])
  func countersAreToldOrNot(level: Int, expected: String) throws {
    let stage = try stage()
    #expect(told(stage, connected(stage), level) == expected)
    stage.close()
  }

  private func told(_ stage: Stage, _ call: CallHandle, _ level: Int) -> String? {
    stage.answer { answer in
      stage.instance.diagnostics(of: call, level: UInt32(level)) { result in
        switch result {
        case .success(let text): answer(text)
        case .failure(let fault): answer("failed \(fault.code)")
        }
      }
    }
  }

  @Test func whoWaitsForATransportThatHangsIsAnswered() throws {
    let stage = try stage(patience: 50)
    #expect(told(stage, .none, 98) == "failed -4")
    #expect(stage.recorder.wait(for: "lost: diag.dump did not return in time"))
  }

  @Test func aTransportWithoutThemSaysSo() throws {
    let stage = try Stage()
    #expect(told(stage, .none, 1) == "failed -3")
    stage.instance.request(.transfer(to: somebody("5")), of: connected(stage), deadlineMilliseconds: 1000)
    #expect(stage.recorder.wait(for: "failed -3"))
    stage.close()
  }

  // MARK: secrets

  @Test func aSecretComesLaterOnTheLoopAndNeverInALog() throws {
    let stage = try stage(SecretStore(folder: nil) { $0 == "HOOKSWITCH_SECRET_FIXTURE_PIN" ? "4711" : nil })
    stage.dial("secret")
    #expect(stage.recorder.wait { $0.filter { $0.text.hasPrefix("dtmf") }.count == 3 })
    let texts = stage.recorder.texts
    // The second name leads to another folder, and the third is not a string, which fails at once.
    #expect(texts.filter { $0.hasPrefix("dtmf") } == ["dtmf D", "dtmf 4711", "dtmf A"])
    #expect(texts.contains { $0.hasPrefix("log secret: \"../fixture-pin\" is not a secret's name") })
    #expect(!texts.contains { $0.hasPrefix("log") && $0.contains("4711") })
    stage.close()
  }

  @Test func aSecretThatIsAskedForIsAnsweredBeforeTheEnd() throws {
    let stage = try stage(SecretStore(folder: nil) { _ in "4711" })
    stage.dial("secret")
    stage.close()
    #expect(stage.recorder.texts.contains("dtmf 4711"))
  }

  @Test func aFileIsReadOnlyIfNobodyElseCan() throws {
    let workshop = try Workshop()
    let store = SecretStore(folder: workshop.folder, variable: nil)
    func found(_ name: String) -> String {
      do throws(SecretStore.Failure) { return try store.secret(name) } catch { return "\(error.code.rawValue)" }
    }
    let path = try workshop.write("sip.password-1", "hunter2\n")
    for (mode, expected) in [(0o600, "hunter2"), (0o400, "hunter2"), (0o640, "-14"), (0o604, "-14"), (0o660, "-14")] {
      chmod(path, mode_t(mode))
      #expect(found("sip.password-1") == expected, "mode \(String(mode, radix: 8))")
    }
    for (name, text) in [("empty", ""), ("line", "\n"), ("binary", "a\0b"), ("long", String(repeating: "x", count: 70_000))] {
      chmod(try workshop.write(name, text), 0o600)
      #expect(found(name) == "-1")
    }
    symlink(path, workshop.folder + "/link")
    mkdir(workshop.folder + "/folder", 0o700)
    for name in ["link", "folder", "none"] { #expect(found(name) == "-1") }
    for name in ["", "..", ".hidden", "a/b", "a b", "ä", String(repeating: "x", count: 129)] { #expect(found(name) == "-2") }
  }

  @Test func theSentenceSaysWhereASecretBelongs() {
    let store = SecretStore(folder: "/nowhere", variable: nil)
    let failure = #expect(throws: SecretStore.Failure.self) { try store.secret("sip-password") }
    #expect(failure?.sentence.contains("HOOKSWITCH_SECRET_SIP_PASSWORD") == true)
    #expect(failure?.sentence.contains("/nowhere/sip-password") == true)
  }
}
