/// The endpoints that an open device uses.
public struct AudioPath: Hashable, Codable, Sendable {
  /// The output's name for people; nil when there is none.
  public var output: String?
  /// The microphone's name for people; nil when there is none.
  public var input: String?
  /// The output's route, or the input's when there is no output.
  public var route: AudioRoute

  /// Creates a path.
  public init(output: String?, input: String?, route: AudioRoute) {
    self.output = output
    self.input = input
    self.route = route
  }
}
