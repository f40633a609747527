internal import CSndFile
internal import Glibc

/// Writes a WAV file of 16-bit samples.
///
/// Each write updates the header, and the file gets its name only after its first header. Whenever the process or the machine stops, the
/// named file is therefore a complete WAV file of the samples so far. Only its owner can read it, because it holds people's conversations.
///
/// `@unchecked Sendable`: one thread writes at a time; the owner holds a lock or confines the writer to its thread.
final class WaveWriter: @unchecked Sendable {
  private let file: OpaquePointer
  private let channels: Int
  private var bytes = 0

  /// The largest data size that a WAV header can express, less room for the header.
  private static let mostBytes = Int(UInt32.max) - 65_536
  /// O_TMPFILE, an unnamed file; the Glibc module does not export it.
  private static let nameless: CInt = 0o20_000_000 | O_DIRECTORY

  /// Creates the file; with `replacing` it replaces an existing file, otherwise an existing file is an error.
  init(_ path: String, rate: Int, channels: Int, replacing: Bool) throws(WaveFailure) {
    let opened = try Self.open(path, replacing: replacing)
    var info = SF_INFO()
    info.samplerate = CInt(rate)
    info.channels = CInt(channels)
    info.format = CInt(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    errno = 0
    guard let file = sf_open_fd(opened.descriptor, CInt(SFM_WRITE), &info, CInt(SF_TRUE)) else {
      throw Self.failure(nil)
    }
    _ = sf_command(file, CInt(SFC_SET_UPDATE_HEADER_AUTO), nil, CInt(SF_TRUE))
    // Clip samples out of range instead of wrapping them.
    _ = sf_command(file, CInt(SFC_SET_CLIPPING), nil, CInt(SF_TRUE))
    // The header written on opening has no data chunk yet.
    _ = sf_command(file, CInt(SFC_UPDATE_HEADER_NOW), nil, 0)
    if opened.isNameless, linkat(AT_FDCWD, "/proc/self/fd/\(opened.descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) != 0 {
      let number = errno
      sf_close(file)
      throw .system(number)
    }
    self.file = file
    self.channels = channels
  }

  deinit { sf_close(file) }

  /// Writes interleaved samples.
  func write(_ samples: [Int16]) throws(WaveFailure) {
    let frames = sf_count_t(samples.count / channels)
    guard bytes + samples.count * 2 <= Self.mostBytes else { throw .tooLong }
    errno = 0
    guard sf_writef_short(file, samples, frames) == frames else { throw Self.failure(file) }
    bytes += samples.count * 2
  }

  private static func failure(_ file: OpaquePointer?) -> WaveFailure {
    errno != 0 ? .system(errno) : .library(String(cString: sf_strerror(file)))
  }

  /// Opens a special file, such as a device or a pipe, in place.
  private static func device(_ path: String) throws(WaveFailure) -> (descriptor: CInt, isNameless: Bool) {
    let descriptor = Glibc.open(path, O_RDWR | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno) }
    return (descriptor, false)
  }

  private static func open(_ path: String, replacing: Bool) throws(WaveFailure) -> (descriptor: CInt, isNameless: Bool) {
    let mode: mode_t = 0o600
    if replacing {
      var status = stat()
      if lstat(path, &status) == 0 {
        guard [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) else { return try device(path) }
        // The old file may be readable by others, or a link to another file, so a new file takes its place.
        guard unlink(path) == 0 else { throw .system(errno) }
      }
    } else {
      let slash = path.lastIndex(of: "/")
      let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
      let descriptor = Glibc.open(folder, nameless | O_RDWR | O_CLOEXEC, mode)
      // Without O_TMPFILE support in the file system, create the file under its name at once.
      if descriptor >= 0 { return (descriptor, true) }
    }
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .system(errno) }
    return (descriptor, false)
  }
}
