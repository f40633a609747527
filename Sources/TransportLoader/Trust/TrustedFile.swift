internal import CLinux
internal import Digests
internal import Glibc
internal import Locking

/// A file that was opened part by part, each part judged, and read through that descriptor.
struct TrustedFile: Sendable {
  /// The path without links.
  var path: String
  /// The file's identity when it was read.
  var identity: FileIdentity
  /// Its content.
  var bytes: [UInt8]

  /// Opens `path`, judges it and every folder above it, and reads it.
  ///
  /// - Parameter sha256: the digest in hexadecimal digits that the operator pinned, if any.
  static func read(_ path: String, policy: TrustPolicy, limit: Int, sha256: String? = nil) throws(TrustError) -> TrustedFile {
    guard let resolved = resolve(path) else {
      throw TrustError(place: path, field: "open", found: errorText(), wanted: "a file", advice: "check the name")
    }
    let before = FileIdentity.of(resolved)
    let descriptor = try open(resolved, policy: policy)
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    let identity = FileIdentity(status)
    guard before == identity, FileIdentity.of(resolved) == identity else { throw changing(resolved) }
    guard identity.size <= UInt64(limit) else {
      throw TrustError(
        place: resolved, field: "size", found: "\(identity.size) bytes", wanted: "at most \(limit) bytes", advice: "check what it is")
    }
    guard let bytes = readAll(descriptor, size: Int(identity.size)) else {
      throw TrustError(place: resolved, field: "size", found: errorText(), wanted: "\(identity.size) bytes", advice: "try again")
    }
    // A file written in place during the read may be a mix of old and new.
    guard fstat(descriptor, &status) == 0, FileIdentity(status) == identity else { throw changing(resolved) }
    if let sha256 {
      let found = SHA256.hexadecimal(of: bytes)
      guard found == sha256.lowercased() else {
        throw TrustError(
          place: resolved, field: "sha256", found: found, wanted: sha256.lowercased(),
          advice: "install the file that was pinned, or pin this one")
      }
    }
    return TrustedFile(path: resolved, identity: identity, bytes: bytes)
  }

  /// Opens a library, judges it and every folder above it, and reads its headers.
  ///
  /// The headers of an unchanged file are cached.
  /// - Throws: `TrustError`, or `ElfError` when the library may not be loaded.
  static func head(_ path: String, policy: TrustPolicy) throws -> (path: String, identity: FileIdentity, head: ElfHead) {
    guard let resolved = resolve(path) else {
      throw TrustError(place: path, field: "open", found: errorText(), wanted: "a file", advice: "check the name")
    }
    let descriptor = try open(resolved, policy: policy)
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    let identity = FileIdentity(status)
    if let known = heads.withLock({ $0[identity] }) { return (resolved, identity, try known.get()) }
    let head = Result { () throws(ElfError) in
      try ElfHead(size: Int(identity.size)) { place, count in
        var bytes = [UInt8](repeating: 0, count: count)
        return pread(descriptor, &bytes, count, off_t(place)) == count ? bytes : nil
      }
    }
    heads.withLock { heads in
      if heads.count >= maximumHeads { heads = [:] }
      heads[identity] = head
    }
    return (resolved, identity, try head.get())
  }

  private static let maximumHeads = 4096
  private static let heads = Locked<[FileIdentity: Result<ElfHead, ElfError>]>([:])

  private static func changing(_ path: String) -> TrustError {
    TrustError(
      place: path, field: "identity", found: "changing", wanted: "the same before and after reading it", advice: "try again")
  }

  /// Judges a folder and every folder above it, without reading anything.
  static func judge(folder: String, policy: TrustPolicy) throws(TrustError) {
    guard let resolved = resolve(folder) else {
      throw TrustError(place: folder, field: "open", found: errorText(), wanted: "a folder", advice: "make it, or leave it out")
    }
    close(try open(resolved, policy: policy, isFolder: true))
  }

  /// Judges a file and every folder above it, without reading anything.
  static func judge(file: String, policy: TrustPolicy) throws(TrustError) {
    guard let resolved = resolve(file) else {
      throw TrustError(place: file, field: "open", found: errorText(), wanted: "a file", advice: "check the name")
    }
    close(try open(resolved, policy: policy))
  }

  /// The path without links; nil when it does not exist.
  static func resolve(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved)
  }

  private static func open(_ resolved: String, policy: TrustPolicy, isFolder: Bool = false) throws(TrustError) -> CInt {
    let parts = resolved.split(separator: "/")
    var place = ""
    var descriptor = Glibc.open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for index in 0...parts.count {
      let isLast = index == parts.count
      var status = stat()
      guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
        throw TrustError(
          place: place.isEmpty ? "/" : place, field: "open", found: errorText(), wanted: "readable", advice: "check its permissions")
      }
      do {
        try policy.judge(status, place: place.isEmpty ? "/" : place, isFolder: !isLast || isFolder) { () throws(AccessList.Unreadable) in
          try AccessList.of(descriptor: descriptor)
        }
      } catch {
        close(descriptor)
        throw error
      }
      guard !isLast else { break }
      place += "/" + parts[index]
      // O_NONBLOCK: a named pipe in the file's place must not block the host.
      let flags = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (index + 1 < parts.count ? hookswitch_o_path : O_RDONLY)
      let next = openat(descriptor, String(parts[index]), flags)
      let code = errno
      close(descriptor)
      errno = code
      descriptor = next
    }
    return descriptor
  }

  private static func readAll(_ descriptor: CInt, size: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = Glibc.read(descriptor, buffer.baseAddress! + count, size - count)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        count += got
      }
    }
    return bytes.count == size ? bytes : nil
  }

  private static func errorText() -> String { String(cString: strerror(errno)) }
}
