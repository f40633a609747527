internal import Glibc

/// Why a WAV file cannot be written: the system's error number, or the library's words.
enum WaveFailure: Error, Hashable {
  case system(CInt)
  case library(String)
  /// The sizes in a WAV file have 32 bits.
  case tooLong

  /// What went wrong, for people.
  var words: String {
    switch self {
    case .system(let number): String(cString: strerror(number))
    case .library(let words): words
    case .tooLong: "A WAV file holds 4 GiB at most"
    }
  }
}
