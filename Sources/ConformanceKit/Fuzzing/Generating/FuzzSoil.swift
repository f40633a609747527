internal import TransportABI
internal import TransportLoader

/// What scripts grow from: what the plugin says of itself and what the run was given.
struct FuzzSoil: Sendable, Hashable {
  /// The configuration of the run; empty for none.
  var config: [UInt8] = []
  /// The members that the plugin's schema has.
  var settings: [Setting] = []
  /// The extensions that it offers.
  var offers: Set<String> = []

  /// A member of a configuration, as far as its schema tells.
  struct Setting: Sendable, Hashable {
    var name: String
    /// As JSON Schema says it: `string`, `integer`, …; empty where it does not.
    var type: String
    /// The words that it may be, if they are counted.
    var words: [String] = []
    var lowest: Int?
    var highest: Int?
  }

  init() {}

  /// Asks an instance.
  init(_ instance: PluginInstance, config: String) throws {
    self.config = Array(config.utf8)
    for (id, _) in PluginExtension.all where try instance.offers(id) { offers.insert(id) }
    guard offers.contains(HSW_EXT_CONFIG), let schema = try? instance.schema().text else { return }
    settings = Self.settings(ofSchema: Array(schema.utf8))
  }

  static func settings(ofSchema text: [UInt8]) -> [Setting] {
    guard let schema = try? JSONReader.read(text), case .object(let members)? = schema["properties"] else { return [] }
    return members.map { member in
      Setting(
        name: member.name, type: member.value["type"]?.string ?? "", words: member.value["enum"]?.strings ?? [],
        lowest: member.value["minimum"]?.integer, highest: member.value["maximum"]?.integer)
    }
  }

  /// Whether a step of that sort comes to anything with this plugin.
  func bears(_ act: FuzzAct) -> Bool {
    switch act {
    case .hold: offers.contains(HSW_EXT_HOLD)
    case .mute: offers.contains(HSW_EXT_MUTE)
    case .play: offers.contains(HSW_EXT_DTMF)
    case .group: offers.contains(HSW_EXT_GROUP)
    case .transfer, .transferTo, .verdict: offers.contains(HSW_EXT_TRANSFER)
    case .register: offers.contains(HSW_EXT_LINE)
    case .ping: offers.contains(HSW_EXT_HEALTH)
    case .dump: offers.contains(HSW_EXT_DIAG)
    case .schema, .apply: offers.contains(HSW_EXT_CONFIG)
    case .save, .load: offers.contains(HSW_EXT_STATE)
    default: true
    }
  }
}
