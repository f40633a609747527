internal import Hookswitch
internal import StrictJSON
internal import TransportLoader

#if HOOKSWITCH_SOUND
  internal import MediaStreams
#endif

/// The only parser for configurations of `hookswitch run`.
package enum RunConfigReader {
  /// The maximum file size in bytes: enough for tens of thousands of accounts.
  package static let maximumSize = 64 << 20
  /// The deepest nesting of arrays and objects.
  package static let maximumDepth = 512

  /// Reads the file at `path`.
  package static func read(file path: String) throws(RunConfigError) -> RunConfig { try read(file: path, with: []).config }

  /// Reads the file at `path`, which may have further members.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - others: the names of the further members.
  /// - Returns: the configuration, and the further members as they are.
  package static func read(file path: String, with others: [String]) throws(RunConfigError) -> (
    config: RunConfig, others: [String: ConfigNode]
  ) {
    let text: [UInt8]
    do {
      text = try InputFile.read(path, limit: maximumSize)
    } catch {
      throw RunConfigError(file: path, path: "$", reason: "cannot be read: \(TerminalText.line(error.sentence))")
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return try read(text, file: path, folder: folder, with: others)
  }

  /// Reads the configuration in `file`; folders in it are relative to `folder`.
  package static func read(_ text: [UInt8], file: String, folder: String) throws(RunConfigError) -> RunConfig {
    try read(text, file: file, folder: folder, with: []).config
  }

  private static func read(
    _ text: [UInt8], file: String, folder: String, with others: [String]
  ) throws(RunConfigError) -> (config: RunConfig, others: [String: ConfigNode]) {
    guard text.count <= maximumSize else {
      throw RunConfigError(file: file, path: "$", reason: "has \(text.count) bytes, more than \(maximumSize)")
    }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONReader.read(text, limits: JSONLimits(depth: maximumDepth))
    } catch {
      throw RunConfigError(file: file, path: "$", reason: "is not JSON: \(TerminalText.line(error.description))")
    }
    let root = try ConfigNode(file: file, path: "$", value: value).members(
      [
        "transports", "pins", "region", "blocked", "letThrough", "policy", "policies", "screeners", "audio", "isolation", "providers",
      ] + others)
    var config = RunConfig(file: file)
    config.folders = try (root["transports"]?.texts ?? []).map { $0.hasPrefix("/") ? $0 : folder + $0 }
    for (id, node) in try root["pins"]?.entries ?? [] { config.pins[id] = try digest(node) }
    if let region = root["region"] { config.numbers = try numbers(region) }
    config.blocked = try (root["blocked"]?.texts ?? []).map(Handle.init(parsing:))
    config.letThrough = try (root["letThrough"]?.texts ?? []).map(Handle.init(parsing:))
    if let policy = root["policy"] { (config.policy, config.emergencyNumbers) = try self.policy(policy, over: LinePolicy()) }
    if let node = root["policies"] {
      let usual = config.policy
      for (line, own) in try policies(node, over: { _ in usual }) {
        config.policies[line] = own.policy
        if own.hasNumbers { config.linesWithNumbers.insert(line) }
      }
    }
    if let screeners = root["screeners"] { config.screeners = try RunScreener.all(screeners) }
    if let audio = root["audio"] { config.audio = try RunAudio(audio, folder: folder) }
    if let isolation = root["isolation"] { config.isolation = try RunIsolation(isolation) }
    if let providers = root["providers"] { config.accounts = try accounts(providers) }
    return (config, root.filter { others.contains($0.key) })
  }

  private static func digest(_ node: ConfigNode) throws(RunConfigError) -> String {
    let text = try node.text.lowercased()
    guard text.utf8.count == 64, text.allSatisfy(\.isHexDigit) else {
      throw node.wrong("is not a SHA-256 digest: 64 hexadecimal digits, as hookswitch inspect prints them")
    }
    return text
  }

  private static func numbers(_ node: ConfigNode) throws(RunConfigError) -> LocalNumbers {
    guard let numbers = LocalNumbers(region: try node.text) else { throw node.wrong(LocalNumbers.refusal) }
    return numbers
  }

  /// Reads the policies of single lines, each with the members that differ from `base`.
  static func policies(
    _ node: ConfigNode, over base: (LineID) -> LinePolicy
  ) throws(RunConfigError) -> [LineID: (policy: LinePolicy, hasNumbers: Bool)] {
    var policies: [LineID: (policy: LinePolicy, hasNumbers: Bool)] = [:]
    for (name, node) in try node.entries {
      let line = LineID(rawValue: name)
      guard !name.isEmpty else { throw node.wrong("has no line's name") }
      var (own, emergencyNumbers) = try policy(node, over: base(line))
      if let emergencyNumbers { own.emergencyNumbers = emergencyNumbers }
      policies[line] = (own, emergencyNumbers != nil)
    }
    return policies
  }

  /// Reads the members of a policy that differ from `base`.
  static func policy(_ node: ConfigNode, over base: LinePolicy) throws(RunConfigError) -> (LinePolicy, emergencyNumbers: [String]?) {
    let members = try node.members([
      "maximumCallGroups", "maximumCallsPerCallGroup", "maximumRingingCalls", "autoResume", "hostMixing", "deadlines",
      "emergencyNumbers", "transferRequests", "screeners",
    ])
    var policy = base
    if let node = members["maximumCallGroups"] { policy.maximumCallGroups = try node.integer(1...1_000_000) }
    if let node = members["maximumCallsPerCallGroup"] { policy.maximumCallsPerCallGroup = try node.integer(1...1_000_000) }
    if let node = members["maximumRingingCalls"] { policy.maximumRingingCalls = try node.integer(1...1_000_000) }
    if let node = members["autoResume"] { policy.autoResume = try node.word(AutoResume.self) }
    if let node = members["hostMixing"] { policy.hostMixing = try node.flag }
    if let node = members["deadlines"] { policy.deadlines = try node.deadlines(over: base.deadlines) }
    if let node = members["transferRequests"] { policy.transferRequests = try node.word(TransferRequestPolicy.self) }
    if let node = members["screeners"] { policy.screeners = try node.texts.map { ScreenerID(rawValue: $0) } }
    return (policy, try members["emergencyNumbers"]?.texts)
  }

  static func accounts(_ node: ConfigNode) throws(RunConfigError) -> [RunConfig.Account] {
    var accounts: [RunConfig.Account] = []
    var names: Set<String> = []
    for item in try node.items {
      let account = try account(item)
      if !names.insert(account.name).inserted {
        throw RunConfigError(file: item.file, path: item.path + ".name", reason: "\"\(account.name)\" is the name of another provider")
      }
      accounts.append(account)
    }
    guard !accounts.isEmpty else { throw node.wrong("is empty; leave it out for one provider for each transport that is found") }
    return accounts
  }

  private static func account(_ node: ConfigNode) throws(RunConfigError) -> RunConfig.Account {
    let members = try node.members([
      "name", "transport", "line", "settings", "maximumCallGroups", "maximumCallsPerCallGroup", "emergencyNumbers", "deadlines",
      "isolation", "process", "stream",
    ])
    guard let transport = members["transport"] else {
      throw RunConfigError(
        file: node.file, path: node.path + ".transport", reason: "is missing; write a transport's id, as hookswitch transports lists it")
    }
    let id = try transport.text
    var account = RunConfig.Account(path: node.path, name: id.split(separator: ".").last.map(String.init) ?? id, transport: id)
    if let name = members["name"] {
      account.name = try name.text
      guard !account.name.contains(where: { $0.isWhitespace || $0.isNewline }) else {
        throw name.wrong("contains a space, so dial cannot name it")
      }
    }
    if let line = members["line"] { account.line = LineID(rawValue: try line.text) }
    if let settings = members["settings"] {
      guard case .object = settings.value else { throw settings.wrong("is \(settings.value.kind), should be an object") }
      account.settings = settings.value.sorted.text
      account.settingsPath = settings.path
    }
    if let node = members["maximumCallGroups"] { account.maximumCallGroups = try node.integer(1...1_000_000) }
    if let node = members["maximumCallsPerCallGroup"] { account.maximumCallsPerCallGroup = try node.integer(1...1_000_000) }
    if let node = members["emergencyNumbers"] { account.emergencyNumbers = try node.texts }
    if let node = members["deadlines"] { account.deadlines = try node.deadlines }
    if let node = members["isolation"] { account.isolation = try RunIsolation(node, ofOneProvider: true) }
    if let node = members["process"] { account.share = try RunnerShare(node) }
    if let node = members["stream"] {
      #if HOOKSWITCH_SOUND
        account.stream = try StreamTarget(node)
      #else
        throw node.wrong("needs a host with audio: build it without WITHOUT=sound")
      #endif
    }
    return account
  }
}
