package import Hookswitch
internal import StrictJSON

/// A change of the configuration of a host that runs: only the members that the text has.
package struct ConfigChange: Equatable, Sendable {
  /// The new policy of all lines without one of their own.
  package var policy: LinePolicy?
  /// The new policies of single lines.
  package var policies: [LineID: LinePolicy] = [:]
  /// The new list of blocked callers.
  package var blocked: [Handle]?
  /// The new list of callers that ring although do-not-disturb is on.
  package var letThrough: [Handle]?
  /// The file of the new ringtone.
  package var ringtone: String?
  /// The country of the new call-progress tones.
  package var country: String?

  /// Reads a change.
  ///
  /// - Parameters:
  ///   - text: one JSON object with the members `policy`, `policies`, `blocked`, `letThrough`, `audio.ringtone` and `audio.country`.
  ///   - folder: the folder that relative paths are relative to, with a slash at its end; empty for the working folder.
  ///   - current: returns the present policy of a line; of all lines for nil.
  /// - Throws: `RunConfigError` with the wrong member, or with one that needs a new host.
  package init(_ text: [UInt8], folder: String, current: (LineID?) -> LinePolicy) throws(RunConfigError) {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONReader.read(text, limits: JSONLimits(depth: RunConfigReader.maximumDepth))
    } catch {
      throw RunConfigError(file: "change", path: "$", reason: "is not JSON: \(error.description)")
    }
    let root = try ConfigNode(file: "change", path: "$", value: value).members(["policy", "policies", "blocked", "letThrough", "audio"])
    if let node = root["policy"] {
      var (policy, emergencyNumbers) = try RunConfigReader.policy(node, over: current(nil))
      if let emergencyNumbers { policy.emergencyNumbers = emergencyNumbers }
      self.policy = policy
    }
    if let node = root["policies"] { policies = try RunConfigReader.policies(node) { current($0) }.mapValues(\.policy) }
    blocked = try root["blocked"]?.texts.map(Handle.init(parsing:))
    letThrough = try root["letThrough"]?.texts.map(Handle.init(parsing:))
    guard let audio = root["audio"] else { return }
    let members = try audio.members(["ringtone", "country"])
    if let node = members["ringtone"] {
      let file = try node.text
      ringtone = file.hasPrefix("/") ? file : folder + file
    }
    if let node = members["country"] {
      #if HOOKSWITCH_SOUND
        country = try RunAudio.country(node)
      #else
        throw node.wrong("cannot be used: this library was built with WITHOUT=sound")
      #endif
    }
  }
}
