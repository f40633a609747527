internal import StrictJSON
internal import TransportABI

/// A copy of the plugin's information on a call and its peer.
struct ForeignCallInfo: Hashable, Sendable {
  var handleKind = ""
  var handle = ""
  var displayName = ""
  var flags: UInt32 = 0
  var mask: UInt32 = 0
  var replaces: UInt64 = 0
  /// The bits of its flags that this version does not define, in words; nil if they are zero.
  var stray: String?
  /// The flaws of its strings.
  var flaws: [String] = []
  /// The flaw of its size.
  var sizeFlaw: String?

  /// Creates an empty info.
  init() {}

  /// Copies the plugin's info.
  init(_ pointer: UnsafePointer<hsw_call_info>, _ function: String) {
    let (info, sizeFlaw) = ForeignStruct.read(pointer, zero: hsw_call_info(), "the hsw_call_info of \(function)")
    self.sizeFlaw = sizeFlaw
    flags = info.flags
    mask = info.mask
    stray = StrayBits.words("the hsw_call_info of \(function)", flags: info.flags, known: StrayBits.callFlags)
    replaces = info.replaces.id
    handleKind = text(info.handle_kind, "handle_kind")
    handle = text(info.handle, "handle")
    displayName = text(info.display_name, "display_name")
    for (value, field) in [
      (info.local_handle, "local_handle"), (info.diverted_from, "diverted_from"), (info.correlation_id, "correlation_id"),
      (info.extra_json, "extra_json"), (info.contact, "contact"),
    ] {
      let text = text(value, field)
      guard field == "extra_json", !text.isEmpty else { continue }
      guard case .object? = try? JSONReader.read(Array(text.utf8)) else {
        flaws.append("extra_json is neither empty nor one JSON object")
        continue
      }
    }
  }

  private mutating func text(_ value: hsw_str, _ field: String) -> String {
    let (text, flaw) = ForeignText.read(value, field)
    if let flaw { flaws.append(flaw) }
    return text
  }
}
