internal import Glibc

/// Small files of the kernel, which are read or written as a whole.
enum KernelFile {
  /// The text of a file; nil when it cannot be read.
  static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var text: [UInt8] = []
    while true {
      let part = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
        count = max(0, Glibc.read(file, buffer.baseAddress, buffer.count))
      }
      if part.isEmpty { return String(decoding: text, as: UTF8.self) }
      text += part
    }
  }

  /// Writes a text to a file that exists; returns the system's error, 0 for success.
  static func write(_ text: String, to path: String) -> CInt {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return errno }
    defer { close(file) }
    var bytes = Array(text.utf8)
    return Glibc.write(file, &bytes, bytes.count) == bytes.count ? 0 : errno
  }
}
