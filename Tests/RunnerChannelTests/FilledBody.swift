internal import Testing

@testable internal import RunnerChannel

/// Fills every field of a body with a value of its own.
struct BodyFiller: FrameLayout {
  private var next: UInt32 = 1

  /// A body whose fields all differ.
  static func filled<Body: FrameBody>(_: Body.Type) throws -> Body {
    var filler = BodyFiller()
    var body = Body()
    try body.lay(&filler)
    return body
  }

  mutating func word(_ value: inout UInt32) {
    value = 0x8000_0000 + next
    next += 1
  }

  mutating func long(_ value: inout UInt64) {
    value = 0x8877_6655_0000_0000 + UInt64(next)
    next += 1
  }

  mutating func flag(_ value: inout Bool) { value = true }
  mutating func zero() {}
  mutating func count(_ value: inout UInt32, limit: UInt32) { value = min(3, limit) }

  mutating func text(_ value: inout FrameText) {
    value = FrameText(String(repeating: "é", count: Int(next % 5)) + "\(next)")
    next += 1
  }

  func refuse() throws(FrameFault) { throw .field(type: 0) }
}

/// The types of both directions, with what the tests need of them.
struct AnyFrameType: CustomTestStringConvertible, Sendable {
  var number: UInt16
  var name: String
  var body: any FrameBody.Type

  var testDescription: String { name }

  static let all: [AnyFrameType] =
    OrderType.allCases.map { AnyFrameType(number: $0.rawValue, name: "order \($0)", body: $0.body) }
    + WordType.allCases.map { AnyFrameType(number: $0.rawValue, name: "word \($0)", body: $0.body) }
}
