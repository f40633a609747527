internal import TransportKit

/// The common number behaviours, as lists of steps.
enum Behaviour {
  static let ringOut: [Step] = [.proceed, .ring, .waitForNoAnswer, .hangUp(.noAnswer)]
  static let busy: [Step] = [.proceed, .tone(.tone(.busy)), .hangUp(.busy)]
  static let unallocated: [Step] = [.tone(.tone(.unallocated)), .hangUp(.unallocated)]
  static let noCircuit: [Step] = [.tone(.tone(.noCircuit)), .hangUp(.congestion)]
  static let congestion: [Step] = [.tone(.tone(.reorder)), .hangUp(.congestion)]

  /// Rings for `delay` and then answers; without a delay, answers at once.
  static func answer(after delay: Duration?) -> [Step] {
    delay.map { [.proceed, .ring, .wait($0), .answer] } ?? [.proceed, .answer]
  }

  /// Is busy, and calls us back one second later.
  static func callBack(
    isWithheld: Bool = false, ringing: [Step] = [.waitForNoAnswer, .hangUp(.noAnswer)]
  ) -> [Step] {
    [.proceed, .callBack(CallBack(after: .seconds(1), isWithheld: isWithheld, ringing: ringing)), .hangUp(.busy)]
  }

  /// Is busy, and calls back twice: the second call arrives while the first still rings.
  static let callBackTwice: [Step] = [
    .proceed, .callBack(CallBack(after: .seconds(1))), .callBack(CallBack(after: .seconds(2), from: "41")), .hangUp(.busy),
  ]

  /// Glare: both ends seize the line at once, and the incoming call wins.
  static let glare: [Step] = [.callBack(CallBack()), .proceed, .tone(.tone(.busy)), .hangUp(.busy)]

  /// Reports every state that may come before an answer, in the wrong order.
  ///
  /// TransportKit drops reports that are never valid, such as ringing after the answer, so no transport can send them.
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
  /// The network lost the call (Q.850: temporary failure).
  static let temporaryFailure = Cause(rawValue: 41)
  /// The called party has a new number (Q.850: number changed).
  static let numberChanged = Cause(rawValue: 22)
  /// The far end does not support this kind of call (Q.850: incompatible destination).
  static let incompatible = Cause(rawValue: 88)
  /// Calls were forwarded in a circle (Q.850: exchange routing error).
  static let routing = Cause(rawValue: 25)
}
