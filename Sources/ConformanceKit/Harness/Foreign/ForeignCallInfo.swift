internal import TransportABI

/// What a plugin says of whom a call is with, copied.
struct ForeignCallInfo: Hashable, Sendable {
  var handleKind = ""
  var handle = ""
  var displayName = ""
  var flags: UInt32 = 0
  var mask: UInt32 = 0
  var replaces: UInt64 = 0
  /// What is wrong with it.
  var flaws: [String] = []
  /// What is wrong with its size.
  var sizeFlaw: String?

  /// Says nothing.
  init() {}

  /// Copies what the plugin says.
  init(_ pointer: UnsafePointer<hsw_call_info>, _ function: String) {
    let (info, sizeFlaw) = ForeignStruct.read(pointer, zero: hsw_call_info(), "the hsw_call_info of \(function)")
    self.sizeFlaw = sizeFlaw
    flags = info.flags
    mask = info.mask
    replaces = info.replaces.id
    handleKind = text(info.handle_kind, "handle_kind")
    handle = text(info.handle, "handle")
    displayName = text(info.display_name, "display_name")
    for (value, field) in [
      (info.local_handle, "local_handle"), (info.diverted_from, "diverted_from"), (info.correlation_id, "correlation_id"),
      (info.extra_json, "extra_json"), (info.contact, "contact"),
    ] { _ = text(value, field) }
  }

  private mutating func text(_ value: hsw_str, _ field: String) -> String {
    let (text, flaw) = ForeignText.read(value, field)
    if let flaw { flaws.append(flaw) }
    return text
  }
}
