internal import TransportABI

/// What came of a call of create.
struct Creation {
  let outcome: Outcome
  /// The instance; nil after an error, or where `*out` was left NULL.
  let instance: PluginInstance?
  /// Whether `*out` is as it was before.
  let leftOutAlone: Bool
  let host: HarnessHost

  /// The instance.
  /// - Throws: why there is none.
  func made() throws -> PluginInstance {
    guard outcome.status == HSW_OK else { throw TestFailure("entry.create answered \(outcome.text)") }
    guard let instance else { throw TestFailure("entry.create answered HSW_OK and left *out NULL") }
    return instance
  }
}
