internal import TransportKit

/// Built-in numbers for testers of telephone software: rare network behaviour and network faults.
extension BuiltInNumbers {
  static let forTesters: [(String, String, [Step], Faults)] = [
    ("18", "rings for 3 s, then is busy", [.proceed, .ring, .wait(.seconds(3)), .tone(.tone(.busy)), .hangUp(.busy)], []),
    (
      "19", "rings for 3 s, then its line is out of order: special information tone (no circuit)",
      [.proceed, .ring, .wait(.seconds(3)), .tone(.tone(.noCircuit)), .hangUp(.outOfOrder)], []
    ),
    (
      "39", "answers, and sends nothing after 2 s: 10 s later the call is lost",
      answers + [.wait(.seconds(2)), .vanish], []
    ),
    (
      "43", "is busy, and calls back after 1 s as a call to 0100 that is diverted to us",
      [.proceed, .callBack(CallBack(after: .seconds(1), divertedFrom: "00")), .hangUp(.busy)], []
    ),
    (
      "44", "is busy, and calls back after 1 s through a network that does not know the caller",
      [.proceed, .callBack(CallBack(after: .seconds(1), isUnavailable: true)), .hangUp(.busy)], []
    ),
    ("45", "is busy, and calls back after 1 s with a name of 300 letters", Behaviour.callBack(), []),
    ("46", "is busy, and calls back after 1 s with a name in four scripts", Behaviour.callBack(), []),
    (
      "47", "is busy, calls back after 1 s, and gives up after 0.2 s",
      Behaviour.callBack(ringing: [.wait(.milliseconds(200)), .hangUp(.normal)]), []
    ),
    (
      "48", "is busy, and after 1 s 0150 to 0154 call us at once",
      flood, []
    ),
    (
      "49", "is busy, calls back after 1 s, speaks 49 when it is answered, and hangs up 3 s later",
      [
        .proceed, .callBack(CallBack(after: .seconds(1), answered: [.play(.speech("49")), .wait(.seconds(3)), .hangUp(.normal)])),
        .hangUp(.busy),
      ], []
    ),
    ("60", "answers, and sends each digit back as DTMF", answers + [.menu(Menu(otherwise: [.repeatDigits(.tones)]))], []),
    ("61", "answers, and speaks each digit that it hears", answers + [.menu(Menu(otherwise: [.repeatDigits(.speech)]))], []),
    (
      "62", "answers, and after # sends the digits before it back as DTMF",
      answers + [.menu(Menu(keys: ["#": [.repeatDigits(.tones)]]))], []
    ),
    ("63", "answers, and after # speaks the digits before it", answers + [.menu(Menu(keys: ["#": [.repeatDigits(.speech)]]))], []),
    ("64", "answers, and after # takes the digits before it as its name", answers + [.menu(Menu(keys: ["#": [.repeatDigits(.name)]]))], []),
    ("65", "answers with a conference bridge: after 1234# all hear each other, anything else hangs up", answers + [bridge("1234#")], []),
    ("66", "answers with menus of three levels: 1 and 2 lead on, 1 speaks, 2 goes on to 0100, 9 hangs up", answers + [.menu(levels)], []),
    (
      "67", "rings for 4 s and answers with a voice mailbox: speaks 67, a beep, and records in mock-pstn-67.wav for 60 s or until #",
      voiceMail, []
    ),
    ("68", "answers with a queue: speaks our place, 3, 2, 1, every 3 s, and goes on to 0100", answers + queue, []),
    ("69", "answers, speaks 69 for a digit, and hangs up when none comes for 5 s", answers + patience, []),
    (
      "70", "speaks 0 to 9 before it answers, which takes 10 s", [.proceed, .play(.speech("0123456789")), .wait(.seconds(10)), .answer], []
    ),
    ("71", "speaks 71, and is never answered: no circuit", [.proceed, .play(.speech("71")), .wait(.seconds(3)), .hangUp(.congestion)], []),
    (
      "72", "plays ringback without a report of ringing, and does not answer",
      [.proceed, .play(.tone(.ringback)), .waitForNoAnswer, .hangUp(.noAnswer)], []
    ),
    (
      "73", "rings for 2 s, speaks 73, rings again, and answers",
      [.proceed, .ring, .wait(.seconds(2)), .play(.speech("73")), .wait(.seconds(3)), .ring, .wait(.seconds(2)), .answer], []
    ),
    (
      "74", "rings with a tune of its own for 4 s, then answers",
      [.proceed, .ring] + tune([440, 660, 550, 880]) + [.answer], []
    ),
    (
      "75", "has another number now: special information tone (vacant code), and speaks it",
      [.tone(.tone(.unallocated)), .play(.speech("5550100")), .wait(.seconds(5)), .hangUp(.numberChanged)], []
    ),
    ("76", "rings for 45 s, then answers", Behaviour.answer(after: .seconds(45)), []),
    ("77", "rings for ten minutes", [.proceed, .ring, .wait(.seconds(600)), .hangUp(.noAnswer)], []),
    ("78", "answers without an earlier report", [.answer], []),
    ("79", "accepts the call, and reports nothing more for 3 minutes", [.proceed, .wait(.seconds(180)), .hangUp(.noResponse)], []),
    ("80", "answers, and is comfort noise of -50 dBm0", answers + [.play(.noise(-50))], []),
    ("81", "answers, and is noise of -20 dBm0", answers + [.play(.noise(-20))], []),
    ("82", "answers, and is a tone of 1,004 Hz", answers + [.play(.sine(1_004))], []),
    (
      "83", "answers, and is 300, 1,000 and 3,400 Hz for 1 s each, then nothing",
      answers + tune([300, 1_000, 3_400]) + [.quiet], []
    ),
    (
      "84", "answers, and speaks 1 to 5 with 2 s of silence between",
      answers + spurts, []
    ),
    (
      "85", "answers, still plays ringback for 6 s, then speaks 85",
      answers + [.play(.tone(.ringback)), .wait(.seconds(6)), .play(.speech("85"))], []
    ),
    ("86", "answers as a fax machine: 2,100 Hz for 3 s, then nothing", answers + [.play(.sine(2_100)), .wait(.seconds(3)), .quiet], []),
    (
      "87", "answers as a fax that calls: 1,100 Hz for 0.5 s every 3.5 s, five times",
      answers + faxCaller, []
    ),
    ("88", "answers, and sends 5555555555 after 1 s", answers + [.wait(.seconds(1)), .play(.digits("5555555555"))], []),
    (
      "89", "answers, and holds and resumes us five times, every 0.5 s",
      answers + flapping, []
    ),
    ("90", "answers, and hangs up after 10 s", answers + [.wait(.seconds(10)), .hangUp(.normal)], []),
    ("91", "answers, and after 3 s transfers us to 0120", answers + [.wait(.seconds(3)), .forward("20")], []),
    ("92", "is forwarded to itself", [.proceed, .forward("92")], []),
    ("93", "is forwarded to 0127, and so to 0100", [.proceed, .forward("27")], []),
    (
      "94", "answers, and after 3 s is lost by the network with probability 0.2",
      answers + [.wait(.seconds(3)), .chance(0.2, [.hangUp(.temporaryFailure)])], []
    ),
    ("95", "declines at once", [.proceed, .hangUp(.rejected)], []),
    ("96", "takes no voice calls", [.hangUp(.incompatible)], []),
    (
      "97", "is an emergency answer point: answers after 1 s, speaks 911, hangs up after 10 s, and calls back",
      [
        .proceed, .ring, .wait(.seconds(1)), .answer, .play(.speech("911")), .callBack(CallBack(after: .seconds(15))), .wait(.seconds(10)),
        .hangUp(.normal),
      ], []
    ),
  ]

  /// Waits for a code, digit by digit: the right code joins the conference, any wrong digit ends the call.
  private static func bridge(_ code: String) -> Step {
    code.reversed().reduce(Step.listen(.room("65"))) { next, digit -> Step in
      .menu(Menu(keys: [digit: [next]], otherwise: [.play(.tone(.reorder)), .wait(.seconds(2)), .hangUp(.normal)]))
    }
  }

  /// Three nested menus: keys 1 and 2 of each lead to the next.
  private static let levels = (1...2).reduce(level([:])) { inner, _ in
    level(["1": [.play(.speech("1")), .menu(inner)], "2": [.play(.speech("2")), .menu(inner)]])
  }

  /// A menu in which 9 ends the call; the keys of the last level speak or forward to 0100.
  private static func level(_ keys: [Character: [Step]]) -> Menu {
    let last: [Character: [Step]] = ["1": [.play(.speech("123"))], "2": [.forward("00")]]
    return Menu(
      keys: (keys.isEmpty ? last : keys).merging(["9": [.hangUp(.normal)]]) { own, _ in own }, otherwise: [.play(.tone(.reorder))])
  }

  private static let voiceMail: [Step] =
    Behaviour.answer(after: .seconds(4)) + [
      .play(.speech("67")), .wait(.seconds(2)), .play(.sine(1_000)), .wait(.milliseconds(500)), .quiet,
      .listen(.record("mock-pstn-67.wav")),
      .menu(Menu(keys: ["#": [.listen(.ignore), .play(.speech("1")), .wait(.seconds(1)), .hangUp(.normal)]])),
      .wait(.seconds(60)), .hangUp(.normal),
    ]

  private static let queue: [Step] =
    [3, 2, 1].flatMap { place -> [Step] in [.play(.speech("\(place)")), .wait(.seconds(3))] } + [.forward("00")]

  /// Each digit restarts the 5 s time-out.
  private static let patience: [Step] = [
    .menu(Menu(otherwise: [.play(.speech("69")), .wait(.seconds(5)), .hangUp(.normal)])), .wait(.seconds(5)), .hangUp(.normal),
  ]

  private static let flood: [Step] = {
    let calls = (0..<5).map { Step.callBack(CallBack(after: .seconds(1), from: "5\($0)")) }
    return [.proceed] + calls + [.hangUp(.busy)]
  }()

  /// Plays tones of one second each.
  private static func tune(_ pitches: [Double]) -> [Step] {
    pitches.flatMap { pitch -> [Step] in [.play(.sine(pitch)), .wait(.seconds(1))] }
  }

  private static let spurts = (1...5).flatMap { number -> [Step] in [.play(.speech("\(number)")), .wait(.seconds(3))] }

  private static let faxCaller = (0..<5).flatMap { _ -> [Step] in
    [.play(.sine(1_100)), .wait(.milliseconds(500)), .quiet, .wait(.seconds(3))]
  }

  private static let flapping = (0..<5).flatMap { _ -> [Step] in
    [.wait(.milliseconds(500)), .hold, .wait(.milliseconds(500)), .resume]
  }
}
