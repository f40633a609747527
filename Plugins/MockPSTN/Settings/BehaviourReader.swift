internal import TransportKit

/// Reads a number's behaviour: a common one by name (`does`), or `steps`.
struct BehaviourReader {
  let plan: NumberingPlan

  func subscriber(_ node: SettingsNode) throws(TransportError) -> Subscriber {
    let object = try node.object([
      "name", "withheld", "does", "steps", "after-s", "for-s", "file", "digits", "room", "to", "when", "probability", "keys", "otherwise",
    ])
    var subscriber = Subscriber()
    subscriber.name = try object["name"]?.text() ?? ""
    subscriber.isWithheld = try object["withheld"]?.boolean() ?? false
    if let steps = object["steps"] {
      if let does = object["does"] { throw does.wrong("cannot be beside steps: write one of the two") }
      subscriber.does = "follows its steps"
      subscriber.steps = try StepReader(plan: plan).steps(steps)
    } else {
      let does = try object.required("does")
      let kind = try does.one(of: BehaviourKind.self)
      subscriber.does = kind.rawValue
      subscriber.isTestPeer = kind == .testPeer
      subscriber.steps = try steps(kind, object)
    }
    return subscriber
  }

  private func steps(_ kind: BehaviourKind, _ object: SettingsObject) throws(TransportError) -> [Step] {
    let after = try object["after-s"]?.seconds()
    let duration = try object["for-s"]?.seconds()
    let answers = Behaviour.answer(after: after)
    switch kind {
    case .answer: return answers
    case .ringOut: return duration.map { [.proceed, .ring, .wait($0), .hangUp(.noAnswer)] } ?? Behaviour.ringOut
    case .busy: return Behaviour.busy
    case .decline: return [.proceed, .ring, .wait(after ?? .zero), .hangUp(.rejected)]
    case .reorder: return Behaviour.congestion
    case .unallocated: return Behaviour.unallocated
    case .noCircuit: return Behaviour.noCircuit
    case .hangUp: return answers + [.wait(duration ?? .zero), .hangUp(.normal)]
    case .drop: return answers + [.wait(try object.required("for-s").seconds()), .hangUp(.temporaryFailure)]
    case .elsewhere: return Behaviour.callBack(ringing: [.wait(after ?? .seconds(3)), .answerElsewhere])
    case .callBack:
      return [.proceed, .callBack(CallBack(after: after ?? .seconds(1))), .tone(.tone(.busy)), .hangUp(.busy)]
    case .play: return answers + [.play(.file(try object.required("file").text()))]
    case .speak: return answers + [.play(.speech(try object.required("digits").dtmf("0123456789")))]
    case .send: return answers + [.play(.digits(try object.required("digits").dtmf()))]
    case .echo: return answers + [.listen(.echo)]
    case .record: return answers + [.listen(.record(try object.required("file").text()))]
    case .conference: return answers + [.listen(.room(try object["room"]?.text() ?? "conference"))]
    case .menu: return answers + [.menu(try StepReader(plan: plan).menu(object))]
    case .forward: return try forwarding(object, after)
    case .congestion: return [.chance(try object.required("probability").number(in: 0...1), Behaviour.congestion)] + answers
    case .testPeer: return []
    }
  }

  private func forwarding(_ object: SettingsObject, _ after: Duration?) throws(TransportError) -> [Step] {
    let to = Step.forward(try object.required("to").telephone(plan))
    switch try object["when"]?.one(of: ForwardingReason.self) ?? .always {
    case .always: return [to]
    case .busy: return [.proceed, to]
    case .noAnswer: return [.proceed, .ring, .wait(after ?? .seconds(15)), to]
    }
  }
}

/// The values of `does` in the settings: a number's behaviour.
enum BehaviourKind: String, CaseIterable {
  case answer
  case ringOut = "ring-out"
  case busy
  case decline
  case reorder
  case unallocated
  case noCircuit = "no-circuit"
  case hangUp = "hang-up"
  case drop
  case elsewhere
  case callBack = "call-back"
  case play
  case speak
  case send
  case echo
  case record
  case conference
  case menu
  case forward
  case congestion
  case testPeer = "test-peer"
}

/// The values of `when` in the settings: the condition of a forwarding.
enum ForwardingReason: String, CaseIterable {
  case always
  case busy
  case noAnswer = "no-answer"
}
