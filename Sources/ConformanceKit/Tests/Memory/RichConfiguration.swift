internal import ConformanceHarness
internal import StrictJSON
internal import TransportABI

/// A configuration that gives a plugin as many texts to keep as its schema allows, and the secrets that it names.
struct RichConfiguration {
  /// The configuration.
  let text: String
  /// The secrets by name.
  let secrets: [String: String]

  /// Makes the configuration of the plugin in that library; the run's own one where the plugin has no schema or refuses the rich one.
  init(_ run: TestRun, _ library: PluginLibrary) throws {
    let loop = VirtualLoop()
    let plain = (text: run.settings.near, secrets: run.settings.secrets)
    let creation = try Stage.create(run, library, loop, .full, config: plain.text)
    guard let instance = creation.instance else {
      (text, secrets) = plain
      return
    }
    defer { try? instance.destroy() }
    guard try instance.offers(HSW_EXT_CONFIG), let schema = try? ConfigTests.schema(of: instance) else {
      (text, secrets) = plain
      return
    }
    var members = ConfigTests.base(run)
    for setting in schema.settings where !members.contains(where: { $0.name == setting.name }) {
      if setting.isSecret {
        members.append(.init(name: setting.name, value: .string("kit-secret")))
      } else if let value = setting.another(than: nil), case .string = value {
        members.append(.init(name: setting.name, value: value))
      }
    }
    let rich = JSONValue.object(members).text
    let trial = try Stage.create(run, library, loop, .full, config: rich)
    try trial.instance?.destroy()
    (text, secrets) =
      trial.instance == nil ? plain : (rich, plain.secrets.merging(["kit-secret": "pass-word-of-the-kit"]) { $1 })
  }
}
