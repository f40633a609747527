public import FoundationEssentials

/// An error that makes a device unusable as configured.
public struct AudioDeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of error.
  public enum Code: String, Sendable {
    /// The rings do not have a rate of 48,000 Hz.
    case wrongRate
    /// The input file cannot be read.
    case unreadable
    /// The output file cannot be created.
    case unwritable
    /// The system provides no thread or no memory.
    case exhausted
  }

  /// The kind of error.
  public let code: Code
  /// The object concerned, such as a path.
  public let subject: String
  /// The cause and the remedy.
  public let advice: String

  init(_ code: Code, _ subject: String, _ advice: String) {
    self.code = code
    self.subject = subject
    self.advice = advice
  }

  /// The code, subject and advice on one line.
  public var description: String { "\(code.rawValue) \"\(subject)\": \(advice)" }
}

extension AudioDeviceError {
  static func wrongRate() -> Self {
    Self(.wrongRate, "rings", "a device works on rings of 48000 Hz; take them from the engine's device port.")
  }
}

extension AudioDeviceError: LocalizedError {
  /// One sentence: the failure, its subject and the remedy.
  public var errorDescription: String? { "The audio device \"\(subject)\" cannot be opened: \(advice)\(advice.hasSuffix(".") ? "" : ".")" }
}
