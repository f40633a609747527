import Glibc
import Testing

@testable import TransportLoader

/// A call of another provider, which no fault may touch.
struct Neighbour {
  let stage: IsolatedStage
  let call: CallHandle

  init() throws {
    stage = try IsolatedStage()
    call = stage.dial("plain").call
    #expect(stage.recorder.wait(for: "active"))
  }

  /// True when the call is up and can be held and resumed.
  var isUp: Bool {
    let before = stage.recorder.texts.filter { $0 == "done" }.count
    stage.instance.request(.setHeld(true), of: call, deadlineMilliseconds: 1000)
    stage.instance.request(.setHeld(false), of: call, deadlineMilliseconds: 1000)
    return stage.recorder.wait { words in words.filter { $0.text == "done" }.count == before + 2 } && stage.instance.callCount == 1
  }
}

/// A fixture with faults on demand, in a process of its own.
struct FaultStage {
  let stage: IsolatedStage
  let pid: Int32?
  private let held: WeakLink

  /// Keeps no connection alive.
  private final class WeakLink {
    weak var link: RunnerLink?
    init(_ link: RunnerLink?) { self.link = link }
  }

  /// - Parameter forging: frames that a call to "forge" writes, as `Fixtures/forge.h` reads them.
  init(armed: String = "", forging: String? = nil, patience: UInt32 = 2000) throws {
    let forge = forging.map { ["FORGE=\"\($0)\""] } ?? []
    stage = try IsolatedStage(defines: ["NOTE", "FAULTS", "ARMED=\"\(armed)\""] + forge, patience: patience)
    pid = stage.transport.runnerPID
    held = WeakLink((stage.transport.module.seat as? RunnerSeat)?.link)
  }

  var texts: [String] { stage.recorder.texts }

  /// Dials the fault, and runs the armed function; returns the number of calls then.
  func run(_ kind: String, _ act: FaultTests.Act) throws -> Int {
    let (_, call) = stage.dial(kind)
    switch act {
    case .none: return 1
    case .hold:
      #expect(stage.recorder.wait(for: "active"))
      stage.instance.request(.setHeld(true), of: call, deadlineMilliseconds: 1000)
    case .end:
      #expect(stage.recorder.wait(for: "active"))
      stage.instance.request(.end(.hangup), of: call, deadlineMilliseconds: 1000)
    case .digits:
      #expect(stage.recorder.wait(for: "active"))
      stage.instance.request(.play("1", kind: 1), of: call, deadlineMilliseconds: 1000)
    case .timer:
      #expect(stage.recorder.wait(for: "active"))
      stage.dial("timer")
      return 2
    case .answer:
      #expect(stage.ask { $0.peerCall(stage.handle("5550123"), $1) }?.status == 0)
      #expect(stage.recorder.wait(for: "incoming"))
      let incoming = stage.recorder.words.compactMap { word in
        if case .incoming(let call, _, _, _) = word { call.handle } else { nil }
      }
      stage.instance.request(.answer, of: try #require(incoming.first), deadlineMilliseconds: 1000)
      return 2
    }
    return 1
  }

  /// Waits for the loss.
  func loss() throws -> String {
    #expect(stage.recorder.wait(for: "lost"), "\(texts.suffix(5))")
    return try #require(texts.last { $0.hasPrefix("lost") })
  }

  /// Waits until nothing is left of the process: neither itself nor its descriptors and memory here.
  ///
  /// A loss was its last word, and came once.
  func isGone() throws {
    try awaitThat(10) { (pid.map { kill($0, 0) != 0 } ?? true) && held.link == nil }
    let texts = texts
    if let loss = texts.firstIndex(where: { $0.hasPrefix("lost") }) { #expect(loss == texts.count - 1, "\(texts.suffix(5))") }
  }

  /// Makes the transport anew.
  func comesBack() throws {
    let recorder = Recorder()
    let instance = try TransportInstance(stage.transport, settings: stage.settings, sink: recorder)
    instance.begin()
    #expect(recorder.wait(for: "line"))
    #expect(stage.transport.runnerPID != pid)
    instance.close()
    #expect(recorder.wait(for: "closed"))
  }
}

/// Waits until something is so, for events that give no sign; throws after `seconds`.
func awaitThat(_ seconds: Int, _ isSo: () -> Bool) throws {
  let happened = happens(within: seconds, isSo)
  try #require(happened, "it did not happen in \(seconds) s")
}

/// Waits until something is so; false after `seconds`.
func happens(within seconds: Int, _ isSo: () -> Bool) -> Bool {
  let limit = ContinuousClock.now + .seconds(seconds)
  while !isSo() {
    guard ContinuousClock.now < limit else { return false }
    sched_yield()
  }
  return true
}
