internal import TransportABI

/// The result of create.
struct Creation {
  let outcome: Outcome
  /// The instance; nil after an error, or where `*out` was left NULL.
  let instance: PluginInstance?
  /// True if `*out` is unchanged.
  let leftOutAlone: Bool
  let host: HarnessHost

  /// Returns the instance.
  /// - Throws: `TestFailure` if there is none.
  func made() throws -> PluginInstance {
    guard outcome.status == HSW_OK else { throw TestFailure("entry.create answered \(outcome.text)") }
    guard let instance else { throw TestFailure("entry.create answered HSW_OK and left *out NULL") }
    return instance
  }
}
