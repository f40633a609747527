internal import CSIPStack
internal import Glibc

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
