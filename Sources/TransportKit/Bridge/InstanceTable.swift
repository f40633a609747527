internal import Glibc
internal import TransportABI

/// Makes the function table of an instance.
func makeInstanceTable(_ context: UnsafeMutableRawPointer) -> hsw_instance {
  hsw_instance(
    size: UInt32(MemoryLayout<hsw_instance>.size), flags: 0, ctx: context,
    init: { context, why in Host.at(context)?.begin(why) ?? HSW_E_INVAL },
    activate: { context, why in Host.at(context)?.activate(why) ?? HSW_E_INVAL },
    deactivate: { context, drain in Host.at(context)?.deactivate(drain) ?? HSW_E_INVAL },
    reset: { context in Host.at(context)?.reset() },
    destroy: { context in
      guard let context else { return }
      // Takes back the reference that create made for the host.
      Unmanaged<Host>.fromOpaque(context).takeRetainedValue().destroy()
    },
    get_extension: { context, id in Host.at(context)?.kind.extensionTable(id) })
}

extension TransportKind {
  /// The table of an extension that this kind offers; all instances share it, since each function receives its instance.
  ///
  /// On any thread.
  func extensionTable(_ id: UnsafePointer<CChar>) -> UnsafeRawPointer? {
    if strcmp(id, HSW_EXT_CALLS) == 0 { return ExtensionTables.calls.raw }
    if offers.contains(.hold), strcmp(id, HSW_EXT_HOLD) == 0 { return ExtensionTables.hold.raw }
    if offers.contains(.mute), strcmp(id, HSW_EXT_MUTE) == 0 { return ExtensionTables.mute.raw }
    if offers.contains(.dtmf), strcmp(id, HSW_EXT_DTMF) == 0 { return ExtensionTables.dtmf.raw }
    if offers.contains(.group), strcmp(id, HSW_EXT_GROUP) == 0 { return ExtensionTables.group.raw }
    if offers.contains(.transfer), strcmp(id, HSW_EXT_TRANSFER) == 0 { return ExtensionTables.transfer.raw }
    if offers.contains(.line), strcmp(id, HSW_EXT_LINE) == 0 { return ExtensionTables.line.raw }
    if offers.contains(.config), strcmp(id, HSW_EXT_CONFIG) == 0 { return ExtensionTables.config.raw }
    if offers.contains(.state), strcmp(id, HSW_EXT_STATE) == 0 { return ExtensionTables.state.raw }
    if offers.contains(.health), strcmp(id, HSW_EXT_HEALTH) == 0 { return ExtensionTables.health.raw }
    if offers.contains(.diag), strcmp(id, HSW_EXT_DIAG) == 0 { return ExtensionTables.diag.raw }
    if offers.contains(.audio), strcmp(id, HSW_EXT_AUDIO) == 0 { return ExtensionTables.audio.raw }
    if offers.contains(.testPeer), strcmp(id, HSW_EXT_TESTPEER) == 0 { return ExtensionTables.testPeer.raw }
    return nil
  }
}
