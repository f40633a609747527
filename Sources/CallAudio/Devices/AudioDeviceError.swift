public import FoundationEssentials

/// A device that can never work as it is asked for.
public struct AudioDeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What it is.
  public enum Code: String, Sendable {
    /// The rings are not of 48,000 Hz.
    case wrongRate
    /// A file to hear cannot be read.
    case unreadable
    /// A file to write cannot be made.
    case unwritable
    /// The system gives no thread, or no memory.
    case exhausted
  }

  /// Which of them.
  public let code: Code
  /// What it is about: a path.
  public let subject: String
  /// What is wrong, and what to do about it.
  public let advice: String

  init(_ code: Code, _ subject: String, _ advice: String) {
    self.code = code
    self.subject = subject
    self.advice = advice
  }

  /// Code, subject and advice on one line.
  public var description: String { "\(code.rawValue) \"\(subject)\": \(advice)" }
}

extension AudioDeviceError {
  static func wrongRate() -> Self {
    Self(.wrongRate, "rings", "a device works on rings of 48000 Hz; take them from the engine's device port.")
  }
}

extension AudioDeviceError: LocalizedError {
  /// What failed, where, and what to do, as one sentence.
  public var errorDescription: String? { "The audio device \"\(subject)\" cannot be opened: \(advice)\(advice.hasSuffix(".") ? "" : ".")" }
}
