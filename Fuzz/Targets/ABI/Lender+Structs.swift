internal import TransportABI

extension Lender {
  func callInfo() -> UnsafeMutablePointer<hsw_call_info> {
    var info = hsw_call_info()
    info.flags = draw.code()
    info.mask = draw.word()
    info.presentation = draw.code()
    info.handle_kind = string()
    info.handle = string()
    info.display_name = string()
    info.local_handle = string()
    info.diverted_from = string()
    info.correlation_id = string()
    info.extra_json = string()
    info.replaces = hsw_call(id: handle())
    return table(info)
  }

  func error() -> UnsafeMutablePointer<hsw_error> {
    var error = hsw_error()
    error.flags = draw.code()
    error.code = Int32(bitPattern: draw.word()) >> 24
    error.native = Int32(bitPattern: draw.word())
    error.cause = draw.code()
    error.domain = string()
    error.message = string()
    return table(error)
  }

  func errorOrNone() -> UnsafeMutablePointer<hsw_error>? { draw.bit() ? error() : nil }

  func provider() -> UnsafeMutablePointer<hsw_provider> {
    var provider = hsw_provider()
    provider.flags = draw.code()
    provider.max_calls = draw.code()
    provider.max_groups = draw.code()
    provider.max_calls_per_group = draw.code()
    provider.handle_kinds = list(&provider.n_handle_kinds)
    provider.emergency = list(&provider.n_emergency)
    provider.name = string()
    return table(provider)
  }

  func descriptor() -> UnsafeMutablePointer<hsw_descriptor> {
    var descriptor = hsw_descriptor()
    descriptor.flags = draw.code()
    descriptor.id = string()
    descriptor.name = string()
    descriptor.vendor = string()
    descriptor.version = string()
    descriptor.license = string()
    descriptor.url = string()
    descriptor.capabilities = list(&descriptor.n_capabilities)
    descriptor.max_calls = draw.code()
    descriptor.handle_kinds = list(&descriptor.n_handle_kinds)
    return table(descriptor)
  }

  /// Returns one of a few handles of either side, for frequent reuse, and sometimes any handle.
  func handle() -> UInt64 {
    let first = draw.byte()
    if first > 0xF0 { return draw.long() }
    return UInt64(first & 15) | (first & 16 == 0 ? 0 : 1 << 63)
  }
}
