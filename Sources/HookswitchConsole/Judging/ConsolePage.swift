internal import CConsolePage

/// A file of the page, in memory.
struct ConsoleFile: Sendable {
  let type: String
  /// A quoted fingerprint of the bytes.
  let tag: String
  let bytes: [UInt8]

  init(_ name: String, _ bytes: [UInt8]) {
    let types = [
      "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
      "md": "text/markdown; charset=utf-8",
    ]
    type = types[String(name.drop { $0 != "." }.dropFirst())] ?? "application/octet-stream"
    // FNV-1a: the tag tells versions of our own files apart, and guards nothing.
    let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    tag = "\"\(String(hash, radix: 16))\""
    self.bytes = bytes
  }
}

/// The files of the page, by the paths under which they are served.
enum ConsolePage {
  static let files: [String: ConsoleFile] = {
    var files: [String: ConsoleFile] = [:]
    var index = 0
    while let file = hookswitch_console_file_at(index)?.pointee {
      index += 1
      let name = String(cString: file.name)
      files[name == "index.html" ? "/" : "/\(name)"] = ConsoleFile(name, Array(UnsafeBufferPointer(start: file.bytes, count: file.size)))
    }
    return files
  }()
}
