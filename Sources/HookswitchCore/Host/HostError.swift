public import FoundationEssentials

/// Something that a host was asked for cannot be.
public struct HostError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What it is.
  public enum Code: String, Sendable {
    /// A provider of that name is registered already.
    case providerExists
    /// No usable transport has that id.
    case unknownTransport
    /// A transport was found and refused.
    case transportRefused
    /// A line's sound cannot take the way that was asked for.
    case unknownRoute
    /// A provider's configuration names a ringtone that cannot be read.
    case unusableRingtone
    /// There is nothing to record, or it is recorded already.
    case notRecordable
  }

  /// Which of them.
  public let code: Code
  /// What it is about: a provider's name, a transport's id.
  public let subject: String
  /// What is wrong, and what to do about it.
  public let advice: String

  package init(_ code: Code, _ subject: String, _ advice: String) {
    self.code = code
    self.subject = subject
    self.advice = advice
  }

  /// Code, subject and advice on one line.
  public var description: String { "\(code.rawValue) \"\(subject)\": \(advice)" }
}

extension HostError: LocalizedError {
  /// What failed, where, and what to do, as one sentence.
  public var errorDescription: String? {
    let fact =
      switch code {
      case .providerExists: "A provider named \"\(subject)\" is registered already"
      case .unknownTransport: "No usable transport has the id \"\(subject)\""
      case .transportRefused: "The transport \"\(subject)\" is refused"
      case .unknownRoute: "There is no route \"\(subject)\""
      case .unusableRingtone: "The ringtone of provider \"\(subject)\" cannot be played"
      case .notRecordable: "The call \(subject) cannot be recorded"
      }
    return "\(fact): \(advice.hasSuffix(".") ? advice : advice + ".")"
  }
}
