internal import CSIPStack
internal import Glibc
internal import TransportKit

/// The files for TLS: our certificate, and the trusted authorities.
struct TLSFiles: Hashable {
  /// Our certificate, as PEM; empty: none, and no calls to us over TLS.
  var certificate = ""
  /// Its key; empty: the certificate's file contains it.
  var privateKey = ""
  /// The authorities that may sign others' certificates; empty: the system's.
  var authorities = ""

  /// The usual places of a system's authorities.
  private static let bundles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]

  /// Makes a folder for the stack's library, with agent.pem and cafile.pem.
  func folder() throws(TransportError) -> TLSFolder {
    var agent = ""
    if !certificate.isEmpty {
      agent = try Self.text(of: certificate, "certificate")
      if !privateKey.isEmpty { agent += "\n" + (try Self.text(of: privateKey, "private-key")) }
      guard agent.contains("-----BEGIN CERTIFICATE-----"), agent.contains("PRIVATE KEY-----") else {
        throw TransportError(
          .invalid, "configuration: /certificate must name a PEM file with a certificate, and /private-key one with its key", domain: "sip")
      }
    }
    guard let bundle = authorities.isEmpty ? Self.bundles.first(where: { access($0, R_OK) == 0 }) : authorities else {
      throw TransportError(.invalid, "the system has no list of certificate authorities: name one as /ca-file", domain: "sip")
    }
    guard try Self.text(of: bundle, "ca-file").contains("-----BEGIN") else {
      throw TransportError(.invalid, "configuration: /ca-file: \(bundle) has no certificate in it, as PEM", domain: "sip")
    }
    guard let folder = TLSFolder(agent: agent, authorities: bundle) else {
      throw TransportError(.failed, "cannot make a temporary folder for the certificates", domain: "sip")
    }
    return folder
  }

  private static func text(of path: String, _ setting: String) throws(TransportError) -> String {
    if let text = FileText.read(path) { return text }
    let why = String(cString: strerror(errno))
    throw TransportError(.invalid, "configuration: /\(setting): \(path) cannot be read: \(why)", domain: "sip")
  }
}

/// A folder with certificates, under the names that the stack's library expects.
///
/// Only its owner can read it; it is deleted with this object.
final class TLSFolder {
  let path: String

  /// Makes the folder; nil if it cannot.
  init?(agent: String, authorities: String) {
    let base = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap(Self.variable).first(where: Self.isOurs)
    var template = Array(((base ?? "/tmp") + "/hookswitch-tls-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    var target = authorities
    if !target.hasPrefix("/"), let here = getcwd(nil, 0) {
      target = String(cString: here) + "/" + target
      free(here)
    }
    guard agent.isEmpty || FileText.make(path + "/agent.pem", agent), symlink(target, path + "/cafile.pem") == 0 else { return nil }
  }

  /// Returns an environment variable; nil if it is not set or not trustworthy.
  private static func variable(_ name: String) -> String? { csip_environment(name).flatMap { String(validatingCString: $0) } }

  /// Returns true when no one but us and root can replace a folder made in it.
  private static func isOurs(_ folder: String) -> Bool {
    var found = stat()
    guard folder.hasPrefix("/"), lstat(folder, &found) == 0, found.st_mode & S_IFMT == S_IFDIR else { return false }
    let isShared = found.st_mode & (S_IWGRP | S_IWOTH) != 0
    return (found.st_uid == geteuid() || found.st_uid == 0) && (!isShared || found.st_mode & S_ISVTX != 0)
  }

  deinit {
    unlink(path + "/agent.pem")
    unlink(path + "/cafile.pem")
    rmdir(path)
  }
}

/// Reads and writes small files.
enum FileText {
  /// The longest file, in bytes.
  private static let limit = 4 << 20

  /// Reads a file; nil if it cannot, or if the file is longer than 4 MiB, with the reason in `errno`.
  static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &piece, piece.count)
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      bytes += piece[..<count]
      if bytes.count > limit {
        errno = EFBIG
        return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Makes a file that only its owner can read; returns false if it cannot.
  static func make(_ path: String, _ text: String) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    var rest = ArraySlice(Array(text.utf8))
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
