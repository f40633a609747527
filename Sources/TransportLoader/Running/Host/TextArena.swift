internal import CallControl
internal import RunnerChannel
internal import TransportABI

/// Memory for the texts of one call into a plugin (UTF-8 with a NUL after it), reused for the next.
///
/// Confined to a loop's thread. Its owner must announce the total size first, since growing invalidates earlier texts.
struct TextArena: ~Copyable {
  private var memory: UnsafeMutableRawBufferPointer
  private var used = 0

  init() { memory = .allocate(byteCount: 1024, alignment: 8) }

  deinit { memory.deallocate() }

  /// Clears the arena and makes room for `texts` texts of `bytes` bytes together.
  mutating func begin(bytes: Int, texts: Int) {
    used = 0
    guard bytes + texts > memory.count else { return }
    memory.deallocate()
    memory = .allocate(byteCount: (bytes + texts) * 2, alignment: 8)
  }

  /// Adds one text; a NUL within it, which the contract forbids, ends it.
  ///
  /// Returns an empty string when there is no room.
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

  /// Adds the bytes of a frame as they are: the host's functions judge them.
  mutating func put(_ text: FrameText) -> hsw_str {
    guard !text.bytes.isEmpty, used + text.bytes.count + 1 <= memory.count, let base = memory.baseAddress else { return hsw_str() }
    let start = base + used
    text.bytes.withUnsafeBytes { start.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    start.storeBytes(of: 0, toByteOffset: text.bytes.count, as: UInt8.self)
    used += text.bytes.count + 1
    return hsw_str(p: UnsafePointer(start.assumingMemoryBound(to: CChar.self)), n: text.bytes.count)
  }

  /// Clears the arena and adds one text.
  mutating func only(_ text: String) -> hsw_str {
    begin(bytes: text.utf8.count, texts: 1)
    return put(text)
  }

  /// Overwrites a secret that was in it.
  mutating func wipe() { memory.initializeMemory(as: UInt8.self, repeating: 0) }

  /// Clears the arena and adds all texts of a call's description.
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

  /// Clears the arena and adds the text of a decline.
  mutating func put(_ decline: Decline) -> hsw_decline {
    var table = hsw_decline()
    table.size = UInt32(MemoryLayout<hsw_decline>.size)
    table.reason =
      switch decline.reason {
      case .declined: HSW_DECLINE_DECLINED
      case .busy: HSW_DECLINE_BUSY
      case .busyEverywhere: HSW_DECLINE_BUSY_EVERYWHERE
      }
    table.cause = decline.cause ?? 0
    table.text = only(decline.text ?? "")
    return table
  }
}
