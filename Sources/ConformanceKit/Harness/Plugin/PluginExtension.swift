internal import TransportABI
internal import TransportLoader

/// The extensions that a plugin may offer, from the header.
enum PluginExtension {
  /// The ids, with the size of each table in version 1.0.
  static let all: [(id: String, size: UInt32)] = [
    (HSW_EXT_CALLS, size(hsw_calls.self)), (HSW_EXT_HOLD, size(hsw_hold.self)), (HSW_EXT_MUTE, size(hsw_mute.self)),
    (HSW_EXT_DTMF, size(hsw_dtmf.self)), (HSW_EXT_GROUP, size(hsw_group.self)), (HSW_EXT_TRANSFER, size(hsw_transfer.self)),
    (HSW_EXT_LINE, size(hsw_line.self)), (HSW_EXT_CONFIG, size(hsw_config.self)), (HSW_EXT_STATE, size(hsw_state.self)),
    (HSW_EXT_AUDIO, size(hsw_audio.self)), (HSW_EXT_HEALTH, size(hsw_health.self)), (HSW_EXT_DIAG, size(hsw_diag.self)),
    (HSW_EXT_TESTPEER, size(hsw_test_peer.self)),
  ]

  private static func size<Table>(_ type: Table.Type) -> UInt32 { UInt32(ContractVersion.firstSize(of: type)) }

  /// Returns the NAME in org.hookswitch.NAME/REV.
  static func name(of id: String) -> String {
    String((id.split(separator: ".").last ?? "").prefix { $0 != "/" })
  }
}
