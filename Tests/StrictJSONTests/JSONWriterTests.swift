import StrictJSON
import Testing

@Suite("JSON writer: text and values from one description")
struct JSONWriterTests {
  private struct Thing: JSONWritable {
    var inner: [Thing] = []

    func write(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.member("text", "a\"b")
        writer.member("none", nil as String?)
        writer.member("number", -5)
        writer.member("large", UInt64(1) << 60)
        writer.member("noNumber", nil as Int?)
        writer.member("true", true)
        writer.member("inner", list: inner)
        writer.member("value", JSONValue.array([.null, .integer(1), .object([])]))
        writer.member("noValue", nil as JSONValue?)
        writer.name("n\"\n")
        writer.array { writer in
          writer.null()
          writer.number(JSONNumber(0.5))
          writer.characters(3) { place in for at in 0..<3 { place[at] = UInt8(ascii: "x") } }
          writer.either(text: { Array("[2]".utf8) }, value: { .array([.integer(2)]) })
        }
      }
    }
  }

  @Test("The text of a value that writes itself is the text of its value, and reads back as it")
  func forms() throws {
    let thing = Thing(inner: [Thing(), Thing(inner: [Thing()])])
    let value = JSONValue(writing: thing)
    let text = thing.jsonText()
    #expect(String(decoding: text, as: UTF8.self) == value.text)
    #expect(try JSONReader.read(text) == value)
    #expect(
      String(decoding: Thing().jsonText(capacity: 4), as: UTF8.self)
        == #"{"text":"a\"b","number":-5,"large":1152921504606846976,"true":true,"inner":[],"#
        + #""value":[null,1,{}],"n\"\n":[null,0.5,"xxx",[2]]}"#)
  }

  @Test("Each plain value is a whole value, and a line can end after it")
  func plain() {
    for value in [JSONValue.null, .bool(false), .integer(0), .number(JSONNumber(Double.nan)), .string(""), .array([]), .object([])] {
      var writer = JSONWriter()
      value.write(to: &writer)
      writer.end(with: UInt8(ascii: "\n"))
      #expect(String(decoding: writer.bytes, as: UTF8.self) == value.text + "\n")
      if value.text != "null" { #expect(JSONValue(writing: value) == value) }
    }
  }
}
