internal import TransportKit

extension Exchange {
  /// Runs the far end's script until a step waits or the script ends.
  mutating func run(_ call: Call) {
    while let party = parties[call], party.next < party.steps.count {
      let step = party.steps[party.next]
      // A step that takes time runs twice: it first starts its timer, and completes once the timer has fired.
      if !party.isWaiting, let delay = delay(of: step), delay > .zero {
        parties[call]?.isWaiting = true
        if case .tone(let sound) = step { play(sound, call) }
        emit(.startTimer(.script(call), delay))
        return
      }
      parties[call]?.isWaiting = false
      parties[call]?.next += 1
      perform(step, call)
      // A step that starts other steps, such as a forwarding, may have reached a wait of theirs.
      if parties[call]?.isWaiting == true { return }
    }
  }

  /// Stops the far end's script.
  mutating func stop(_ call: Call) {
    emit(.stopTimer(.script(call)))
    parties[call]?.follow([])
  }

  private func delay(of step: Step) -> Duration? {
    switch step {
    case .wait(let duration): duration
    case .waitForNoAnswer: settings.noAnswer
    case .tone: settings.toneDuration
    default: nil
    }
  }

  private mutating func perform(_ step: Step, _ call: Call) {
    switch step {
    case .wait, .waitForNoAnswer, .tone: break
    case .proceed: proceed(call)
    case .ring: ring(call)
    case .answer: answered(call)
    case .hold: setHeldByFarEnd(call, true)
    case .resume: setHeldByFarEnd(call, false)
    case .play(let sound): play(sound, call)
    case .quiet: emit(.play(call, nil))
    case .repeatDigits(let form): repeatDigits(form, call)
    case .listen(let listening): emit(.listen(call, listening))
    case .menu(let menu): parties[call]?.menu = menu
    case .hangUp(let cause): hangUp(call, cause)
    case .forward(let number): forward(call, to: number)
    case .chance(let probability, let steps): if random.happens(probability) { parties[call]?.follow(steps) }
    case .callBack(let back): callBack(back, beside: call)
    case .answerElsewhere: leave(call, .answeredElsewhere)
    case .declineElsewhere: leave(call, .declinedElsewhere)
    case .claim(let state): emit(.report(call, state))
    case .vanish: vanish(call)
    case .cutLine(let duration): cutLine(for: duration)
    case .restart(let duration): restart(for: duration)
    }
  }

  private mutating func proceed(_ call: Call) {
    guard parties[call]?.isProceeding == false, parties[call]?.isActive == false else { return }
    parties[call]?.isProceeding = true
    emit(.report(call, .connecting))
  }

  /// Alerts the far end, and plays ringback unless tones are off.
  mutating func ring(_ call: Call) {
    guard parties[call]?.isActive == false else { return }
    if settings.toneDuration > .zero { play(.tone(.ringback), call) }
    parties[call]?.isRinging = true
    emit(.report(call, .ringing))
  }

  /// Reports that the far end has answered our call.
  mutating func answered(_ call: Call) {
    guard parties[call]?.isActive == false else { return }
    emit(.play(call, nil))
    parties[call]?.isActive = true
    emit(.report(call, .active))
    tellSpeech(call)
  }

  /// Plays a sound; before the answer it is early media.
  mutating func play(_ sound: Sound, _ call: Call) {
    guard let party = parties[call] else { return }
    if !party.isActive, !party.hasEarlyMedia, !call.isIncoming {
      parties[call]?.hasEarlyMedia = true
      emit(.report(call, .earlyMedia))
      tellSpeech(call)
    }
    emit(.play(call, sound))
  }

  /// Reports that the far end holds or resumes us.
  mutating func setHeldByFarEnd(_ call: Call, _ held: Bool) {
    parties[call]?.isHeldByFarEnd = held
    emit(.report(call, held ? .heldByFarEnd : .resumedByFarEnd))
    tellSpeech(call)
  }

  /// Takes digits that the far end has heard from us.
  mutating func heard(_ digits: String, on call: Call) {
    guard parties[call] != nil else { return }
    parties[call]?.digits += digits
    counters.digitsHeard += digits.utf8.count
    for digit in digits {
      parties[call]?.collected.append(digit)
      guard let menu = parties[call]?.menu else { return }
      emit(.stopTimer(.script(call)))
      parties[call]?.follow(menu.keys[digit] ?? menu.otherwise)
      run(call)
    }
  }

  /// Returns the collected digits to us, without a trailing `#` unless that is the only digit.
  private mutating func repeatDigits(_ form: DigitForm, _ call: Call) {
    guard let party = parties[call] else { return }
    parties[call]?.collected = ""
    var digits = party.collected
    if digits.count > 1, digits.hasSuffix("#") { digits.removeLast() }
    guard !digits.isEmpty else { return }
    switch form {
    case .tones: play(.digits(digits), call)
    case .speech: play(.speech(digits.filter(\.isNumber)), call)
    case .name:
      var info = CallInfo(handle: presented(party.number), displayName: digits)
      info.stated = [.name]
      emit(.update(call, info))
    }
  }

  /// Tells the shell which directions of the call's audio are open.
  mutating func tellSpeech(_ call: Call) {
    guard let party = parties[call] else { return }
    let isOpen = !party.isHeld && !party.isHeldByFarEnd && !party.faults.contains(.vanished)
    emit(
      .speech(
        call, hears: isOpen && (party.isActive || party.hasEarlyMedia), isHeard: isOpen && party.isActive && !party.isMuted))
  }
}
