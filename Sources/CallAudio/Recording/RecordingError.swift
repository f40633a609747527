internal import Glibc

/// An error that prevented or ended a recording.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of error.
  public enum Code: String, Sendable {
    /// The file exists; a recording never overwrites a file.
    case exists
    /// The folder does not exist.
    case noFolder
    /// The file must not be created or written.
    case notPermitted
    /// The disk is full, or the file size limit is reached; the file keeps the audio so far.
    case diskFull
    /// The file reached the WAV limit of 4 GiB; it keeps the audio so far.
    case tooLong
    /// The system provides no thread.
    case exhausted
    /// Another error of the file system.
    case failed
  }

  /// The kind of error.
  public let code: Code
  /// The file's path.
  public let path: String
  /// The cause and the remedy.
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

  /// The code, path and advice on one line.
  public var description: String { "\(code.rawValue) \"\(path)\": \(advice)" }

  private static func judgement(_ failure: WaveFailure) -> (code: Code, advice: String) {
    switch failure {
    case .system(EEXIST): (.exists, "Choose another name: a recording replaces no file.")
    case .system(ENOENT), .system(ENOTDIR): (.noFolder, "Make the folder first, or choose another.")
    case .system(EACCES), .system(EPERM), .system(EROFS), .system(EISDIR): (.notPermitted, "Choose a folder that can be written.")
    case .system(ENOSPC), .system(EDQUOT), .system(EFBIG): (.diskFull, "Free space, and record to another file.")
    case .tooLong: (.tooLong, "Record to another file.")
    case .system, .library: (.failed, "Try another folder.")
    }
  }
}

extension RecordingError {
  /// One sentence: the failure, its subject and the remedy.
  public var errorDescription: String? { "The recording \(path) failed: \(advice)\(advice.hasSuffix(".") ? "" : ".")" }
}
