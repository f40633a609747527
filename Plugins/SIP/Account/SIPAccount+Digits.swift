internal import CSIPStack
internal import TransportKit

extension SIPAccount: DTMFTransport {
  /// More than any menu or card wants; less than the engine has room for.
  private static let digitsAtOnce = 64

  /// Digits as the settings have it: events (RFC 4733), INFO, or the sound of keys.
  func play(_ digits: String, on call: Call, timing: DigitTiming, action: Action) throws(TransportError) -> Outcome {
    guard let dialog = calls[call] else { throw TransportError(.noSuchCall) }
    guard digits.utf8.count <= Self.digitsAtOnce else {
      throw TransportError(.outOfRange, "at most \(Self.digitsAtOnce) digits at once: they take a fifth of a second each", domain: "sip")
    }
    guard dialog.digits == nil else { throw TransportError(.busy, "other digits are on their way", domain: "sip") }
    switch settings.digits {
    case .events, .auto:
      if let sound = dialog.sound, sound.takesEvents {
        guard sound.send(digits) else { throw TransportError(.busy, "too many digits are on their way", domain: "sip") }
        return .done
      }
      guard settings.digits == .auto else {
        throw TransportError(
          .notSupported, "the far end takes no digits as events (RFC 4733), and /dtmf asks for nothing else", domain: "sip")
      }
    case .inBand:
      guard dialog.sound?.play(digits) == true else {
        throw TransportError(.wrongState, "the call sends no sound that digits could be heard in", domain: "sip")
      }
      return .done
    case .info: break
    }
    dialog.digits = InfoDigits(action: action, rest: digits[...])
    sendDigit(dialog)
    return .pending
  }

  /// The next digit as INFO (every PBX knows `application/dtmf-relay`).
  private func sendDigit(_ dialog: Dialog) {
    guard let digit = dialog.digits?.rest.first else { return }
    let body = "Signal=\(digit)\r\nDuration=160\r\n"
    with { stack in body.withCString { csip_info(stack, dialog.number, "application/dtmf-relay", $0) } }
  }

  /// What the far end says to a digit; where it does not take them so, they can still be heard.
  func infoAnswered(_ dialog: Dialog, _ status: Int, _ phrase: String) {
    guard var digits = dialog.digits else { return }
    guard (200..<300).contains(status) else {
      dialog.digits = nil
      if settings.digits == .auto, dialog.sound?.play(String(digits.rest)) == true {
        host.fulfil(digits.action)
      } else {
        host.fail(
          digits.action,
          TransportError(.failed, phrase, cause: CallVerdict.cause(of: status), native: Int32(clamping: status), domain: "sip"))
      }
      return
    }
    digits.rest.removeFirst()
    guard digits.rest.isEmpty else {
      dialog.digits = digits
      return sendDigit(dialog)
    }
    dialog.digits = nil
    host.fulfil(digits.action)
  }

  /// An INFO of the far end's: a digit, as one of the two forms in use.
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
