/// A library with the bytes that were judged, and the libraries that it needs; only these bytes are ever loaded.
struct JudgedLibrary: Sendable {
  /// Its path without links.
  var path: String { trusted.path }
  /// The file's identity when it was read.
  var identity: FileIdentity { trusted.identity }

  let trusted: TrustedFile
  let elf: ElfFile
  let closure: LibraryClosure
  /// The policy that the files were judged by.
  let policy: TrustPolicy

  /// Reads and judges the file at `path`, and all the libraries that it needs.
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
