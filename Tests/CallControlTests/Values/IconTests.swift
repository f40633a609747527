import CallControl
import FoundationEssentials
import Testing

@Suite("Icons of providers and their buttons")
struct IconTests {
  /// Bytes, and their Base64 (RFC 4648 section 10).
  static let vectors = [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ]

  @Test("An icon is written and read as Base64", arguments: vectors)
  func base64(_ bytes: String, _ text: String) {
    #expect(Icon(Array(bytes.utf8)).base64 == text)
    #expect(Icon(base64: text) == Icon(Array(bytes.utf8)))
  }

  @Test(
    "A text that is not Base64 with its padding is no icon",
    arguments: ["Z", "Zg", "Zg=", "Zg===", "Z===", "====", "Zm9v\n", "Zm9*", "Zg==Zg==", "é"])
  func refused(_ text: String) {
    #expect(Icon(base64: text) == nil)
  }

  @Test("iconTemplateImageData: the bytes come back, and JSON has them as Foundation's coders write Data")
  func data() throws {
    let bytes = Data((0...255).map { UInt8($0) })
    var configuration = ProviderConfiguration(localizedName: "A")
    configuration.iconTemplateImageData = bytes
    configuration.callButton = CallButton(title: "Send a banana", iconTemplateImageData: bytes)
    let json = try JSONEncoder().encode(configuration)
    struct Written: Decodable {
      struct Button: Decodable { var iconTemplateImageData: Data }
      var iconTemplateImageData: Data
      var callButton: Button
    }
    let written = try JSONDecoder().decode(Written.self, from: json)
    #expect(written.iconTemplateImageData == bytes && written.callButton.iconTemplateImageData == bytes)
    let read = try JSONDecoder().decode(ProviderConfiguration.self, from: json)
    #expect(read == configuration && read.iconTemplateImageData == bytes && read.callButton?.iconTemplateImageData == bytes)
    configuration.iconTemplateImageData = nil
    #expect(configuration.iconTemplateImageData == nil && configuration != read)
  }
}
