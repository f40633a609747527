internal import ConformanceHarness
internal import StrictJSON
internal import TransportABI

/// The material of scripts: the plugin's own statements and the run's configuration.
struct FuzzSoil: Sendable, Hashable {
  /// The configuration of the run; empty for none.
  var config: [UInt8] = []
  /// The members in the plugin's schema.
  var settings: [Setting] = []
  /// The extensions that it offers.
  var offers: Set<String> = []

  /// A member of a configuration, as its schema describes it.
  struct Setting: Sendable, Hashable {
    var name: String
    /// The type in JSON Schema: `string`, `integer`, …; empty if there is none.
    var type: String
    /// The values of its enumeration, if it has one.
    var words: [String] = []
    var lowest: Int?
    var highest: Int?
  }

  init() {}

  /// Collects the material from an instance.
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

  /// Returns true if a step of that kind can have an effect on this plugin.
  func bears(_ act: FuzzAct) -> Bool {
    switch act {
    case .hold: offers.contains(HSW_EXT_HOLD)
    case .mute: offers.contains(HSW_EXT_MUTE)
    case .play: offers.contains(HSW_EXT_DTMF)
    case .group: offers.contains(HSW_EXT_GROUP)
    case .transfer, .transferTo, .verdict: offers.contains(HSW_EXT_TRANSFER)
    case .deflect: offers.contains(HSW_EXT_DEFLECT)
    case .register: offers.contains(HSW_EXT_LINE)
    case .ping: offers.contains(HSW_EXT_HEALTH)
    case .dump: offers.contains(HSW_EXT_DIAG)
    case .schema, .apply: offers.contains(HSW_EXT_CONFIG)
    case .save, .load: offers.contains(HSW_EXT_STATE)
    default: true
    }
  }
}
