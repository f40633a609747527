internal import TransportABI

/// The host's extensions, as far as both sides know them; all NULL where an extension is missing.
struct HostServices {
  var loop = hsw_host_loop()
  var log = hsw_host_log()
  var threads = hsw_host_threads()
  var transfer = hsw_host_transfer()
  var secrets = hsw_host_secrets()

  init() {}

  /// Fetches every extension.
  ///
  /// Not before init, when the host must not be called.
  init(of host: hsw_host) {
    loop = HostServices.read(host, HSW_HEXT_LOOP, hsw_host_loop()) { $0.flags }
    log = HostServices.read(host, HSW_HEXT_LOG, hsw_host_log()) { $0.flags }
    threads = HostServices.read(host, HSW_HEXT_THREADS, hsw_host_threads()) { $0.flags }
    transfer = HostServices.read(host, HSW_HEXT_TRANSFER, hsw_host_transfer()) { $0.flags }
    secrets = HostServices.read(host, HSW_HEXT_SECRETS, hsw_host_secrets()) { $0.flags }
  }

  /// Reads a table; one with an unknown mandatory flag counts as missing.
  private static func read<Table>(_ host: hsw_host, _ id: String, _ zeroed: Table, flags: (Table) -> UInt32) -> Table {
    guard let table = host.get_extension?(host.ctx, id) else { return zeroed }
    let copy = copied(table.assumingMemoryBound(to: Table.self), into: zeroed)
    return flags(copy) & HSW_MUST == 0 ? copy : zeroed
  }
}
