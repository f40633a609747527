internal import CallDirectory
internal import Glibc
internal import TransportABI

extension DirectoryRequest {
  /// Returns the context for the plugin, which stays until the process ends.
  ///
  /// - Parameters:
  ///   - directory: the directory's id in the host.
  ///   - token: the token of the last request that counted.
  func context(directory: String, token: String) -> UnsafePointer<hsw_directory_context> {
    func text(_ text: String) -> hsw_str { hsw_str(p: strdup(text), n: text.utf8.count) }
    let context = UnsafeMutablePointer<hsw_directory_context>.allocate(capacity: 1)
    context.initialize(to: hsw_directory_context())
    context.pointee.size = UInt32(MemoryLayout<hsw_directory_context>.size)
    context.pointee.ctx = Unmanaged.passRetained(self).toOpaque()
    context.pointee.directory = text(directory)
    context.pointee.token = text(token)
    context.pointee.is_incremental = directoryIsIncremental
    context.pointee.add_blocking = directoryAddBlocking
    context.pointee.add_identification = directoryAddIdentification
    context.pointee.remove_blocking = directoryRemoveBlocking
    context.pointee.remove_all_blocking = directoryRemoveAllBlocking
    context.pointee.remove_identification = directoryRemoveIdentification
    context.pointee.remove_all_identification = directoryRemoveAllIdentification
    context.pointee.complete = directoryComplete
    context.pointee.cancel = directoryCancel
    return UnsafePointer(context)
  }
}

// MARK: The functions of the table

private func request(_ pointer: UnsafeMutableRawPointer?) -> DirectoryRequest? {
  pointer.map { Unmanaged<DirectoryRequest>.fromOpaque($0).takeUnretainedValue() }
}

private func directoryIsIncremental(_ context: UnsafeMutableRawPointer?) -> Int32 { request(context)?.isChange == true ? 1 : 0 }

private func directoryAddBlocking(_ context: UnsafeMutableRawPointer?, _ number: Int64) -> hsw_status {
  request(context)?.take(.block, number) ?? HSW_E_INVAL
}

private func directoryAddIdentification(_ context: UnsafeMutableRawPointer?, _ number: Int64, _ label: hsw_str) -> hsw_status {
  request(context)?.take(.identify, number, label) ?? HSW_E_INVAL
}

private func directoryRemoveBlocking(_ context: UnsafeMutableRawPointer?, _ number: Int64) -> hsw_status {
  request(context)?.take(.unblock, number) ?? HSW_E_INVAL
}

private func directoryRemoveAllBlocking(_ context: UnsafeMutableRawPointer?) -> hsw_status {
  request(context)?.takeAll(.unblock) ?? HSW_E_INVAL
}

private func directoryRemoveIdentification(_ context: UnsafeMutableRawPointer?, _ number: Int64) -> hsw_status {
  request(context)?.take(.unidentify, number) ?? HSW_E_INVAL
}

private func directoryRemoveAllIdentification(_ context: UnsafeMutableRawPointer?) -> hsw_status {
  request(context)?.takeAll(.unidentify) ?? HSW_E_INVAL
}

private func directoryComplete(_ context: UnsafeMutableRawPointer?, _ token: hsw_str, _ expired: UnsafeMutablePointer<Int32>?) -> hsw_status
{
  request(context)?.complete(token, expired) ?? HSW_E_INVAL
}

private func directoryCancel(_ context: UnsafeMutableRawPointer?, _ domain: hsw_str, _ code: Int64, _ message: hsw_str) -> hsw_status {
  request(context)?.cancel(domain, code, message) ?? HSW_E_INVAL
}
