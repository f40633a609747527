/// When the most recently held group is resumed by itself (E3, E4).
public enum AutoResume: String, Codable, Sendable, CaseIterable {
  /// Never: a resume is only offered.
  case never
  /// After the front group was ended here.
  case afterLocalEnd
  /// Whoever ended the front group.
  case always
}
