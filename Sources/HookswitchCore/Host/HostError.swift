/// An error of a host's function.
public struct HostError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Code: String, Sendable {
    /// A provider with this id is registered already.
    case providerExists
    /// No usable transport has this id.
    case unknownTransport
    /// A transport was found and refused.
    case transportRefused
    /// A transport keeps its version, because it could not be upgraded.
    case upgradeRefused
    /// A line's audio cannot use the requested route.
    case unknownRoute
    /// A provider's configuration names a ringtone that cannot be read.
    case unusableRingtone
    /// A call cannot be recorded: it is not connected to the host's audio, or is being recorded already.
    case notRecordable
  }

  /// The kind of error.
  public let code: Code
  /// The subject: a provider's id, a transport's id, a route or a call.
  public let subject: String
  /// The problem and the remedy.
  public let advice: String

  package init(_ code: Code, _ subject: String, _ advice: String) {
    self.code = code
    self.subject = subject
    self.advice = advice
  }

  /// The code, the subject and the advice on one line.
  public var description: String { "\(code.rawValue) \"\(subject)\": \(advice)" }
}

extension HostError {
  /// The error as one sentence.
  public var errorDescription: String? {
    let fact =
      switch code {
      case .providerExists: "A provider named \"\(subject)\" is registered already"
      case .unknownTransport: "No usable transport has the id \"\(subject)\""
      case .transportRefused: "The transport \"\(subject)\" is refused"
      case .upgradeRefused: "The transport of \"\(subject)\" keeps its version"
      case .unknownRoute: "There is no route \"\(subject)\""
      case .unusableRingtone: "The ringtone of provider \"\(subject)\" cannot be played"
      case .notRecordable: "The call \(subject) cannot be recorded"
      }
    return "\(fact): \(advice.hasSuffix(".") ? advice : advice + ".")"
  }
}
