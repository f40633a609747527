internal import TransportABI

/// Texts for the length of one call into a plugin: UTF-8 with a NUL after it, in memory that is used again.
///
/// Confined to a loop's thread. Its owner must say before how much is coming, since growing moves what is already there.
struct TextArena: ~Copyable {
  private var memory: UnsafeMutableRawBufferPointer
  private var used = 0

  init() { memory = .allocate(byteCount: 1024, alignment: 8) }

  deinit { memory.deallocate() }

  /// Forgets what is in it and makes room for `texts` texts of `bytes` bytes together.
  mutating func begin(bytes: Int, texts: Int) {
    used = 0
    guard bytes + texts > memory.count else { return }
    memory.deallocate()
    memory = .allocate(byteCount: (bytes + texts) * 2, alignment: 8)
  }

  /// Puts one text; a NUL within it, which the contract forbids, ends it.
  ///
  /// Empty when it has no room.
  mutating func put(_ text: String) -> hsw_str {
    var text = text
    return text.withUTF8 { utf8 in
      let bytes = utf8.prefix { $0 != 0 }
      guard !bytes.isEmpty, used + bytes.count + 1 <= memory.count, let base = memory.baseAddress else { return hsw_str() }
      let start = base + used
      start.copyMemory(from: UnsafeRawPointer(utf8.baseAddress!), byteCount: bytes.count)
      start.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
      used += bytes.count + 1
      return hsw_str(p: UnsafePointer(start.assumingMemoryBound(to: CChar.self)), n: bytes.count)
    }
  }

  /// Puts one text by itself.
  mutating func only(_ text: String) -> hsw_str {
    begin(bytes: text.utf8.count, texts: 1)
    return put(text)
  }

  /// Leaves nothing of what was in it, which was a secret.
  mutating func wipe() { memory.initializeMemory(as: UInt8.self, repeating: 0) }

  /// Puts all texts of a call's description.
  mutating func put(_ info: TransportCallInfo) -> hsw_call_info {
    var bytes = info.handleKind.utf8.count + info.handle.utf8.count + info.displayName.utf8.count
    bytes += info.localHandle.utf8.count + info.divertedFrom.utf8.count + info.correlationID.utf8.count + info.extraJSON.utf8.count
    bytes += info.contact.utf8.count
    begin(bytes: bytes, texts: 8)
    return hsw_call_info(
      size: UInt32(MemoryLayout<hsw_call_info>.size), flags: info.flags.rawValue, mask: info.mask.rawValue, presentation: info.presentation,
      handle_kind: put(info.handleKind), handle: put(info.handle), display_name: put(info.displayName), local_handle: put(info.localHandle),
      diverted_from: put(info.divertedFrom), correlation_id: put(info.correlationID), extra_json: put(info.extraJSON),
      replaces: hsw_call(id: info.replaces.rawValue), contact: put(info.contact))
  }
}
