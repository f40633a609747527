internal import TransportKit

// The form of scripts in a parcel.

extension Step {
  /// The most levels of scripts within scripts.
  private static let deepest = 16
  /// The most steps of one script.
  private static let mostSteps = 10_000

  /// Writes a script.
  static func write(_ steps: [Step], to parcel: ParcelWriter) { parcel.write(list: steps) { $0.write(to: parcel) } }

  private func write(to parcel: ParcelWriter) {
    parcel.write(number)
    switch self {
    case .wait(let duration), .cutLine(let duration), .restart(let duration): parcel.write(duration)
    case .tone(let sound), .play(let sound): sound.write(to: parcel)
    case .repeatDigits(let form): parcel.write(place: form)
    case .listen(let listening): listening.write(to: parcel)
    case .menu(let menu): menu.write(to: parcel)
    case .hangUp(let cause): parcel.write(cause)
    case .forward(let target): parcel.write(target)
    case .chance(let probability, let steps):
      parcel.write(probability)
      Self.write(steps, to: parcel)
    case .callBack(let back): back.write(to: parcel)
    case .claim(let state): parcel.write(state)
    case .waitForNoAnswer, .proceed, .ring, .answer, .hold, .resume, .quiet, .answerElsewhere, .declineElsewhere, .vanish: break
    }
  }

  /// Its number in a parcel.
  private var number: UInt8 {
    switch self {
    case .wait: 0
    case .waitForNoAnswer: 1
    case .tone: 2
    case .proceed: 3
    case .ring: 4
    case .answer: 5
    case .hold: 6
    case .resume: 7
    case .play: 8
    case .quiet: 9
    case .repeatDigits: 10
    case .listen: 11
    case .menu: 12
    case .hangUp: 13
    case .forward: 14
    case .chance: 15
    case .callBack: 16
    case .answerElsewhere: 17
    case .declineElsewhere: 18
    case .claim: 19
    case .vanish: 20
    case .cutLine: 21
    case .restart: 22
    }
  }

  /// Reads a script.
  static func list(from parcel: ParcelReader, depth: Int = 0) throws(TransportError) -> [Step] {
    try parcel.check(depth < deepest, "a script has too many levels")
    return try parcel.list(atMost: mostSteps) { () throws(TransportError) in try step(from: parcel, depth) }
  }

  private static func step(from parcel: ParcelReader, _ depth: Int) throws(TransportError) -> Step {
    switch try parcel.integer(UInt8.self, in: 0...22) {
    case 0: .wait(try parcel.duration())
    case 1: .waitForNoAnswer
    case 2: .tone(try Sound(from: parcel))
    case 3: .proceed
    case 4: .ring
    case 5: .answer
    case 6: .hold
    case 7: .resume
    case 8: .play(try Sound(from: parcel))
    case 9: .quiet
    case 10: .repeatDigits(try parcel.place())
    case 11: .listen(try Listening(from: parcel))
    case 12: .menu(try Menu(from: parcel, depth + 1))
    case 13: .hangUp(try parcel.cause())
    case 14: .forward(try parcel.text())
    case 15: .chance(try parcel.double(in: 0...1), try list(from: parcel, depth: depth + 1))
    case 16: .callBack(try CallBack(from: parcel, depth + 1))
    case 17: .answerElsewhere
    case 18: .declineElsewhere
    case 19: .claim(try parcel.value())
    case 20: .vanish
    case 21: .cutLine(try parcel.duration())
    default: .restart(try parcel.duration())
    }
  }
}

extension Menu {
  func write(to parcel: ParcelWriter) {
    parcel.write(list: keys.sorted { $0.key < $1.key }) { key, steps in
      parcel.write(String(key))
      Step.write(steps, to: parcel)
    }
    Step.write(otherwise, to: parcel)
  }

  init(from parcel: ParcelReader, _ depth: Int) throws(TransportError) {
    for (key, steps) in try parcel.list(
      atMost: 16, each: 8,
      { () throws(TransportError) in
        (try parcel.text(atMost: 4), try Step.list(from: parcel, depth: depth))
      })
    {
      guard let digit = key.first, key.count == 1 else { throw TransportError(.invalid, "\(key) is no key of a menu") }
      keys[digit] = steps
    }
    otherwise = try Step.list(from: parcel, depth: depth)
  }
}

extension CallBack {
  func write(to parcel: ParcelWriter) {
    parcel.write(after)
    parcel.write(optional: from) { parcel.write($0) }
    parcel.write(isWithheld)
    parcel.write(isUnavailable)
    parcel.write(optional: divertedFrom) { parcel.write($0) }
    Step.write(ringing, to: parcel)
    Step.write(answered, to: parcel)
  }

  init(from parcel: ParcelReader, _ depth: Int) throws(TransportError) {
    after = try parcel.duration()
    from = try parcel.optional { () throws(TransportError) in try parcel.text() }
    isWithheld = try parcel.boolean()
    isUnavailable = try parcel.boolean()
    divertedFrom = try parcel.optional { () throws(TransportError) in try parcel.text() }
    ringing = try Step.list(from: parcel, depth: depth)
    answered = try Step.list(from: parcel, depth: depth)
  }
}

extension Sound {
  func write(to parcel: ParcelWriter) {
    switch self {
    case .tone(let tone):
      parcel.write(UInt8(0))
      parcel.write(place: tone)
    case .file(let path):
      parcel.write(UInt8(1))
      parcel.write(path)
    case .digits(let digits):
      parcel.write(UInt8(2))
      parcel.write(digits)
    case .speech(let digits):
      parcel.write(UInt8(3))
      parcel.write(digits)
    case .sine(let hertz):
      parcel.write(UInt8(4))
      parcel.write(hertz)
    case .noise(let level):
      parcel.write(UInt8(5))
      parcel.write(level)
    }
  }

  init(from parcel: ParcelReader) throws(TransportError) {
    switch try parcel.integer(UInt8.self, in: 0...5) {
    case 0: self = .tone(try parcel.place())
    case 1: self = .file(try parcel.text())
    case 2: self = .digits(try parcel.text(atMost: 1_000))
    case 3: self = .speech(try parcel.text(atMost: 1_000))
    case 4: self = .sine(try parcel.double(in: 50...3_900))
    default: self = .noise(try parcel.double(in: -80...0))
    }
  }
}

extension Listening {
  fileprivate func write(to parcel: ParcelWriter) {
    switch self {
    case .ignore: parcel.write(UInt8(0))
    case .echo: parcel.write(UInt8(1))
    case .record(let name):
      parcel.write(UInt8(2))
      parcel.write(name)
    case .room(let name):
      parcel.write(UInt8(3))
      parcel.write(name)
    }
  }

  fileprivate init(from parcel: ParcelReader) throws(TransportError) {
    switch try parcel.integer(UInt8.self, in: 0...3) {
    case 0: self = .ignore
    case 1: self = .echo
    case 2: self = .record(try parcel.text())
    default: self = .room(try parcel.text())
    }
  }
}

extension ParcelWriter {
  /// Writes a value of an enumeration without numbers, as its place among all.
  fileprivate func write<Value: CaseIterable & Equatable>(place value: Value) {
    write(UInt8(Value.allCases.enumerated().first { $0.element == value }?.offset ?? 0))
  }
}

extension ParcelReader {
  /// Reads a Q.850 cause, which has seven bits.
  func cause() throws(TransportError) -> Cause { Cause(rawValue: try integer(in: 0...127)) }

  /// Reads a value of an enumeration without numbers.
  fileprivate func place<Value: CaseIterable>(_ type: Value.Type = Value.self) throws(TransportError) -> Value {
    let place = Int(try integer(UInt8.self))
    guard place < Value.allCases.count else { throw TransportError(.outOfRange, "\(place) is no \(type)") }
    return Value.allCases[Value.allCases.index(Value.allCases.startIndex, offsetBy: place)]
  }
}
