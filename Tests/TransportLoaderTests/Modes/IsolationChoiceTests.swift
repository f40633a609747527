import Testing

@testable import TransportLoader

/// The mode of a provider, as a table (docs/isolation.md, "Modes").
@Suite struct IsolationChoiceTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var choice: IsolationChoice
    var manifest: TransportManifest.Isolation
    var trouble: String?
    /// `inside`, `process` or `refused`, with a word of the warning or the reason.
    var expected: String
    var words: [String]
    var testDescription: String { "\(expected): \(choice) \(manifest) \(trouble ?? "helper")" }

    init(
      _ expected: String, _ manifest: TransportManifest.Isolation = .allowed, provider: IsolationMode? = nil,
      configuration: IsolationMode? = nil, option: IsolationMode? = nil, usual: IsolationMode = .inside, trouble: String? = nil,
      words: [String] = []
    ) {
      choice = IsolationChoice(provider: provider, configuration: configuration, option: option, usual: usual)
      (self.manifest, self.trouble, self.expected, self.words) = (manifest, trouble, expected, words)
    }
  }

  static let rows: [Row] = [
    // The first that is said counts.
    Row("inside"), Row("process", usual: .process), Row("process", option: .process), Row("inside", option: .inside, usual: .process),
    Row("inside", configuration: .inside, option: .process), Row("process", configuration: .process, option: .inside),
    Row("process", provider: .process, configuration: .inside, option: .inside),
    Row("inside", provider: .inside, configuration: .process, option: .process, usual: .process),
    // A manifest comes before the program's default only.
    Row("inside", .never, usual: .process), Row("process", .required), Row("inside", .preferred),
    Row("process", .preferred, usual: .process),
    // The operator overrides it, with a warning that names both.
    Row("process", .never, provider: .process, words: ["the provider's isolation says process", "its manifest says never"]),
    Row("process", .never, configuration: .process, words: ["the configuration's isolation says process", "its manifest says never"]),
    Row("process", .never, option: .process, words: ["--isolation says process", "its manifest says never"]),
    Row("inside", .required, provider: .inside, words: ["the provider's isolation says inside", "its manifest says required"]),
    Row("inside", .required, option: .inside, words: ["--isolation says inside", "its manifest says required"]),
    Row("inside", .never, option: .inside), Row("process", .required, option: .process),
    // Without a helper (fault 34).
    Row("inside", .allowed, usual: .process, trouble: "no helper", words: ["runs inside", "no helper"]),
    Row("inside", .preferred, option: .process, trouble: "no helper", words: ["runs inside", "no helper"]),
    Row("inside", .never, provider: .process, trouble: "no helper", words: ["no helper"]),
    Row("refused", .required, trouble: "no helper", words: ["no helper"]),
    Row("refused", .required, option: .process, trouble: "no helper", words: ["no helper"]),
    // The helper does not matter to a transport that runs inside.
    Row("inside", trouble: "no helper"), Row("inside", .never, usual: .process, trouble: "no helper"),
    Row("inside", .required, option: .inside, trouble: "no helper", words: ["--isolation"]),
  ]

  @Test(arguments: rows) func theModeIsDecided(_ row: Row) {
    let (word, sentence): (String, String?) =
      switch row.choice.verdict(row.manifest, helperTrouble: row.trouble) {
      case .inside(let warning): ("inside", warning)
      case .process(let warning): ("process", warning)
      case .refused(let reason): ("refused", reason)
      }
    #expect(word == row.expected)
    #expect((sentence == nil) == row.words.isEmpty, "\(sentence ?? "")")
    for part in row.words { #expect(sentence?.contains(part) == true, "\(sentence ?? "")") }
  }
}
