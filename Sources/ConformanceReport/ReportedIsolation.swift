/// The place of a plugin during its tests, and the means that kept it from other processes.
public struct ReportedIsolation: Sendable, Hashable {
  /// `inside`, `apart` or `process`.
  public let place: String
  /// The means, in words.
  public let means: String

  /// True when the plugin shared a process with each test, so that it could forge the whole verdict.
  public var canBeForged: Bool { place == "inside" }

  package init(place: String, means: String) { (self.place, self.means) = (place, means) }

  /// Both in one sentence.
  package var sentence: String {
    let forging =
      canBeForged
      ? "the plugin shares the test's process, so a hostile one can forge the verdict"
      : "the verdict comes from another process than the plugin's"
    return "isolation \(place), confined by \(means); \(forging)"
  }
}
