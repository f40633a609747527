/// Formats the path from the root of a file to a value.
enum JSONPath {
  /// Returns the path of the member `key` of the object at `path`, which is empty for the root.
  static func below(_ path: String, _ key: String) -> String {
    path.isEmpty && isPlain(key) ? key : path + suffix(key)
  }

  /// Returns the suffix for the member `key` of an object: `.b` for plain keys, `["b c"]` for others.
  static func suffix(_ key: String) -> String {
    isPlain(key) ? ".\(key)" : "[\(TextQuoting.quoted(key))]"
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty && key.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5F }
  }
}
