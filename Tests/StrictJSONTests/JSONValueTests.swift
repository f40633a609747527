import StrictJSON
import Testing

@Suite("JSON values and their text")
struct JSONValueTests {
  private let value: JSONValue = .object(of: [
    "b": .array([.integer(-2500), .bool(true), .null, .string("x\n\té😀\"\\/\u{7F}"), .number(0.1), .number(1e300)]), "none": nil,
    "a": .object(of: ["d": .strings(["x"]), "c": .object([])]),
  ])

  @Test("Members are written in their order, and in alphabetical order once they are sorted")
  func order() {
    #expect(value.text == #"{"b":[-2500,true,null,"x\n\u0009é😀\"\\/\#u{7F}",0.1,1e+300],"a":{"d":["x"],"c":{}}}"#)
    #expect(value.sorted.text.hasPrefix(#"{"a":{"c":{},"d":["x"]},"b":["#))
    #expect(JSONValue.object(of: ["a": .array([.integer(1), .array([])])]).pretty() == "{\n  \"a\": [\n    1,\n    []\n  ]\n}")
  }

  @Test("Each character is written so that it is read again, alone and among others")
  func characters() throws {
    for scalar in (0..<UInt8(0x80)).map({ Unicode.Scalar($0) }) + ["é", "\u{2028}", "😀", "\u{FFFD}"] {
      let value = JSONValue.object([JSONValue.Member(name: "n\(scalar)", value: .strings(["\(scalar)", "a\(scalar)b", "é\(scalar)\u{1}"]))])
      #expect(try JSONReader.read(Array(value.text.utf8)) == value, "\(scalar.value)")
      // RFC 8259 section 7: these and no others must be escaped; the writer escapes no more.
      let isEscaped = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
      #expect((JSONValue.quote("\(scalar)") != "\"\(scalar)\"") == isEscaped, "\(scalar.value)")
    }
    #expect(JSONValue.quote("\u{1F}\r") == #""\u001f\u000d""#)
  }

  @Test("Whole numbers of 64 bits are exact, and one number has one form")
  func numbers() {
    #expect(JSONValue.integer(UInt64(1) << 53 + 1).text == "9007199254740993")
    #expect(JSONValue.integer(Int64.min).text == "-9223372036854775808")
    #expect(JSONValue.integer(UInt64.max).text == "1.8446744073709552e+19")
    #expect(JSONValue.number(JSONNumber(3.0)) == .integer(3))
    #expect(JSONValue.number(3.5) != .integer(3))
    #expect(JSONValue.number(JSONNumber(-0.0)).text == "0")
    // JSON has no word for these.
    #expect(JSONValue.array([.number(JSONNumber(Double.nan)), .number(JSONNumber(Double.infinity))]).text == "[null,null]")
    #expect(UInt8(exactly: JSONNumber(256)) == nil && UInt8(exactly: JSONNumber(255)) == 255)
    #expect(Int(exactly: JSONNumber(0.5)) == nil)
  }

  @Test("Values of another kind give nil")
  func access() {
    #expect(value["a"]?["d"]?.strings == ["x"])
    #expect(value["b"]?.array?.first?.integer == -2500)
    #expect(value["none"] == nil && value["b"]?["a"] == nil && value.string == nil && value.integer == nil && value.array == nil)
    #expect(value["b"]?.strings == nil && JSONValue.number(1.5).integer == nil)
    #expect(JSONValue.string("x").string == "x")
  }
}
