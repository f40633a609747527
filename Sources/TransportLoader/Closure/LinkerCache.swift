internal import Glibc
internal import Locking

/// The dynamic linker's table of the system's libraries (`/etc/ld.so.cache`, which `ldconfig` writes).
struct LinkerCache: Sendable {
  private static let path = "/etc/ld.so.cache"
  private static let maximumSize = 64 << 20
  private static let magic = Array("glibc-ld.so.cache1.1".utf8)
  private static let oldMagic = Array("ld.so-1.7.0".utf8)
  private static let latest = Locked<(identity: FileIdentity?, cache: LinkerCache)?>(nil)

  /// The library of each name; variants for special processors are left out.
  private(set) var files: [String: String] = [:]
  /// The file's identity when it was read; nil where there is no file.
  private(set) var identity: FileIdentity?

  /// The present table; the file is read again only when it changed.
  static var current: LinkerCache {
    let identity = FileIdentity.of(path)
    if let latest = latest.withLock({ $0 }), latest.identity == identity { return latest.cache }
    var cache = LinkerCache()
    cache.identity = identity
    if identity != nil, let bytes = try? TrustedFile.read(path, policy: .everybody, limit: maximumSize).bytes { cache.read(bytes) }
    latest.withLock { [cache] in $0 = (identity, cache) }
    return cache
  }

  init(_ bytes: [UInt8] = []) {
    read(bytes)
  }

  /// Takes the entries of a table, and skips those that do not lie inside it.
  private mutating func read(_ bytes: [UInt8]) {
    let file = ByteReader(bytes: bytes)
    guard let start = Self.start(file) else { return }
    let count: UInt32 = file.number(at: start + 20) ?? 0
    for index in 0..<UInt64(count) {
      let entry = start + 48 + index * 24
      guard let flags: UInt32 = file.number(at: entry), let name: UInt32 = file.number(at: entry + 4),
        let value: UInt32 = file.number(at: entry + 8), let processor: UInt64 = file.number(at: entry + 16)
      else { return }
      let end = UInt64(bytes.count)
      guard flags == Self.kind, processor == 0, let name = file.text(at: start + UInt64(name), limit: end),
        let path = file.text(at: start + UInt64(value), limit: end), path.hasPrefix("/"), files[name] == nil
      else { continue }
      files[name] = path
    }
  }

  /// The start of the table in the present format, which may follow one in the old format.
  private static func start(_ file: ByteReader) -> UInt64? {
    if file.bytes.starts(with: magic) { return 0 }
    guard file.bytes.starts(with: oldMagic), let count: UInt32 = file.number(at: 12) else { return nil }
    let start = (16 + UInt64(count) * 12 + 7) / 8 * 8
    guard let range = file.range(at: start, size: UInt64(magic.count)), file.bytes[range].elementsEqual(magic) else { return nil }
    return start
  }

  /// The flags of libraries for this machine: ELF, the present C library, and the machine.
  private static var kind: UInt32 {
    #if arch(arm64)
      0x0A03
    #elseif arch(riscv64)
      0x1003
    #else
      0x0303
    #endif
  }
}
