import Testing

@testable import Hookswitch
@testable import HookswitchCLI

@Suite("The machine of hookswitch run")
struct RunMachineTests {
  @Test("A script's commands run one after another, and at its end calls are ended before it exits")
  func script() {
    var rig = RunRig()
    rig.type("dial p 5550100", "wait active", "hold", "resume")
    rig.take([.endOfInput])
    #expect(rig.answered == ["dial p 5550100", "wait active", "hold", "resume"])
    #expect(
      rig.happened == [
        "p ready", "c1 requested", "c1 dialing", "c1 active", "c1 held", "c1 active", "c1 ending", "c1 ended",
      ])
    #expect(rig.complaints.isEmpty)
    #expect(rig.left == 0)
  }

  @Test("Events from before a command are printed before its answer, even if the answer to the command before came first")
  func order() {
    var rig = RunRig()
    rig.type("dial p 5550100")
    rig.deaf = [.setHeld]
    rig.type("hold", "help")
    let world = RunWorld(newCall: { .fresh() })
    let held = RunInput.answered(rig.machine.askCount, .done)
    let news = RunInput.event(HostEvent(time: .zero, line: nil, body: .provider("p", .notReady)))
    let (effects, goesOn) = rig.machine.receive([held, news], at: .zero, world)
    let told = effects.compactMap { effect -> String? in
      guard case .tell(let event) = effect else { return nil }
      if case .answer(let answer) = event.body { return answer.command }
      if case .provider(let name, _, _) = event.body { return name.rawValue }
      return nil
    }
    #expect(told == ["hold", "notReady", "help"])
    #expect(goesOn)
  }

  @Test("quit ends calls and exits, and lines after it are not run")
  func quit() {
    var rig = RunRig()
    rig.type("dial p 1", "quit", "dial p 2")
    #expect(rig.answered == ["dial p 1", "quit"])
    #expect(rig.happened.last == "c1 ended")
    #expect(rig.left == 0)
  }

  @Test("A command waits for the one before: none runs while a hold is unanswered")
  func oneAfterAnother() {
    var rig = RunRig()
    rig.type("dial p 1")
    rig.deaf = [.setHeld]
    rig.type("hold", "end")
    #expect(rig.answered == ["dial p 1"])
    rig.advance(.seconds(15))
    #expect(rig.answered == ["dial p 1", "hold: failed, timedOut: the provider did not answer in time"])
    #expect(rig.complaints == ["hold: failed, timedOut: the provider did not answer in time"])
    #expect(rig.left == 1)
  }

  @Test(
    "The first command of a script that is invalid, refused or fails ends it with exit code 1",
    arguments: [
      ("hold", "hold: no call is active"), ("hodl", "hodl: unknown command hodl (did you mean hold?); help lists all commands"),
      ("dial q 1", "dial q 1: there is no provider q (did you mean p?); there are p"), ("end c7", "end c7: there is no call c7"),
      ("stats q", "stats q: there is no provider q (did you mean p?); there are p"),
      ("configure q {}", "configure q {}: there is no provider q (did you mean p?); there are p"),
      ("swap", "swap: refused, invalidAction: the call's state does not allow it"),
    ])
  func failures(_ line: String, _ complaint: String) {
    var rig = RunRig()
    rig.type(line, "dial p 1")
    #expect(rig.complaints == [complaint])
    #expect(rig.answered == [complaint])
    #expect(rig.left == 1)
  }

  @Test("A call is recorded and stopped by its name or as the newest; a failed recording ends a script")
  func recording() {
    var rig = RunRig()
    rig.type("dial p 1", "wait active", "record a.wav group", "stop c1", "record there.wav", "end")
    #expect(rig.answered.suffix(3) == ["record a.wav group", "stop c1", "record there.wav: it is there already"])
    #expect(rig.complaints == ["record there.wav: it is there already"])
    #expect(rig.left == 1)
  }

  @Test("stats asks the transport about the newest call, a call or a provider, and prints its text or the reason for none")
  func stats() throws {
    var rig = RunRig()
    rig.type("stats q")
    #expect(rig.complaints == ["stats q: there is no provider q (did you mean p?); there are p"])
    rig = RunRig()
    rig.type("dial p 1", "stats", "stats c1", "stats p")
    let texts = rig.told.compactMap { event in if case .answer(let answer) = event.body { answer.diagnosis } else { nil } }
    #expect(texts == [#"{"lost":0}"#, #"{"lost":0}"#])
    #expect(rig.complaints == ["stats p: p counts nothing"])
  }

  @Test("configure gives a provider's transport the settings as typed; a refusal ends a script, with the setting's path")
  func configure() {
    var rig = RunRig()
    rig.type("configure q {}")
    #expect(rig.complaints == ["configure q {}: there is no provider q (did you mean p?); there are p"])
    rig = RunRig()
    rig.type(#"configure p {"name": "A  B"}"#, "configure p {\"bad\": 1}")
    #expect(rig.configured == [#"{"name": "A  B"}"#])
    #expect(rig.answered.first == #"configure p {"name": "A  B"}"#)
    let texts = rig.told.compactMap { event in if case .answer(let answer) = event.body { answer.text } else { nil } }
    #expect(texts == ["p uses its new settings"])
    #expect(rig.complaints == [#"configure p {"bad": 1}: p keeps its settings: configuration: /bad is unknown"#])
    #expect(rig.left == 1)
  }

  @Test("audio prints the state of the audio")
  func audio() throws {
    var rig = RunRig()
    rig.type("audio")
    guard case .answer(let answer)? = rig.told.last?.body else { throw CancellationError() }
    #expect(answer.audio == AudioReport())
    #expect(answer.audio?.text.contains("has no audio") == true)
    var report = AudioReport()
    report.lines = [AudioReport.Line(line: "main", owners: ["p"], reason: "answered", seconds: 5, output: "Headphones", route: "headset")]
    report.engine = AudioReport.Engine(ticks: 250, late: 0, skipped: 0, legs: 2, groups: 1)
    #expect(
      report.text == """
        line main  p, answered 0:05 ago, to Headphones (headset)
        engine  2 legs in 1 groups, 250 ticks, 0 late, 0 skipped
        """)
  }

  @Test("route sends the sound to a device by its name and back again; a name that is unknown ends a script with the names that there are")
  func route() {
    var rig = RunRig()
    rig.type("dial p 1", "route Jabra Evolve 20", "route default", "route hdmi", "route headset")
    #expect(rig.routes.chosen == ["Jabra Evolve 20", nil])
    #expect(rig.complaints == ["route hdmi: line main has headset, Jabra Evolve 20"])
    #expect(rig.left == 1)
  }

  @Test("decline hands the reason and the text to the provider, for the newest that rings or the one that is named")
  func decline() {
    var rig = RunRig()
    _ = rig.ring("1")
    rig.type("decline busy")
    _ = rig.ring("2")
    rig.type("decline c2 busyEverywhere Back at five")
    #expect(rig.declines == [Decline(.busy), Decline(.busyEverywhere, text: "Back at five")])
    #expect(rig.happened.filter { $0.hasSuffix("ended") } == ["c1 ended", "c2 ended"])
    rig.type("decline politely")
    #expect(rig.complaints == ["decline politely: politely is not a call or a reason to decline: declined, busy, busyEverywhere"])
    #expect(rig.left == 1)
  }

  @Test("In interactive use errors end nothing and commands run side by side")
  func interactive() {
    var rig = RunRig(RunSettings(isInteractive: true))
    rig.type("hodl", "dial p 1")
    rig.deaf = [.setHeld]
    rig.type("hold", "mute", "calls")
    #expect(rig.complaints.count == 1)
    #expect(rig.answered.suffix(3) == ["dial p 1", "mute", "calls"])
    #expect(rig.left == nil)
    rig.take([.endOfInput])
    #expect(rig.left == 0)
  }

  @Test("Commands wait until every provider has reported its readiness, but not for ever")
  func start() {
    var slow = RunRig(isReady: false)
    slow.type("dial p 1")
    #expect(slow.answered.isEmpty)
    slow.standing(.ready)
    #expect(slow.answered == ["dial p 1"])
    var silent = RunRig(isReady: false)
    silent.type("calls")
    silent.advance(.seconds(3))
    #expect(silent.answered == ["calls"])
  }

  @Test("Settings that the transport refuses make a bad file: place, reason, exit code 2")
  func badSettings() {
    var rig = RunRig(isReady: false)
    rig.machine.providers[0].settings = "office.json: $.providers[0].settings"
    rig.type("dial p 1")
    let loss = ProviderLoss.lost(TransportError(code: -2, message: "create answered -2: /own-numbers/0 is empty"))
    rig.take([.event(HostEvent(time: rig.now, line: nil, body: .lost("p", loss)))])
    #expect(rig.complaints == ["office.json: $.providers[0].settings: create answered -2: /own-numbers/0 is empty"])
    #expect(rig.left == 2)
    // A crash is no refusal: the other providers go on.
    var crashed = RunRig(isReady: false)
    crashed.machine.providers[0].settings = "office.json: $.providers[0].settings"
    crashed.take([.event(HostEvent(time: .zero, line: nil, body: .lost("p", .lost(TransportError(message: "SIGSEGV in init")))))])
    #expect(crashed.complaints.isEmpty && crashed.left == nil)
    #expect(crashed.happened == ["p lost"])
    // P8: one of two instances is no loss of the provider.
    crashed.take([.event(HostEvent(time: .zero, line: nil, body: .lost("p", .calls([], TransportError(message: "SIGSEGV"), goesOn: true))))]
    )
    #expect(crashed.happened.filter { $0 == "p lost" }.count == 1)
  }

  // MARK: wait

  @Test("wait STATE returns at once when the newest call is in that state, or passed it during the command before")
  func waitForState() {
    var rig = RunRig()
    rig.type("dial p 1", "wait dialing", "wait active", "hold", "wait held", "wait held", "end", "wait ended")
    #expect(rig.answered.count == 8)
    #expect(rig.complaints.isEmpty)
  }

  @Test("wait considers only the newest call, unless one is named")
  func waitForNewest() {
    var rig = RunRig()
    rig.type("dial p 1", "dial p 2", "wait c1 held", "calls", "wait held")
    #expect(rig.answered.count == 4)
    rig.type("quit")
    rig.advance(.seconds(30))
    #expect(rig.answered.last == "wait held: held did not happen in time; c2 is active")
    #expect(rig.left == 1)
  }

  @Test("A call that is over is no longer the newest, except for the wait after a failed dial")
  func waitAfterEnd() {
    var rig = RunRig()
    rig.type("dial p 1", "dial p 2", "end", "wait active")
    #expect(rig.answered.count == 4)
    rig.answers = false
    rig.type("dial p 3")
    let call = rig.line.snapshot.calls[1].uuid
    rig.report(call, .ended(.remoteEnded, nil))
    #expect(rig.line.snapshot.calls.map(\.state) == [.active])
    rig.type("wait active 1")
    rig.advance(.seconds(1))
    #expect(rig.complaints == ["wait active 1: active did not happen in time; c3 is ended"])
  }

  @Test(
    "wait fails after 30 s, or after the given seconds, and prints the current state",
    arguments: [
      ("wait active", 30_000, "wait active: active did not happen in time; c1 is dialing"),
      ("wait incoming 2", 2_000, "wait incoming 2: incoming did not happen in time; c1 is dialing"),
    ])
  func waitEnds(_ line: String, _ milliseconds: Int, _ complaint: String) {
    var rig = RunRig()
    rig.answers = false
    rig.type("dial p 1", line)
    rig.advance(.milliseconds(milliseconds - 1))
    #expect(rig.complaints.isEmpty)
    rig.advance(.milliseconds(1))
    #expect(rig.complaints == [complaint])
  }

  @Test("wait for an event takes one since the command before began, and each only once")
  func waitForEvent() {
    var rig = RunRig()
    rig.type("dial p 1")
    let call = rig.line.snapshot.calls[0].uuid
    rig.report(call, .dtmf("12"))
    rig.type("wait dtmf", "wait dtmf 1")
    #expect(rig.answered == ["dial p 1", "wait dtmf"])
    rig.report(call, .dtmf("3"))
    #expect(rig.answered.last == "wait dtmf 1")
    #expect(rig.happened.suffix(2) == ["c1 dtmf 12", "c1 dtmf 3"])
  }

  @Test("wait ended takes any call's end; wait incoming a call that already rings; wait ready all providers ready")
  func waitForOthers() {
    var rig = RunRig()
    rig.type("wait ready", "dial p 1", "dial p 2", "end c1", "wait ended")
    #expect(rig.answered.count == 5)
    _ = rig.ring("3")
    rig.type("calls", "wait incoming")
    #expect(rig.answered.count == 7)
  }

  // MARK: which call

  @Test("A command without a call means the newest that fits; end prefers a call that does not ring")
  func newest() {
    var rig = RunRig()
    rig.type("dial p 1", "dial p 2")
    _ = rig.ring("3")
    rig.type("end", "hold", "decline")
    #expect(rig.complaints.isEmpty)
    let told = rig.happened.filter { $0.hasSuffix("ended") || $0.hasSuffix("held") }
    #expect(told == ["c1 held", "c2 ended", "c1 held", "c3 ended"])
    _ = rig.ring("4")
    rig.type("end c1", "end")
    #expect(rig.happened.last == "c4 ended")
  }

  @Test("merge joins the active and the held call, and split takes the newest member out")
  func mergeAndSplit() {
    var rig = RunRig()
    rig.type("dial p 1", "dial p 2", "merge", "calls", "split")
    #expect(rig.complaints.isEmpty)
    #expect(rig.happened.contains("c1 merged with c2"))
    guard
      case .answer(let answer)? = rig.told.first(where: { if case .answer(let a) = $0.body { a.command == "calls" } else { false } })?.body
    else { return #expect(Bool(false)) }
    #expect(answer.listing?.map(\.with) == [[CallName(2)], [CallName(1)]])
    #expect(rig.line.snapshot.calls.map(\.state) == [.held, .active])
  }

  @Test("An incoming call is answered by the newest ringing, and automatically with --auto-answer")
  func answering() {
    var rig = RunRig()
    _ = rig.ring("3")
    rig.type("answer")
    #expect(rig.happened.suffix(3) == ["c1 ringing", "c1 answering", "c1 active"])
    var automatic = RunRig(RunSettings(answersCalls: true))
    _ = automatic.ring("3")
    #expect(automatic.happened.suffix(3) == ["c1 ringing", "c1 answering", "c1 active"])
    #expect(automatic.answered.isEmpty)
  }

  // MARK: leaving

  @Test(
    "A signal ends calls first and exits with 128 and its number; a second one does not wait",
    arguments: [
      (StopSignal.interrupt, Int32(130)), (.terminate, 143),
    ])
  func signals(_ signal: StopSignal, _ code: Int32) {
    var rig = RunRig()
    rig.type("dial p 1", "wait held")
    rig.take([.signal(signal)])
    #expect(rig.happened.last == "c1 ended")
    #expect(rig.left == code)
    var stuck = RunRig()
    stuck.deaf = [.end]
    stuck.type("dial p 1")
    stuck.take([.signal(signal)])
    #expect(stuck.left == nil)
    stuck.take([.signal(signal)])
    #expect(stuck.left == code)
  }
}
