internal import ConformanceKit
internal import TransportLoader

/// What a transport offers to the demo: the member `x-demo` of its manifest, a number for each thing that a far end can do.
///
/// ```json
/// "x-demo": {"answers": "5550100", "calls-back": "5550110", "deaf-to-hold": "5550114", "echoes": "5550100"}
/// ```
struct DemoOffer: Equatable, Sendable {
  /// What is behind a number.
  enum Number: String, CaseIterable, Sendable {
    /// It answers at once.
    case answers
    /// It is busy, and calls back a second later.
    case callsBack = "calls-back"
    /// It answers, and never completes a hold.
    case deafToHold = "deaf-to-hold"
    /// It answers, and sends back what it hears.
    case echoes
    /// It answers, and speaks for some seconds.
    case speaks
  }

  /// The transport's id.
  var id: String
  /// What it is written in, for people.
  var language: String?
  /// The numbers that it offers.
  var numbers: [Number: String]
  /// How its instance is configured; empty: by all defaults.
  var configuration = ""

  init(id: String, language: String?, numbers: [Number: String], configuration: String = "") {
    self.id = id
    self.language = language
    self.numbers = numbers
    self.configuration = configuration
  }

  /// What the manifest at `path` offers; nil: nothing that the demo understands.
  init?(manifest path: String) {
    guard let bytes = try? SmallFile.read(path, limit: 1 << 20), let tree = try? JSONTree.read(bytes) else { return nil }
    self.init(manifest: tree)
  }

  init?(manifest: JSONTree) {
    guard case .object(let members) = manifest, case .string(let id)? = members["id"], case .object(let offer)? = members["x-demo"]
    else { return nil }
    var numbers: [Number: String] = [:]
    for number in Number.allCases {
      if case .string(let text)? = offer[number.rawValue] { numbers[number] = text }
    }
    guard !numbers.isEmpty else { return nil }
    self.id = id
    if case .string(let text)? = members["language"] { language = text }
    self.numbers = numbers
  }
}
