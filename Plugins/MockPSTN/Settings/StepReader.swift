internal import StrictJSON
internal import TransportKit

/// Reads `steps`: each is a word or an object with one member.
struct StepReader {
  let plan: NumberingPlan

  func steps(_ node: SettingsNode) throws(TransportError) -> [Step] {
    var steps: [Step] = []
    for element in try node.elements() { steps.append(try step(element)) }
    return steps
  }

  func menu(_ object: SettingsObject) throws(TransportError) -> Menu {
    var menu = Menu()
    for (key, node) in try object.required("keys").members() {
      guard key.utf8.count == 1, let digit = key.first, "0123456789*#ABCD".contains(digit) else {
        throw node.wrong("must be one digit of 0-9 * # A-D")
      }
      menu.keys[digit] = try steps(node)
    }
    if let otherwise = object["otherwise"] { menu.otherwise = try steps(otherwise) }
    return menu
  }

  private func step(_ node: SettingsNode) throws(TransportError) -> Step {
    if node.value.string != nil { return try node.one(of: PlainStep.self).step }
    guard let (key, argument) = try node.members().first, try node.members().count == 1 else {
      throw node.wrong("must be a string or an object with one member")
    }
    switch key {
    case "wait-s": return .wait(try argument.seconds())
    case "tone": return .tone(.tone(try argument.one(of: CallTone.self)))
    case "play": return .play(.file(try argument.text()))
    case "play-tone": return .play(.tone(try argument.one(of: CallTone.self)))
    case "sine-hz": return .play(.sine(try argument.number(in: 50...3_900)))
    case "noise-dbm0": return .play(.noise(try argument.number(in: -80...0)))
    case "repeat-digits": return .repeatDigits(try argument.one(of: DigitForm.self))
    case "speak": return .play(.speech(try argument.dtmf("0123456789")))
    case "send": return .play(.digits(try argument.dtmf()))
    case "record": return .listen(.record(try argument.text()))
    case "room": return .listen(.room(try argument.text()))
    case "menu": return .menu(try menu(try argument.object(["keys", "otherwise"])))
    case "hang-up": return .hangUp(Cause(rawValue: UInt32(try argument.whole(in: 1...127))))
    case "forward": return .forward(try argument.telephone(plan))
    case "chance": return try chance(argument)
    case "call-back": return .callBack(try callBack(argument))
    case "claim": return .claim(try argument.one(of: ClaimedState.self).state)
    case "cut-line-s": return .cutLine(try argument.seconds(atMost: 600))
    case "restart-s": return .restart(try argument.seconds(atMost: 600))
    default: throw argument.wrong("is not a step; docs/mock-pstn.md lists them")
    }
  }

  private func chance(_ node: SettingsNode) throws(TransportError) -> Step {
    let object = try node.object(["probability", "steps"])
    return .chance(try object.required("probability").number(in: 0...1), try steps(try object.required("steps")))
  }

  private func callBack(_ node: SettingsNode) throws(TransportError) -> CallBack {
    let object = try node.object(["after-s", "from", "diverted-from", "withheld", "unavailable", "ringing", "answered"])
    var back = CallBack(after: try object.seconds("after-s", default: .seconds(1)))
    back.from = try object["from"]?.telephone(plan)
    back.divertedFrom = try object["diverted-from"]?.telephone(plan)
    back.isUnavailable = try object["unavailable"]?.boolean() ?? false
    back.isWithheld = try object["withheld"]?.boolean() ?? false
    if let ringing = object["ringing"] { back.ringing = try steps(ringing) }
    if let answered = object["answered"] { back.answered = try steps(answered) }
    return back
  }
}

/// The steps written as one word.
private enum PlainStep: String, CaseIterable {
  case proceed, ring, answer, hold, resume, echo, ignore, quiet, vanish
  case ringUnanswered = "ring-unanswered"
  case hangUp = "hang-up"
  case answerElsewhere = "answer-elsewhere"
  case declineElsewhere = "decline-elsewhere"

  var step: Step {
    switch self {
    case .proceed: .proceed
    case .ring: .ring
    case .answer: .answer
    case .hold: .hold
    case .resume: .resume
    case .echo: .listen(.echo)
    case .ignore: .listen(.ignore)
    case .quiet: .quiet
    case .vanish: .vanish
    case .ringUnanswered: .waitForNoAnswer
    case .hangUp: .hangUp(.normal)
    case .answerElsewhere: .answerElsewhere
    case .declineElsewhere: .declineElsewhere
    }
  }
}

/// The states that a step can report before the answer, in any order.
private enum ClaimedState: String, CaseIterable {
  case connecting, ringing
  case earlyMedia = "early-media"

  var state: CallState {
    switch self {
    case .connecting: .connecting
    case .ringing: .ringing
    case .earlyMedia: .earlyMedia
    }
  }
}

extension SettingsNode {
  /// Reads a non-empty string of digits, all of them from `known`.
  func dtmf(_ known: String = "0123456789*#ABCD") throws(TransportError) -> String {
    let digits = try text()
    guard digits.allSatisfy({ known.contains($0) }) else { throw wrong("must be digits of \(known)") }
    return digits
  }
}
