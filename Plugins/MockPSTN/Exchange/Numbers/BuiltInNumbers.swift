internal import TransportKit

/// The built-in numbers, keyed by their last two digits; docs/mock-pstn.md has the same table.
///
/// The first eighteen behave like the same numbers of Loopback.
enum BuiltInNumbers {
  /// The number of the test peer: its far end does nothing except what a test orders.
  static let testPeer = "99"

  static let all: [String: Subscriber] = {
    var all: [String: Subscriber] = [:]
    for (digits, does, steps, faults) in table + forTesters { all[digits] = Subscriber(does: does, steps: steps, faults: faults) }
    all["40"]?.isWithheld = true
    all["41"]?.name = "Alice Example"
    all["45"]?.name = String(repeating: "Maximiliana ", count: 25)
    all["46"]?.name = "Zo\u{eb} \u{5c71}\u{7530} \u{5d0}\u{5d1} e\u{301} \u{1f600}"
    all["97"]?.name = "Emergency answer point"
    for seconds in 0...9 {
      all["5\(seconds)"] = Subscriber(
        does: "rings for \(seconds) s, then answers", steps: Behaviour.answer(after: .seconds(seconds)))
    }
    all["98"] = Subscriber(does: "is our own, and so busy", steps: Behaviour.busy)
    all[testPeer] = Subscriber(does: "does nothing by itself: a test drives it", isTestPeer: true)
    return all
  }()

  static let answers = Behaviour.answer(after: nil)

  private static let table: [(String, String, [Step], Faults)] = [
    ("00", "answers at once", answers, []),
    ("01", "rings for 3 s, then answers", Behaviour.answer(after: .seconds(3)), []),
    ("02", "is busy", Behaviour.busy, []),
    ("03", "rings without an answer", Behaviour.ringOut, []),
    ("04", "rings for 1 s, then declines", [.proceed, .ring, .wait(.seconds(1)), .hangUp(.rejected)], []),
    ("05", "is not in service: special information tone (vacant code)", Behaviour.unallocated, []),
    ("06", "cannot be reached: special information tone (no circuit)", Behaviour.noCircuit, []),
    ("07", "answers, and hangs up after 2 s", answers + [.wait(.seconds(2)), .hangUp(.normal)], []),
    (
      "08", "answers, holds us after 1 s, and resumes us 1 s later", answers + [.wait(.seconds(1)), .hold, .wait(.seconds(1)), .resume], []
    ),
    ("09", "answers, and sends 1234# after 1 s", answers + [.wait(.seconds(1)), .play(.digits("1234#"))], []),
    ("10", "is busy, and calls back after 1 s", Behaviour.callBack(), []),
    (
      "11", "is busy, calls back after 1 s, and gives up after 3 s", Behaviour.callBack(ringing: [.wait(.seconds(3)), .hangUp(.normal)]),
      []
    ),
    (
      "12", "is busy, calls back after 1 s, and after 3 s another device of ours answers",
      Behaviour.callBack(ringing: [.wait(.seconds(3)), .answerElsewhere]), []
    ),
    ("13", "never completes the start of the call", [], .deafToStart),
    ("14", "answers, and never completes hold, mute, DTMF and grouping", answers, .deafToChanges),
    ("15", "answers, and never completes the end", answers, .deafToEnd),
    ("16", "answers, and refuses to be held", answers, .refusesHold),
    ("17", "speaks digits for 2 s before it answers", [.proceed, .play(.speech("17")), .wait(.seconds(2)), .answer], []),
    ("20", "answers, and sends back what it hears", answers + [.listen(.echo)], []),
    ("21", "answers, speaks 0 to 9, and hangs up", answers + [.play(.speech("0123456789")), .wait(.seconds(8)), .hangUp(.normal)], []),
    ("22", "answers, sends 0123456789*#ABCD, and hangs up", answers + Behaviour.allDigits, []),
    ("23", "rings for 5 s, then answers", Behaviour.answer(after: .seconds(5)), []),
    ("24", "answers with a menu: 1 speaks, 2 echoes, 3 goes on to 0100, 9 hangs up", answers + [.menu(Behaviour.menu)], []),
    ("25", "answers, and is a conference: all who call it hear each other", answers + [.listen(.room("25"))], []),
    ("26", "answers, and records what it hears in mock-pstn-26.wav", answers + [.listen(.record("mock-pstn-26.wav"))], []),
    ("27", "is forwarded to 0100", [.forward("00")], []),
    ("28", "is busy, and so forwarded to 0100", [.proceed, .forward("00")], []),
    ("29", "rings for 3 s, and is then forwarded to 0100", [.proceed, .ring, .wait(.seconds(3)), .forward("00")], []),
    ("30", "answers, and is lost by the network after 10 s", answers + [.wait(.seconds(10)), .hangUp(.temporaryFailure)], []),
    ("31", "answers, or with probability 0.5 gets the reorder tone", [.chance(0.5, Behaviour.congestion)] + answers, []),
    ("32", "gets the reorder tone", Behaviour.congestion, []),
    ("33", "rings only after 8 s, and answers 2 s later", [.proceed, .wait(.seconds(8)), .ring, .wait(.seconds(2)), .answer], []),
    ("34", "rings, plays and connects in the wrong order, twice, then answers", Behaviour.wrongOrder, []),
    ("35", "calls us while we call it, and so is busy (glare)", Behaviour.glare, []),
    ("36", "is busy, calls back after 1 s, and while that rings 0141 calls too", Behaviour.callBackTwice, []),
    ("37", "answers, and after 2 s the line is cut for 5 s", answers + [.wait(.seconds(2)), .cutLine(.seconds(5))], []),
    ("38", "answers, and after 2 s the exchange starts again, which takes 5 s", answers + [.wait(.seconds(2)), .restart(.seconds(5))], []),
    ("40", "is busy, and calls back after 1 s with its number withheld", Behaviour.callBack(isWithheld: true), []),
    ("41", "is busy, and calls back after 1 s with a name: Alice Example", Behaviour.callBack(), []),
    (
      "42", "is busy, calls back after 1 s, and after 3 s another device of ours declines",
      Behaviour.callBack(ringing: [.wait(.seconds(3)), .declineElsewhere]), []
    ),
  ]
}
