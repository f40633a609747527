import FoundationEssentials
import StrictJSON
import Testing

@Suite("Codable values as JSON")
struct JSONCodingTests {
  indirect enum Shape: Codable, Hashable {
    case point
    case circle(Int, name: String)
    case group([Shape])
    case inside(Shape?)
  }

  struct Record: Codable, Hashable {
    var text = "a/\"\\\n\u{1}\u{7F}é😀"
    var flag = true
    var number = -3
    var small: Int8 = -128
    var large: UInt64 = 1 << 63 | 1
    var fraction = 0.1
    var half: Float = 0.1
    var none: Int?
    var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var date = Date(timeIntervalSince1970: 1_700_000_000.25)
    var optionals: [Int?] = [1, nil]
    var named = ["b": 0.5, "a": 2]
    var numbered = [7: "seven"]
    var shapes: [Shape] = [.point, .circle(1, name: "c"), .group([.point, .group([])]), .inside(nil), .inside(.point)]
    var empty: [Shape] = []
  }

  @Test("A value has the text that Foundation's encoder gives it, and each decoder reads the other's text")
  func sameText() throws {
    let record = Record()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let theirs = try encoder.encode(record)
    let ours = try JSONValue(encoding: record).sorted.text
    #expect(ours == String(decoding: theirs, as: UTF8.self))
    #expect(try JSONReader.read(Array(theirs)).decoded() == record)
    #expect(try JSONDecoder().decode(Record.self, from: Data(ours.utf8)) == record)
  }

  @Test("A whole number keeps all its 64 bits", arguments: [0, 1 << 53 | 1, UInt64(Int64.max), 1 << 63, 1 << 63 | 1, .max])
  func wholeNumbers(_ number: UInt64) throws {
    let text = try JSONValue(encoding: [number]).text
    #expect(text == "[\(number)]")
    #expect(try JSONReader.read(Array(text.utf8)).decoded() == [number])
  }

  @Test("A number that is not finite is an error with its place", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(_ number: Double) throws {
    let error = try #require(throws: EncodingError.self) { try JSONValue(encoding: ["a": [0, number]]) }
    guard case .invalidValue(_, let context) = error else { throw error }
    #expect(context.codingPath.map(\.stringValue) == ["a", "Index 1"])
  }

  @Test(
    "An error of decoding is of the kind that Foundation's decoder throws, with the same place",
    arguments: [
      #"{"text":5}"#, "{}", "[]", #"{"text":null}"#, #"{"text":"","flag":1}"#, #"{"text":"","flag":true,"number":"1"}"#,
    ])
  func errors(_ text: String) throws {
    func facts(_ error: DecodingError) -> [String] {
      switch error {
      case .typeMismatch(let type, let context): ["type", "\(type)"] + context.codingPath.map(\.stringValue)
      case .valueNotFound(let type, let context): ["value", "\(type)"] + context.codingPath.map(\.stringValue)
      case .keyNotFound(let key, let context): ["key", key.stringValue] + context.codingPath.map(\.stringValue)
      default: ["\(error)"]
      }
    }
    let theirs = try #require(throws: DecodingError.self) { try JSONDecoder().decode(Record.self, from: Data(text.utf8)) }
    let ours = try #require(throws: DecodingError.self) { try JSONReader.read(Array(text.utf8)).decoded(as: Record.self) }
    #expect(facts(ours) == facts(theirs))
  }

  @Test("A number that is not whole or out of range is no integer", arguments: ["[0.5]", "[256]", "[-1]", "[1e30]"])
  func range(_ text: String) throws {
    #expect(throws: DecodingError.self) { try JSONReader.read(Array(text.utf8)).decoded(as: [UInt8].self) }
  }
}
