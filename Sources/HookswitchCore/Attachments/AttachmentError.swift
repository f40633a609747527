/// An error of a program's attachment to a call.
public struct AttachmentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of error.
  public enum Code: String, Sendable {
    /// No visible call has this id.
    case unknownCall
    /// The call or the host carries no audio, or another part of the program carries it already.
    case unsupported
    /// A call was offered to a program while the host listens for none.
    case noPort
    /// An option lies outside its range.
    case invalid
    /// A program that listens wrote, set a mark or played a file.
    case listening
    /// The attachment has stopped, and nothing is left to read.
    case stopped
    /// A limit is reached: attachments, marks, the length of a name or of a file, memory, threads, descriptors.
    case limit
    /// The file cannot be read.
    case file
  }

  /// The kind of error.
  public let code: Code
  /// The subject: a call, an option, a mark or a file.
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

extension AttachmentError {
  /// The error as one sentence.
  public var errorDescription: String? { "\(subject): \(advice)\(advice.hasSuffix(".") ? "" : ".")" }
}
