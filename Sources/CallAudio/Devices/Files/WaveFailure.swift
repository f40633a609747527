internal import Glibc

/// The reason why a WAV file cannot be written: the system's error number or libsndfile's message.
enum WaveFailure: Error, Hashable {
  case system(CInt)
  case library(String)
  /// The file would exceed the 32-bit sizes of the WAV format.
  case tooLong

  /// The reason, for people.
  var words: String {
    switch self {
    case .system(let number): String(cString: strerror(number))
    case .library(let words): words
    case .tooLong: "A WAV file holds 4 GiB at most"
    }
  }
}
