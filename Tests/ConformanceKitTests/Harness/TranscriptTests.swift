import Testing

@testable import ConformanceHarness

/// The transcripts that `iso.parity` and the group `handover` compare.
struct TranscriptTests {
  @Test
  func `on a real clock a transcript differs in what each party says, not in when`() {
    func transcript(_ events: (kind: Transcript.Kind, text: String)...) -> Transcript {
      var transcript = Transcript()
      transcript.isTimeless = true
      for event in events { transcript.add(0, event.kind, at: VirtualLoop.beginning, event.text) }
      return transcript
    }
    let here = transcript((.asked, "dtmf.play"), (.asked, "calls.end"), (.became, "dtmf.play is done"), (.reported, "report_ended"))
    let crossed = transcript((.asked, "dtmf.play"), (.became, "dtmf.play is done"), (.reported, "report_ended"), (.asked, "calls.end"))
    #expect(here.difference(from: crossed, "here", "there") == nil)
    let ringing = transcript(
      (.asked, "dtmf.play"), (.progressed, "report_state HSW_CALL_RINGING"), (.asked, "calls.end"), (.became, "dtmf.play is done"),
      (.reported, "report_ended"))
    #expect(here.difference(from: ringing, "here", "there") == nil)
    let sooner = transcript((.asked, "calls.end"), (.became, "calls.answer is done"), (.became, "calls.end is done"))
    let later = transcript((.asked, "calls.end"), (.became, "calls.end is done"), (.became, "calls.answer is done"))
    #expect(sooner.difference(from: later, "here", "there") == nil)
    let other = transcript(
      (.asked, "dtmf.play"), (.asked, "calls.end"), (.became, "dtmf.play fails with HSW_E_BUSY"), (.reported, "report_ended"))
    #expect(here.difference(from: other, "here", "there")?.hasPrefix("event 1 of its call 1 is \"dtmf.play is done\" here") == true)
    let shorter = transcript((.asked, "dtmf.play"), (.asked, "calls.end"), (.became, "dtmf.play is done"))
    #expect(here.difference(from: shorter, "here", "there") == "event 1 of its call 1 is \"report_ended\" here and none there")
  }

  @Test
  func `HSW-R-079: on a real clock an action that the end of its call cancels counts as done, and no other failure does`() {
    func transcript(_ outcome: String, ends: Bool = true, isTimeless: Bool = true) -> Transcript {
      var transcript = Transcript()
      transcript.isTimeless = isTimeless
      transcript.add(0, .asked, at: VirtualLoop.beginning, "calls.answer")
      transcript.add(0, .became, at: VirtualLoop.beginning, "calls.end is done")
      transcript.add(0, .became, at: VirtualLoop.beginning, "calls.answer \(outcome)")
      if ends { transcript.add(0, .reported, at: VirtualLoop.beginning, "report_ended HSW_END_LOCAL") }
      return transcript
    }
    let (done, cancelled) = ("is done", "fails with HSW_E_CANCELLED")
    #expect(transcript(done).difference(from: transcript(cancelled), "here", "there") == nil)
    #expect(transcript(cancelled).difference(from: transcript(done), "here", "there") == nil)
    #expect(transcript(done).difference(from: transcript("fails with HSW_E_BUSY"), "here", "there") != nil)
    #expect(transcript(done, ends: false).difference(from: transcript(cancelled, ends: false), "here", "there") != nil)
    #expect(
      transcript(done, isTimeless: false).difference(from: transcript(cancelled, isTimeless: false), "here", "there")
        == "event 3 of its call 1 is \"calls.answer is done\" at 0.0 ms here and \"calls.answer fails with HSW_E_CANCELLED\" at 0.0 ms there"
    )
  }

  @Test(arguments: [
    // A second hold comes while the first is open, or after it.
    (["asked hold.set_held", "asked hold.set_held", "became hold.set_held busy", "became hold.set_held done"], true, true),
    (["asked hold.set_held", "became hold.set_held done", "asked hold.set_held", "became hold.set_held busy"], true, false),
    (["asked mute.set_muted", "asked hold.set_held", "became hold.set_held busy"], true, false),
    (["asked hold.set_held", "asked hold.set_held", "became hold.set_held failed", "became hold.set_held done"], true, false),
    (["asked hold.set_held", "asked hold.set_held", "became hold.set_held busy", "became hold.set_held done"], false, false),
    // Digits come while a call is being resumed, or after that.
    (["asked hold.set_held", "asked dtmf.play", "became dtmf.play state", "became hold.set_held done"], true, true),
    (["asked hold.set_held", "became hold.set_held done", "asked dtmf.play", "became dtmf.play state"], true, false),
    (["asked mute.set_muted", "asked dtmf.play", "became dtmf.play state", "became mute.set_muted done"], true, false),
    (["asked hold.set_held", "asked dtmf.play", "became dtmf.play failed", "became hold.set_held done"], true, false),
    (["asked hold.set_held", "asked dtmf.play", "became dtmf.play state", "became hold.set_held done"], false, false),
  ])
  func `on a real clock an action that another open one makes busy, or a hold refuses, counts as done, and no other failure does`(
    events: [String], isTimeless: Bool, isSame: Bool
  ) {
    let outcomes = [
      "busy": "fails with HSW_E_BUSY", "state": "fails with HSW_E_STATE", "failed": "fails with HSW_E_FAIL", "done": "is done",
    ]
    func transcript(_ change: (String) -> String) -> Transcript {
      var transcript = Transcript()
      transcript.isTimeless = isTimeless
      for event in events {
        let words = event.split(separator: " ").map(String.init)
        let outcome = words.count == 3 ? outcomes[words[2]].map { " \(change($0))" } : nil
        transcript.add(0, outcome == nil ? .asked : .became, at: VirtualLoop.beginning, words[1] + (outcome ?? ""))
      }
      return transcript
    }
    let (mixed, done) = (transcript { $0 }, transcript { _ in "is done" })
    #expect((mixed.difference(from: done, "here", "there") == nil) == isSame)
    #expect((done.difference(from: mixed, "here", "there") == nil) == isSame)
  }

  @Test
  func `a transcript differs in time, in order, and where one of both ends`() {
    var here = Transcript()
    here.add(0, .reported, at: VirtualLoop.beginning, "calls.start")
    here.add(0, .reported, at: VirtualLoop.beginning + 1_000_000, "report_state HSW_CALL_ACTIVE")
    var there = here
    #expect(here.difference(from: there, "here", "there") == nil)
    there.add(1, .reported, at: VirtualLoop.beginning, "calls.start")
    #expect(here.difference(from: there, "here", "there") == "event 1 of its call 2 is none here and \"calls.start\" at 0.0 ms there")
    var late = Transcript()
    late.add(0, .reported, at: VirtualLoop.beginning, "calls.start")
    late.add(0, .reported, at: VirtualLoop.beginning + 2_000_000, "report_state HSW_CALL_ACTIVE")
    #expect(here.difference(from: late, "here", "there")?.hasPrefix("event 2 of its call 1") == true)
    here.isTimeless = true
    late.isTimeless = true
    #expect(here.difference(from: late, "here", "there") == nil)
  }

  @Test
  func `without times the order within reports and within notes counts, and the far end's view does not`() {
    var here = Transcript()
    here.add(0, .reported, at: VirtualLoop.beginning, "report_state HSW_CALL_HELD")
    here.add(0, .seen, at: VirtualLoop.beginning, "the far end sees active")
    here.add(0, .noted, at: VirtualLoop.beginning, "frame 1: silence")
    var there = Transcript()
    there.add(0, .noted, at: VirtualLoop.beginning + 5_000_000, "frame 1: silence")
    there.add(0, .reported, at: VirtualLoop.beginning, "report_state HSW_CALL_HELD")
    #expect(here.difference(from: there, "here", "there", []) == nil)
    #expect(here.difference(from: there, "here", "there", .times) != nil)
    there.add(0, .noted, at: VirtualLoop.beginning, "frame 2: tone")
    #expect(here.difference(from: there, "here", "there", []) == "event 2 of its call 1 is none here and \"frame 2: tone\" there")
  }

  @Test
  func `the instance's own events are compared only where that is wanted`() {
    var here = Transcript()
    here.add(0, .reported, at: VirtualLoop.beginning, "report_ended")
    var there = here
    there.add(Transcript.ownLane, .reported, at: VirtualLoop.beginning, "report_line 1")
    #expect(here.difference(from: there, "here", "there", .times) == nil)
    #expect(
      here.difference(from: there, "here", "there", .instance) == "event 1 of the instance is none here and \"report_line 1\" there")
  }
}
