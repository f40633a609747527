internal import CSIPStack
internal import TransportKit

extension SIPAccount: DTMFTransport {
  /// The most digits that a call may have waiting: enough for any menu or card, and within the media engine's queue.
  private static let digitsAtOnce = 64
  /// The length of a digit sent as INFO, in milliseconds, and the distance to the next one.
  private static let (infoLength, infoDistance) = (160, Duration.milliseconds(200))
  /// The longest time that a hold or a BYE waits for digits.
  private static let patience = Duration.seconds(5)
  /// The time that a far end's jitter buffer may delay the last digit: some phones lose the digit when a hold or a BYE comes earlier.
  private static let tail = Duration.milliseconds(200)

  /// Sends digits in the configured way: as events (RFC 4733), as INFO, or as tones in the audio.
  ///
  /// The action completes when its last digit is sent. A call's actions run one after the other.
  func play(_ digits: String, on call: Call, timing: DigitTiming, action: Action) throws(TransportError) -> Outcome {
    guard let dialog = calls[call] else { throw TransportError(.noSuchCall) }
    let waiting = dialog.digitQueue.reduce(0) { $0 + $1.digits.utf8.count }
    guard waiting + digits.utf8.count <= Self.digitsAtOnce else {
      throw TransportError(.outOfRange, "at most \(Self.digitsAtOnce) digits at once: they take a fifth of a second each", domain: "sip")
    }
    if dialog.digits == nil {
      try begin(digits, dialog, action)
    } else {
      dialog.digitQueue.append((digits, action))
    }
    return .pending
  }

  /// Passes digits to the media engine, or sends the first of them as INFO.
  private func begin(_ digits: String, _ dialog: Dialog, _ action: Action) throws(TransportError) {
    switch settings.digits {
    case .events, .auto:
      if let sound = dialog.sound, sound.takesEvents {
        guard sound.sends else { throw Self.deaf }
        guard sound.send(digits) else { throw TransportError(.busy, "too many digits are on their way", domain: "sip") }
        dialog.digits = DigitRun(action: action)
        return
      }
      guard settings.digits == .auto else {
        throw TransportError(
          .notSupported, "the far end accepts no digits as events (RFC 4733), and /dtmf allows nothing else", domain: "sip")
      }
    case .inBand:
      guard dialog.sound?.play(digits) == true else { throw Self.deaf }
      dialog.digits = DigitRun(action: action)
      return
    case .info: break
    }
    dialog.digits = DigitRun(action: action, rest: digits[...])
    sendDigit(dialog)
  }

  private static var deaf: TransportError {
    TransportError(.wrongState, "the call sends no media for digits", domain: "sip")
  }

  /// Completes an action: the media engine has sent its last digit.
  func sentDigits(inSession session: UInt64) {
    guard let dialog = sounding[session], dialog.digits?.isInfo == false else { return }
    finishDigits(dialog, nil)
  }

  /// Stops digits that go as events when the far end no longer accepts any, after a change of the session.
  func checkDigits(_ dialog: Dialog) {
    guard let run = dialog.digits, !run.isInfo, settings.digits != .inBand, dialog.sound?.takesEvents == false else { return }
    dialog.sound?.stopDigits()
    finishDigits(dialog, TransportError(.failed, "the far end no longer accepts digits as events", domain: "sip"))
  }

  /// Stops the digits of a cancelled action, and drops those of it that wait.
  func stopDigits(_ dialog: Dialog, _ action: Action) {
    dialog.digitQueue.removeAll { $0.action == action }
    guard dialog.digits?.action == action else { return }
    if dialog.digits?.isInfo == false { dialog.sound?.stopDigits() }
    finishDigits(dialog, TransportError(.cancelled))
  }

  /// Completes the action of the current digits, begins the next one, and runs what waits for the digits.
  private func finishDigits(_ dialog: Dialog, _ error: TransportError?) {
    guard let run = dialog.digits else { return }
    host.cancel(run.sounding)
    dialog.digits = nil
    if let error { host.fail(run.action, error) } else { host.fulfil(run.action) }
    while dialog.digits == nil, !dialog.digitQueue.isEmpty {
      let next = dialog.digitQueue.removeFirst()
      do { try begin(next.digits, dialog, next.action) } catch { host.fail(next.action, error) }
    }
    guard dialog.digits == nil else { return }
    guard error == nil, !run.isInfo else { return goOnAfterDigits(dialog) }
    host.cancel(dialog.tail)
    dialog.tail = host.after(Self.tail) { [unowned self] in
      dialog.tail = nil
      if dialog.digits == nil { goOnAfterDigits(dialog) }
    }
    if dialog.tail == nil { goOnAfterDigits(dialog) }
  }

  // MARK: after digits

  /// True while digits are being sent, or the last one may still be in the far end's jitter buffer.
  func isSendingDigits(_ dialog: Dialog) -> Bool { dialog.isUp && (dialog.digits != nil || dialog.tail != nil) }

  /// Runs `body` once the current digits have arrived.
  func afterDigits(_ dialog: Dialog, _ body: @escaping () -> Void) {
    dialog.afterDigits.append(body)
    guard dialog.patience == nil else { return }
    dialog.patience = host.after(Self.patience) { [unowned self] in
      dialog.patience = nil
      for action in dialog.digitQueue.map(\.action) + [dialog.digits?.action].compactMap(\.self) { stopDigits(dialog, action) }
      goOnAfterDigits(dialog)
    }
  }

  private func goOnAfterDigits(_ dialog: Dialog) {
    let bodies = dialog.afterDigits
    dialog.afterDigits = []
    host.cancel(dialog.patience)
    dialog.patience = nil
    for body in bodies { body() }
  }

  /// Drops the digits of an ended call, and what waits for them.
  func dropDigits(_ dialog: Dialog) {
    for timer in [dialog.digits?.sounding, dialog.tail, dialog.patience] { host.cancel(timer) }
    (dialog.digits, dialog.tail, dialog.patience, dialog.afterDigits, dialog.digitQueue) = (nil, nil, nil, [], [])
  }

  // MARK: INFO

  /// Sends the next digit as INFO (`application/dtmf-relay`), and waits while the far end plays it.
  private func sendDigit(_ dialog: Dialog) {
    guard let digit = dialog.digits?.rest.first else { return }
    let body = "Signal=\(digit)\r\nDuration=\(Self.infoLength)\r\n"
    with(dialog.number) { stack in body.withCString { csip_info(stack, dialog.number, "application/dtmf-relay", $0) } }
    dialog.digits?.isAnswered = false
    dialog.digits?.sounding = host.after(Self.infoDistance) { [unowned self] in
      dialog.digits?.sounding = nil
      goOn(dialog)
    }
  }

  /// Handles the far end's answer to a digit; when it refuses INFO, the remaining digits go into the audio.
  func infoAnswered(_ dialog: Dialog, _ status: Int, _ phrase: String) {
    guard let run = dialog.digits, run.isInfo, !run.isAnswered else { return }
    guard (200..<300).contains(status) else {
      if settings.digits == .auto, dialog.sound?.play(String(run.rest)) == true {
        host.cancel(run.sounding)
        dialog.digits = DigitRun(action: run.action)
      } else {
        finishDigits(
          dialog,
          TransportError(.failed, phrase, cause: CallVerdict.cause(of: status), native: Int32(clamping: status), domain: "sip"))
      }
      return
    }
    dialog.digits?.isAnswered = true
    goOn(dialog)
  }

  /// Sends the next INFO once the previous one is answered and its digit is over.
  private func goOn(_ dialog: Dialog) {
    guard let run = dialog.digits, run.isInfo, run.isAnswered, run.sounding == nil else { return }
    guard run.rest.count > 1 else { return finishDigits(dialog, nil) }
    dialog.digits?.rest.removeFirst()
    sendDigit(dialog)
  }

  /// Reports a digit from the far end's INFO, in either of the two common forms.
  func informed(_ dialog: Dialog, _ type: String, _ body: String) {
    let digit: Substring
    switch type.lowercased() {
    case "application/dtmf-relay":
      guard let line = body.split(whereSeparator: \.isNewline).first(where: { $0.lowercased().hasPrefix("signal") }),
        let equals = line.firstIndex(of: "=")
      else { return }
      digit = line[line.index(after: equals)...]
    case "application/dtmf": digit = body[...]
    default: return
    }
    let text = digit.filter { !$0.isWhitespace }.uppercased()
    host.digits(dialog.call, text == "10" ? "*" : text == "11" ? "#" : text)
  }
}
