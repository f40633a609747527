/// The way that sound takes at present: what an open device stands for.
public struct AudioPath: Hashable, Codable, Sendable {
  /// What the far end is heard from, by its name for people; nil where there is nothing to hear with.
  public var output: String?
  /// What is spoken into, by its name for people; nil where there is no microphone.
  public var input: String?
  /// Which kind of way out that is, or in where there is none out.
  public var route: AudioRoute

  /// Describes a way.
  public init(output: String?, input: String?, route: AudioRoute) {
    self.output = output
    self.input = input
    self.route = route
  }
}
