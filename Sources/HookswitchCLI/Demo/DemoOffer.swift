internal import StrictJSON
internal import TransportLoader

/// The numbers that a transport offers to the demo: the member `x-demo` of its manifest.
///
/// Each number reaches a far end with one behaviour.
///
/// ```json
/// "x-demo": {"answers": "5550100", "calls-back": "5550110", "deaf-to-hold": "5550114", "echoes": "5550100"}
/// ```
struct DemoOffer: Equatable, Sendable {
  /// The behaviour of the far end at a number.
  enum Number: String, CaseIterable, Sendable {
    /// Answers at once.
    case answers
    /// Is busy, and calls back a second later.
    case callsBack = "calls-back"
    /// Answers, and never completes a hold.
    case deafToHold = "deaf-to-hold"
    /// Answers, and sends back the audio that it receives.
    case echoes
    /// Answers, and speaks for some seconds.
    case speaks
  }

  /// The transport's id.
  var id: String
  /// The language of its code, for display.
  var language: String?
  /// The offered numbers.
  var numbers: [Number: String]
  /// The configuration of its instance; empty for the defaults.
  var configuration = ""

  init(id: String, language: String?, numbers: [Number: String], configuration: String = "") {
    self.id = id
    self.language = language
    self.numbers = numbers
    self.configuration = configuration
  }

  /// Reads the manifest at `path`; nil when it offers nothing that the demo knows.
  init?(manifest path: String) {
    guard let bytes = try? InputFile.read(path, limit: 1 << 20), let tree = try? JSONReader.read(bytes) else { return nil }
    self.init(manifest: tree)
  }

  init?(manifest: JSONValue) {
    guard let id = manifest["id"]?.string, let offer = manifest["x-demo"], case .object = offer else { return nil }
    var numbers: [Number: String] = [:]
    for number in Number.allCases {
      numbers[number] = offer[number.rawValue]?.string
    }
    guard !numbers.isEmpty else { return nil }
    self.id = id
    language = manifest["language"]?.string
    self.numbers = numbers
  }
}
