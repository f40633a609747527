internal import Glibc
internal import StrictJSON

/// A library whose first contact failed: it is not loaded until it or a library that it needs changes, or an operator releases it.
public struct QuarantineEntry: Hashable, Codable, Sendable {
  /// The library's path.
  public var file: String
  /// The ids that its manifest or note gives it.
  public var ids: [String]
  /// The failure in words: "was killed by signal 6 (Aborted)".
  public var reason: String
  /// The function that failed; `dlopen` means the constructors of the library or of those that it needs.
  public var step: String
  /// The signal that killed the process, if any.
  public var signal: Int32?
  /// The exit code of the process, if it exited.
  public var exitCode: Int32?
  /// The end of its output, for its author.
  public var output: String
  /// The time in UTC, as in RFC 3339.
  public var time: String
  /// The digest of the file's identity, the contract's version and the dependencies' identities; the entry holds while it is the same.
  public var key: String

  private enum CodingKeys: String, CodingKey {
    case file, ids, reason, step, signal, exitCode = "exit-code", output, time, key
  }

  init(_ death: ScanDeath, file: String, ids: [String], key: ScanKey, time: String = Self.now) {
    self.file = file
    self.ids = ids
    reason = death.reason
    step = death.step
    signal = death.signal
    exitCode = death.exitCode
    output = death.output
    self.time = time
    self.key = key.digest
  }

  /// The refusal that a host gives for it.
  var refusal: TransportRefusal {
    let claims = [TransportRefusal.Claim("scan", reason), .init("time", time)]
    return TransportRefusal(
      .quarantined, file: file, field: step, claims,
      advice: "install a fixed one, which is tried automatically; to try this one again: hookswitch unquarantine \(file)")
  }

  private static var now: String {
    var seconds = time_t()
    Glibc.time(&seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      buffer[strftime(buffer.baseAddress!, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)] = 0
      return String(cString: buffer.baseAddress!)
    }
  }
}

extension QuarantineEntry {
  init?(json: JSONValue) {
    guard let file = json["file"]?.string, let reason = json["reason"]?.string, let step = json["step"]?.string,
      let key = json["key"]?.string, let time = json["time"]?.string
    else { return nil }
    self.file = file
    self.reason = reason
    self.step = step
    self.key = key
    self.time = time
    ids = json["ids"]?.strings ?? []
    output = json["output"]?.string ?? ""
    signal = json["signal"]?.integer.flatMap(Int32.init(exactly:))
    exitCode = json["exit-code"]?.integer.flatMap(Int32.init(exactly:))
  }

  var json: JSONValue {
    .object(of: [
      "file": .string(file), "ids": .strings(ids), "reason": .string(reason), "step": .string(step),
      "signal": signal.map { .integer($0) }, "exit-code": exitCode.map { .integer($0) }, "output": .string(output),
      "time": .string(time), "key": .string(key),
    ])
  }
}
