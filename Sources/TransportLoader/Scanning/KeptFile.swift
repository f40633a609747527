internal import Glibc

/// A small file of this user's that is read whole and replaced whole.
struct KeptFile: Sendable {
  /// The largest that is read, in bytes.
  static let maximumSize = 16 * 1024 * 1024

  let path: String

  /// What stands in it; nil when it is not there yet.
  /// - Throws: why it is not taken, in one sentence: nobody else may write to it.
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

  /// Puts `text` in place of what stands there: written aside and renamed, so that whoever reads sees the old or the new, whole.
  /// - Throws: what the system says, in one sentence.
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

  /// Makes the folder that it lies in and those above that are not there yet, for this user alone; the path is absolute.
  func makeFolder() {
    var place = ""
    for part in path.split(separator: "/").dropLast() {
      place += "/" + part
      mkdir(place, 0o700)
    }
  }

  private func failure() -> Failure { Failure(sentence: "\(path) cannot be written: \(String(cString: strerror(errno)))") }

  /// Why the file is not taken or cannot be written.
  struct Failure: Error, Equatable {
    var sentence: String
  }
}
