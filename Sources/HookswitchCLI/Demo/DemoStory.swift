internal import Hookswitch

/// The demo's story, as data.
enum DemoStory {
  static let chapters: [DemoChapter] = [
    DemoChapter(
      title: "A call goes out",
      text: "The rules accept a request at once. The state changes only when the transport reports it: dialing, connecting, active.",
      rules: ["S1", "X4"],
      steps: [step("dial {near} {near.answers}", then: ["c1 active"])]),
    DemoChapter(
      title: "Another transport joins the line, without success",
      text: """
        {far} may not dial before {near} has held its call, though neither knows of the other. The number is busy, so the host resumes \
        the call that it held for this one.
        """,
      rules: ["S2", "X8"],
      steps: [step("dial {far} {far.calls-back}", then: ["c2 ended", "c1 active"])]),
    DemoChapter(
      title: "They call back",
      text: "The call rings on the same line. An answer first holds the active call, and waits for that hold.",
      rules: ["I2", "A2"],
      steps: [quietly("wait incoming 5"), step("answer", then: ["c1 held", "c3 active"])]),
    DemoChapter(
      title: "Swap",
      text: "At most one group is in front. A swap holds it, and resumes the other group only after that.",
      rules: ["H4", "V1"],
      steps: [step("swap", then: ["c3 held", "c1 active"]), step("swap", then: ["c1 held", "c3 active"])]),
    DemoChapter(
      title: "Merge across transports",
      text: """
        {near} and {far} cannot bridge each other's calls, so the host mixes them: each party hears all others. {far} speaks digits, and \
        {near} sends them back. The recording of c1 has both: left the audio sent to it, right the audio received from it.
        """,
      rules: ["G2", "U3"],
      steps: [
        step("end c3", then: ["c3 ended", "c1 active"]),
        step("dial {far} {far.speaks}", then: ["c1 held", "c4 active"]),
        step("merge c1 c4", then: ["c1 active", "c4 active"]),
        step("record c1 {recording}"), DemoStep(deed: .listen(3)), step("stop c1"),
        step("end c4", then: ["c4 ended", "c1 active"]),
      ]),
    DemoChapter(
      title: "Merge and split inside one transport",
      text: """
        {near} bridges two of its calls itself: they are one group. A split takes one call out, which becomes the front call alone, and \
        holds the rest.
        """,
      rules: ["G1", "G4"],
      steps: [
        step("dial {near} {near.answers}", then: ["c1 held", "c5 active"]), step("merge", then: ["c1 active", "c5 active"]),
        step("split c5", then: ["c1 held", "c5 active"]),
      ]),
    DemoChapter(
      title: "You hang up, and the other call comes back",
      text: "When you end the front call, the host resumes the call that it held last.",
      rules: ["E1", "E3"],
      steps: [step("end c5", then: ["c5 ended", "c1 active"])]),
    DemoChapter(
      title: "A transport that does not answer",
      text: """
        This number never completes a hold. Nothing hangs: every action has a deadline (15 s; 1 s in this demo). When it passes, the host \
        tells the transport, the call keeps its state, and the host ignores a later answer.
        """,
      rules: ["T1", "T2", "H6"],
      steps: [
        step("dial {near} {near.deaf-to-hold}", then: ["c1 held", "c6 active"]), step("hold", .failed(.timedOut), then: ["c6 active"]),
        step("end c6", then: ["c6 ended", "c1 active"]),
      ]),
    DemoChapter(
      title: "A transport that dies",
      text: """
        The demo {kills} in the middle of a call. Its call ends. The call of {near} goes on: it stays held, since you did not end the \
        other one, until you resume it. A new call to {far} waits until {far} is back, half a second later.
        """,
      rules: ["P1", "E4", "P6", "S8"],
      steps: [
        step("dial {far} {far.answers}", then: ["c1 held", "c7 active"]), DemoStep(deed: .lose(.far)), quietly("wait lost 5"),
        quietly("wait c7 ended 5"), step("resume c1", then: ["c1 active"]),
        step("dial {far} {far.answers}", then: ["c8 active"]), step("end c8", then: ["c8 ended", "c1 active"]),
      ]),
    DemoChapter(
      title: "{guest} joins in",
      text: "Every transport whose manifest has a number to call can join, by the same rules and without new code.",
      rules: ["S2", "H1"],
      steps: [step("dial {guest} {guest.answers}"), quietly("wait active 5"), step("end"), quietly("wait c1 active 5")],
      isForGuests: true),
    DemoChapter(
      title: "Goodbye",
      text: "The host first ends every call. Each call ends exactly once, and never appears again.",
      rules: ["V3"],
      steps: [step("quit")]),
  ]

  private static func step(_ line: String, _ outcome: DemoStep.Outcome = .done, then: [String] = []) -> DemoStep {
    DemoStep(deed: .command(line), outcome: outcome, then: then)
  }

  private static func quietly(_ line: String) -> DemoStep { DemoStep(deed: .quietly(line)) }
}
