internal import Glibc

/// A folder with certificates under the names that the stack's library looks for; only its owner can read it, and it goes with this.
final class TLSFolder {
  let path: String

  /// Makes one; nil where it cannot be made.
  init?(agent: String, authorities: String) {
    let base = getenv("XDG_RUNTIME_DIR") ?? getenv("TMPDIR")
    var template = Array(((base.flatMap { String(validatingCString: $0) } ?? "/tmp") + "/hookswitch-tls-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    var target = authorities
    if !target.hasPrefix("/"), let here = getcwd(nil, 0) {
      target = String(cString: here) + "/" + target
      free(here)
    }
    guard agent.isEmpty || FileText.make(path + "/agent.pem", agent), symlink(target, path + "/cafile.pem") == 0 else { return nil }
  }

  deinit {
    unlink(path + "/agent.pem")
    unlink(path + "/cafile.pem")
    rmdir(path)
  }
}
