internal import Glibc
internal import StrictJSON

/// A small file of this user that is always read and replaced as a whole.
struct KeptFile: Sendable {
  /// The largest file that is read, in bytes.
  static let maximumSize = 16 * 1024 * 1024

  let path: String

  /// Reads the file; nil when it does not exist.
  /// - Throws: the reason why it is refused, in one sentence; only this user and root may be able to write to it.
  func read() throws(Failure) -> JSONValue? {
    guard access(path, F_OK) == 0 else { return nil }
    do {
      return try JSONReader.read(TrustedFile.read(path, policy: .current, limit: Self.maximumSize).bytes)
    } catch let error as TrustError {
      throw Failure(sentence: "\(path): \(error.field) of \(error.place) is \(error.found), should be \(error.wanted)")
    } catch let error as JSONSyntaxError {
      throw Failure(sentence: "\(path):\(error.line):\(error.column): \(error.reason)")
    } catch {
      throw Failure(sentence: "\(path): \(error)")
    }
  }

  /// Replaces the content by `text` atomically, by writing a new file and renaming it.
  /// - Throws: the system's error, in one sentence.
  func replace(with text: String, mode: mode_t = 0o600) throws(Failure) {
    var generator = SystemRandomNumberGenerator()
    let aside = "\(path).\(getpid()).\(generator.next() as UInt32)"
    let file = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard file >= 0 else { throw failure() }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    let closed = close(file)
    guard rest.isEmpty, closed == 0, rename(aside, path) == 0 else {
      let failure = failure()
      unlink(aside)
      throw failure
    }
  }

  /// Makes its missing parent folders, for this user alone; the path is absolute.
  func makeFolder() {
    var place = ""
    for part in path.split(separator: "/").dropLast() {
      place += "/" + part
      mkdir(place, 0o700)
    }
  }

  private func failure() -> Failure { Failure(sentence: "\(path) cannot be written: \(String(cString: strerror(errno)))") }

  /// The reason why the file cannot be read or written.
  struct Failure: Error, Equatable {
    var sentence: String
  }
}
