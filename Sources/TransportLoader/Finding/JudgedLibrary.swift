/// A library with its bytes as they were judged, and all that it brings along; only what this holds is ever loaded.
struct JudgedLibrary: Sendable {
  /// Its path without links.
  var path: String { trusted.path }
  /// What the file was.
  var identity: FileIdentity { trusted.identity }

  let trusted: TrustedFile
  let elf: ElfFile
  let closure: LibraryClosure
  /// Whose files were trusted.
  let policy: TrustPolicy

  /// Reads and judges the file at `path`, and everything that it needs.
  ///
  /// - Parameter pin: the SHA-256 that the operator pinned, if any.
  init(reading path: String, policy: TrustPolicy, pin: String? = nil) throws(TransportRefusal) {
    let file: TrustedFile
    do {
      file = try TrustedFile.read(path, policy: policy, limit: ElfFile.maximumSize, sha256: pin)
    } catch {
      throw TransportRefusal(error)
    }
    trusted = file
    self.policy = policy
    do {
      elf = try ElfFile(file.bytes)
    } catch {
      throw TransportRefusal(error, file: file.path)
    }
    closure = try LibraryClosure(of: elf.head, file: file.path, search: LibrarySearch(policy: policy))
  }
}
