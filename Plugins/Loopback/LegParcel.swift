internal import TransportKit

// The form of calls and scripts in a parcel.

extension Leg {
  /// Writes the call.
  ///
  /// - Parameter due: The time of its timer, if one runs.
  func write(to parcel: ParcelWriter, due: UInt64?) {
    parcel.write(call)
    parcel.write(kind)
    parcel.write(handle)
    parcel.write(farEnd.number)
    parcel.write(farEnd.end)
    parcel.write(end)
    Step.write(steps, to: parcel)
    parcel.write(UInt32(next))
    parcel.write(optional: due) { parcel.write($0) }
    parcel.write(faults)
    for mark in [isActive, isRinging, isEnded, isHeld, isHeldByFarEnd, isMuted, hasEarlyMedia] { parcel.write(mark) }
    parcel.write(digits)
    parcel.write(group)
    parcel.write(cause)
    parcel.write(transferred)
    parcel.write(voice)
    parcel.write(hertz)
    parcel.write(tone)
    parcel.write(optional: sound?.stream.memory ?? heard?.memory) { $0.write(to: parcel) }
  }

  /// The largest id of an end of a circuit.
  private static let mostEnds: UInt64 = 1 << 48

  /// Reads a call, and the time of its timer.
  static func read(from parcel: ParcelReader) throws(TransportError) -> (leg: Leg, due: UInt64?) {
    let (call, kind, handle) = (Call(id: try parcel.integer()), try parcel.text(), try parcel.text())
    let number: UInt8 = try parcel.integer()
    let (far, near) = (try parcel.integer(in: 0...mostEnds), try parcel.integer(in: 0...mostEnds))
    let farEnd = try FarEnd(number, end: far, parcel)
    try parcel.check((near == 0) == !farEnd.isInstance && far != near || near == 0 && far == 0, "call \(call.id) has half a circuit")
    let steps = try Step.list(from: parcel)
    let leg = Leg(call, kind, handle, farEnd, end: near, steps: steps)
    leg.next = Int(try parcel.integer(UInt32.self, in: 0...UInt32(steps.count)))
    let due = try parcel.optional { () throws(TransportError) in try parcel.integer(UInt64.self) }
    leg.faults = Faults(rawValue: try parcel.integer(in: 0...31))
    leg.isActive = try parcel.boolean()
    leg.isRinging = try parcel.boolean()
    leg.isEnded = try parcel.boolean()
    leg.isHeld = try parcel.boolean()
    leg.isHeldByFarEnd = try parcel.boolean()
    leg.isMuted = try parcel.boolean()
    leg.hasEarlyMedia = try parcel.boolean()
    leg.digits = try parcel.text()
    leg.group = try parcel.integer(in: 0...Int.max / 2)
    leg.cause = try parcel.cause()
    leg.transferred = try parcel.text()
    leg.voice = try parcel.value()
    leg.hertz = try parcel.integer(in: 0...20_000)
    leg.lastTone = try parcel.integer()
    leg.heard = try parcel.optional { () throws(TransportError) in Leg.HeardBefore(try VoiceStream.Memory(from: parcel)) }
    return (leg, due)
  }
}

extension Leg.FarEnd {
  fileprivate var number: UInt8 {
    switch self {
    case .script: 0
    case .test: 1
    case .instance: 2
    }
  }

  fileprivate init(_ number: UInt8, end: UInt64, _ parcel: ParcelReader) throws(TransportError) {
    switch number {
    case 0: self = .script
    case 1: self = .test
    case 2: self = .instance(end: end)
    default: throw TransportError(.outOfRange, "there is no far end of the kind \(number)")
    }
  }
}

extension Step {
  /// The most levels of scripts within scripts.
  private static let deepest = 4

  /// Writes a script.
  static func write(_ steps: [Step], to parcel: ParcelWriter) { parcel.write(list: steps) { $0.write(to: parcel) } }

  private func write(to parcel: ParcelWriter) {
    switch self {
    case .wait(let duration):
      parcel.write(UInt8(0))
      parcel.write(duration)
    case .waitForNoAnswer: parcel.write(UInt8(1))
    case .connecting: parcel.write(UInt8(2))
    case .ring: parcel.write(UInt8(3))
    case .earlyMedia: parcel.write(UInt8(4))
    case .answer: parcel.write(UInt8(5))
    case .hold: parcel.write(UInt8(6))
    case .resume: parcel.write(UInt8(7))
    case .digits(let digits):
      parcel.write(UInt8(8))
      parcel.write(digits)
    case .hangUp(let cause):
      parcel.write(UInt8(9))
      parcel.write(cause)
    case .answerElsewhere: parcel.write(UInt8(10))
    case .callBack(let steps):
      parcel.write(UInt8(11))
      Self.write(steps, to: parcel)
    }
  }

  /// Reads a script.
  static func list(from parcel: ParcelReader, depth: Int = 0) throws(TransportError) -> [Step] {
    try parcel.check(depth < deepest, "a script has too many levels")
    return try parcel.list(atMost: 1_000) { () throws(TransportError) in try step(from: parcel, depth) }
  }

  private static func step(from parcel: ParcelReader, _ depth: Int) throws(TransportError) -> Step {
    switch try parcel.integer(UInt8.self, in: 0...11) {
    case 0: .wait(try parcel.duration())
    case 1: .waitForNoAnswer
    case 2: .connecting
    case 3: .ring
    case 4: .earlyMedia
    case 5: .answer
    case 6: .hold
    case 7: .resume
    case 8: .digits(try parcel.text())
    case 9: .hangUp(try parcel.cause())
    case 10: .answerElsewhere
    default: .callBack(try list(from: parcel, depth: depth + 1))
    }
  }
}

extension VoiceStream.Memory {
  func write(to parcel: ParcelWriter) {
    parcel.write(angle)
    for number in [meter.last, meter.energy, meter.first, meter.latest] { parcel.write(number) }
    parcel.write(UInt32(meter.samples))
    parcel.write(UInt32(meter.crossings))
    parcel.write(meter.hertz)
  }

  init(from parcel: ParcelReader) throws(TransportError) {
    angle = try parcel.double(in: -7...7)
    meter.last = try parcel.double(in: -32_768...32_767)
    meter.energy = try parcel.double(in: 0...1e16)
    meter.first = try parcel.double()
    meter.latest = try parcel.double()
    // A window has a tenth of a second.
    meter.samples = Int(try parcel.integer(UInt32.self, in: 0...96_000))
    meter.crossings = Int(try parcel.integer(UInt32.self, in: 0...96_000))
    meter.hertz = try parcel.integer(in: 0...200_000)
  }
}

extension ParcelReader {
  /// Reads a Q.850 cause, which has seven bits.
  func cause() throws(TransportError) -> Cause { Cause(rawValue: try integer(in: 0...127)) }
}
