internal import TransportKit

/// The usual ways in which a number behaves, as steps.
enum Behaviour {
  static let ringOut: [Step] = [.proceed, .ring, .waitForNoAnswer, .hangUp(.noAnswer)]
  static let busy: [Step] = [.proceed, .tone(.tone(.busy)), .hangUp(.busy)]
  static let unallocated: [Step] = [.tone(.tone(.unallocated)), .hangUp(.unallocated)]
  static let noCircuit: [Step] = [.tone(.tone(.noCircuit)), .hangUp(.congestion)]
  static let congestion: [Step] = [.tone(.tone(.reorder)), .hangUp(.congestion)]

  /// Rings for so long and answers; without, at once.
  static func answer(after delay: Duration?) -> [Step] {
    delay.map { [.proceed, .ring, .wait($0), .answer] } ?? [.proceed, .answer]
  }

  /// Is busy, and calls us a second later.
  static func callBack(
    isWithheld: Bool = false, ringing: [Step] = [.waitForNoAnswer, .hangUp(.noAnswer)]
  ) -> [Step] {
    [.proceed, .callBack(CallBack(after: .seconds(1), isWithheld: isWithheld, ringing: ringing)), .hangUp(.busy)]
  }

  /// Another call comes while the first is still ringing.
  static let callBackTwice: [Step] = [
    .proceed, .callBack(CallBack(after: .seconds(1))), .callBack(CallBack(after: .seconds(2), from: "41")), .hangUp(.busy),
  ]

  /// Both ends seize the line at once: theirs wins.
  static let glare: [Step] = [.callBack(CallBack()), .proceed, .tone(.tone(.busy)), .hangUp(.busy)]

  /// Every word that may come before an answer, none where it belongs.
  ///
  /// What may never come, such as ringing after the answer, the kit keeps from the host: a transport cannot say it.
  static let wrongOrder: [Step] = [
    .claim(.ringing), .claim(.earlyMedia), .claim(.connecting), .wait(.seconds(1)), .claim(.ringing), .claim(.connecting),
    .claim(.earlyMedia), .wait(.seconds(1)), .answer,
  ]

  static let allDigits: [Step] = [.wait(.seconds(1)), .play(.digits("0123456789*#ABCD")), .wait(.seconds(4)), .hangUp(.normal)]

  static let menu = Menu(
    keys: [
      "1": [.play(.speech("123"))],
      "2": [.listen(.echo)],
      "3": [.forward("00")],
      "9": [.hangUp(.normal)],
    ], otherwise: [.play(.tone(.reorder))])
}

extension Cause {
  /// The network lost the call (Q.850).
  static let temporaryFailure = Cause(rawValue: 41)
  /// Somebody has another number now (Q.850).
  static let numberChanged = Cause(rawValue: 22)
  /// The far end cannot take what the call is (Q.850: incompatible destination).
  static let incompatible = Cause(rawValue: 88)
  /// Calls were forwarded in a circle (Q.850: exchange routing error).
  static let routing = Cause(rawValue: 25)
}
