internal import FoundationEssentials

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Writes a new folder completely or not at all: under a temporary name beside its own, which it then renames.
enum ProjectFolder {
  /// Writes `files` into the new folder `name` in `parent`.
  ///
  /// - Throws: a usage error when `name` exists already or the folder cannot be written.
  static func write(_ files: [TemplateFile], to name: String, in parent: String = ".") throws(CommandError) {
    let folder = parent == "." ? name : "\(parent)/\(name)"
    guard access(folder, F_OK) != 0 else { throw .usage("new: \(name) exists already: choose another name, or remove it") }
    var template = Array("\(parent)/.\(name).XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw failure(parent) }
    let unfinished = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    do throws(CommandError) {
      for file in files { try write(file, in: unfinished) }
      guard chmod(unfinished, 0o777 & ~currentMask()) == 0 else { throw failure(unfinished) }
      // If the name has been taken meanwhile, this replaces at most an empty folder.
      guard rename(unfinished, folder) == 0 else { throw failure(folder) }
    } catch {
      try? FileManager.default.removeItem(atPath: unfinished)
      throw error
    }
  }

  private static func write(_ file: TemplateFile, in folder: String) throws(CommandError) {
    let parts = file.path.split(separator: "/")
    for depth in parts.indices.dropFirst() {
      let inner = "\(folder)/\(parts[..<depth].joined(separator: "/"))"
      guard mkdir(inner, 0o777) == 0 || errno == EEXIST else { throw failure(inner) }
    }
    let path = "\(folder)/\(file.path)"
    guard let stream = fopen(path, "wx") else { throw failure(path) }
    let bytes = Array(file.text.utf8)
    let isWritten = fwrite(bytes, 1, bytes.count, stream) == bytes.count
    guard fclose(stream) == 0, isWritten else { throw failure(path) }
    guard !file.isExecutable || chmod(path, 0o777 & ~currentMask()) == 0 else { throw failure(path) }
  }

  private static func currentMask() -> mode_t {
    let mask = umask(0o077)
    umask(mask)
    return mask
  }

  private static func failure(_ path: String) -> CommandError { .badFile(path, String(cString: strerror(errno))) }
}
