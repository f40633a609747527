internal import TransportABI

/// Copies of an instance's tables.
///
/// The host only calls functions that are not NULL.
struct PluginTables {
  var instance: hsw_instance
  var calls = hsw_calls()
  var hold = hsw_hold()
  var mute = hsw_mute()
  var dtmf = hsw_dtmf()
  var group = hsw_group()
  var line = hsw_line()
  var config = hsw_config()
  var transfer = hsw_transfer()
  var state = hsw_state()
  var diag = hsw_diag()
  var audio = hsw_audio()
  var testPeer = hsw_test_peer()
  /// The names of the extensions that the plugin offers and the host supports.
  var offers: Set<String> = []

  init(instance: hsw_instance) {
    self.instance = instance
  }

  /// Fetches every extension that this host supports; throws the id of one that breaks the contract. [loop]
  mutating func fetch() throws(ExtensionError) {
    calls = try table(HSW_EXT_CALLS, hsw_calls(), \.flags) ?? calls
    hold = try table(HSW_EXT_HOLD, hsw_hold(), \.flags) ?? hold
    mute = try table(HSW_EXT_MUTE, hsw_mute(), \.flags) ?? mute
    dtmf = try table(HSW_EXT_DTMF, hsw_dtmf(), \.flags) ?? dtmf
    group = try table(HSW_EXT_GROUP, hsw_group(), \.flags) ?? group
    line = try table(HSW_EXT_LINE, hsw_line(), \.flags) ?? line
    config = try table(HSW_EXT_CONFIG, hsw_config(), \.flags) ?? config
    transfer = try table(HSW_EXT_TRANSFER, hsw_transfer(), \.flags) ?? transfer
    state = try table(HSW_EXT_STATE, hsw_state(), \.flags) ?? state
    diag = try table(HSW_EXT_DIAG, hsw_diag(), \.flags) ?? diag
    audio = try table(HSW_EXT_AUDIO, hsw_audio(), \.flags) ?? audio
    testPeer = try table(HSW_EXT_TESTPEER, hsw_test_peer(), \.flags) ?? testPeer
    guard calls.start != nil, calls.answer != nil, calls.end != nil else {
      throw ExtensionError(id: HSW_EXT_CALLS, reason: "start, answer and end must be there")
    }
    guard !offers.contains("audio") || audio.formats != nil && audio.attach != nil && audio.detach != nil else {
      throw ExtensionError(id: HSW_EXT_AUDIO, reason: "formats, attach and detach must be there")
    }
  }

  /// An extension that breaks the contract.
  struct ExtensionError: Error {
    var id: String
    var reason: String
  }

  private mutating func table<Table>(
    _ id: String, _ zero: Table, _ flags: KeyPath<Table, UInt32>
  ) throws(ExtensionError) -> Table? {
    guard let pointer = id.withCString({ instance.get_extension?(instance.ctx, $0) }) else { return nil }
    guard let table = GrowingTable.copy(pointer, as: Table.self, zero: zero) else {
      throw ExtensionError(id: id, reason: "its size is out of range")
    }
    guard table[keyPath: flags] & UInt32(HSW_MUST) == 0 else {
      throw ExtensionError(id: id, reason: "it has a flag that this host does not know")
    }
    offers.insert(String(id.dropFirst("org.hookswitch.".count).prefix { $0 != "/" }))
    return table
  }
}
