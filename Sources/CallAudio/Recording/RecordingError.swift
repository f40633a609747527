public import FoundationEssentials
internal import Glibc

/// A recording that cannot begin, or could not go on.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What it is.
  public enum Code: String, Sendable {
    /// There is a file of that name; nothing is ever recorded over.
    case exists
    /// The folder is not there.
    case noFolder
    /// The file may not be made, or not written.
    case notPermitted
    /// There is no room any more, or the file may not become longer. What was recorded so far is good.
    case diskFull
    /// A WAV file holds 4 GiB. What was recorded so far is good.
    case tooLong
    /// The system gives no thread.
    case exhausted
    /// Another error of the file system.
    case failed
  }

  /// Which of them.
  public let code: Code
  /// The file's path.
  public let path: String
  /// What is wrong, and what to do about it.
  public let advice: String

  init(_ code: Code, _ path: String, _ advice: String) {
    self.code = code
    self.path = path
    self.advice = advice
  }

  init(_ failure: WaveFailure, _ path: String) {
    let (code, advice) = Self.judgement(failure)
    self.init(code, path, "\(failure.words). \(advice)")
  }

  /// Code, path and advice on one line.
  public var description: String { "\(code.rawValue) \"\(path)\": \(advice)" }

  private static func judgement(_ failure: WaveFailure) -> (code: Code, advice: String) {
    switch failure {
    case .system(EEXIST): (.exists, "Choose another name: nothing is recorded over.")
    case .system(ENOENT), .system(ENOTDIR): (.noFolder, "Make the folder first, or choose another.")
    case .system(EACCES), .system(EPERM), .system(EROFS), .system(EISDIR): (.notPermitted, "Choose a folder that can be written.")
    case .system(ENOSPC), .system(EDQUOT), .system(EFBIG): (.diskFull, "Make room, and record to another file.")
    case .tooLong: (.tooLong, "Record to another file.")
    case .system, .library: (.failed, "Try another folder.")
    }
  }
}

extension RecordingError: LocalizedError {
  /// What failed, where, and what to do, as one sentence.
  public var errorDescription: String? { "The recording \(path) failed: \(advice)\(advice.hasSuffix(".") ? "" : ".")" }
}
