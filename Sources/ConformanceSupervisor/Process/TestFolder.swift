internal import ConformanceHarness

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A test's own folder, which includes a home, so that plugins neither see nor change the user's files.
package struct TestFolder {
  package let path: String

  /// The folders in it, each with the variable that names it.
  private static let homes = [
    ("HOME", "home"), ("XDG_CONFIG_HOME", "config"), ("XDG_CACHE_HOME", "cache"), ("XDG_DATA_HOME", "data"),
    ("XDG_STATE_HOME", "state"), ("XDG_RUNTIME_DIR", "run"), ("TMPDIR", "tmp"),
  ]

  package init() throws(ConformanceError) {
    let parent = ProcessVariables.current["TMPDIR"] ?? "/tmp"
    var template = Array("\(parent)/hookswitch-conform-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .kit("cannot create a folder in \(parent): \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for (_, name) in Self.homes { mkdir("\(path)/\(name)", 0o700) }
  }

  /// The variables that name the folders in it.
  var variables: [String: String] { Dictionary(uniqueKeysWithValues: Self.homes.map { ($0, "\(path)/\($1)") }) }

  /// Writes a file into the folder, and returns its path.
  package func write(_ name: String, _ text: String) throws(ConformanceError) -> String {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { if descriptor >= 0 { close(descriptor) } }
    let bytes = Array(text.utf8)
    guard descriptor >= 0, systemWrite(descriptor, bytes) == bytes.count else {
      throw .kit("\(file) cannot be written: \(String(cString: strerror(errno)))")
    }
    return file
  }

  /// Removes the folder and its contents.
  package func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    for name in FileBytes.names(in: path) {
      // Linux refuses to unlink a folder; not every file system tells the kind in d_type. Links are removed, not followed.
      if unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
    }
    rmdir(path)
  }
}

/// `write` of the C library, under a name that no member hides.
private func systemWrite(_ file: Int32, _ bytes: [UInt8]) -> Int { write(file, bytes, bytes.count) }
