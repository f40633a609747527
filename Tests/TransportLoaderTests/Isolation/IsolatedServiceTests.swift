import Testing
import TransportABI

@testable import TransportLoader

/// Saved state and signs of life across the process boundary.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built")) struct IsolatedServiceTests {
  @Test func savedStateComesBackAndAnythingElseIsRefused() throws {
    let stage = try IsolatedStage(defines: ["NOTE", "SERVICES"])
    func load(_ bytes: [UInt8]) -> Int32? { stage.answer { answer in stage.instance.loadState(bytes) { answer($0?.code ?? 0) } } }
    func save() -> String? {
      stage.answer { answer in
        stage.instance.saveState { answer((try? $0.get()).map { String(decoding: $0, as: UTF8.self) } ?? "none") }
      }
    }
    #expect(load(Array("v1:42".utf8)) == 0 && save() == "v1:42")
    #expect(load([]) == HSW_E_INVAL && load(Array("rubbish".utf8)) == HSW_E_INVAL && save() == "v1:42")
    #expect(load([UInt8](repeating: 7, count: 3 << 20)) == HSW_E_INVAL, "more than a frame or a ring holds")
    #expect(load([UInt8](repeating: 7, count: (16 << 20) + 1)) == HSW_E_RANGE)
    #expect(save() == "v1:42")
    stage.close()
    #expect(save() == "none" && stage.instance.misbehaviour.total == 0)
  }

  @Test func aTransportWithoutStateHasNone() throws {
    let stage = try IsolatedStage()
    let saved: Int32? = stage.answer { answer in
      stage.instance.saveState { if case .failure(let fault) = $0 { answer(fault.code) } else { answer(0) } }
    }
    #expect(saved == HSW_E_NOTSUP)
    stage.close()
  }

  @Test(arguments: [(["NOTE", "SERVICES"], "done"), (["NOTE"], "failed -3")])
  func aSignOfLifeIsAskedFor(defines: [String], answer: String) throws {
    let stage = try IsolatedStage(defines: defines)
    stage.instance.request(.ping, deadlineMilliseconds: 1000) { _ in }
    #expect(stage.recorder.wait(for: answer))
    stage.close()
  }

  /// Fault 45: the fixture asks for `fixture-pin`, for a name that is no name, and for bytes that are no text.
  @Test(arguments: [(#"{"list": [{"pin": "fixture-pin"}]}"#, true), (#"{"fixture-pin": "other"}"#, false), ("", false)])
  func onlyASecretThatASettingNamesIsServed(configuration: String, isServed: Bool) throws {
    let store = SecretStore(folder: nil) { _ in "4711" }
    let stage = try IsolatedStage(defines: ["NOTE", "SERVICES"], configuration: configuration, secrets: store)
    stage.dial("secret")
    #expect(stage.recorder.wait { $0.filter { $0.text.hasPrefix("dtmf") }.count == 3 }, "\(stage.recorder.texts)")
    let texts = stage.recorder.texts
    #expect(texts.filter { $0 == "dtmf 4711" }.count == (isServed ? 1 : 0), "\(texts)")
    let refusal = "log secret: it asked for the secret \"fixture-pin\", which none of its settings names"
    #expect(texts.contains(refusal) == !isServed, "\(texts)")
    stage.close()
  }
}
