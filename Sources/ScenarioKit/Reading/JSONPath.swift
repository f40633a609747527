/// Writes the way to a value from the top of a file.
enum JSONPath {
  /// The member `key` of the object at `path`, which is empty at the top.
  static func below(_ path: String, _ key: String) -> String {
    path.isEmpty && isPlain(key) ? key : path + suffix(key)
  }

  /// What leads from an object to its member `key`: `.b` for plain keys, `["b c"]` for others.
  static func suffix(_ key: String) -> String {
    isPlain(key) ? ".\(key)" : "[\(TextQuoting.quoted(key))]"
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty && key.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5F }
  }
}
