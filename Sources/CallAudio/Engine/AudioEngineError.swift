public import FoundationEssentials

/// What the engine could not be given by the system.
public enum AudioEngineError: Error, Equatable, CustomStringConvertible, Sendable {
  /// Memory for rings.
  case memory(ArenaError)
  /// The audio thread; with the system's `errno`.
  case thread(Int32)

  /// One sentence that says what to do.
  public var description: String {
    switch self {
    case .memory(let error): error.description
    case .thread(let code): "The system starts no audio thread (errno \(code)): raise this user's limit of threads."
    }
  }
}

extension AudioEngineError: LocalizedError {
  /// What failed, where, and what to do, as one sentence.
  public var errorDescription: String? { description }
}
