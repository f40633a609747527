internal import TransportKit

// Sharing of sockets between accounts.
extension StackPlace {
  /// Returns true when both want the same port.
  func meets(_ other: StackPlace) -> Bool { host == other.host && !sockets.isDisjoint(with: other.sockets) }

  /// The first setting in which the other differs, and its value there.
  func difference(from other: StackPlace) -> (setting: String, theirs: String)? {
    zip(values, other.values).first { $0.value != $1.value }.map { ($1.setting, $1.value) }
  }

  /// The error for an account that wants the same port with other settings.
  func refusal(of other: StackPlace) -> TransportError {
    let (setting, ours) = other.difference(from: self) ?? ("port", "\(port)")
    return TransportError(
      .invalid,
      "configuration: /\(setting) must be \(ours), as for another account that listens at \(self); or give this one another /port",
      domain: "sip")
  }

  /// The transports with their ports; a port of 0 conflicts with none.
  private var sockets: Set<String> {
    var sockets: [(kind: String, port: UInt16)] = []
    if transport == "udp" || transport.isEmpty { sockets.append(("udp", port)) }
    if transport != "udp" { sockets.append(("tcp", port)) }
    if let tlsPort, transport != "tls" { sockets.append(("tcp", tlsPort)) }
    return Set(sockets.filter { $0.port > 0 }.map { "\($0.kind) \($0.port)" })
  }

  /// All settings by name; the port and address come last, since accounts may well differ in them.
  private var values: [(setting: String, value: String)] {
    [
      ("transport", JSON.quoted(transport)), ("tls-port", tlsPort.map { "\($0)" } ?? "-1"), ("certificate", JSON.quoted(files.certificate)),
      ("private-key", JSON.quoted(files.privateKey)), ("ca-file", JSON.quoted(files.authorities)),
      ("check-certificates", "\(checksCertificates)"), ("resolver-file", JSON.quoted(resolver)), ("session-expires", "\(sessionExpires)"),
      ("min-session-expires", "\(minSessionExpires)"), ("transaction-seconds", "\(transactionSeconds)"), ("max-ringing", "\(maxRinging)"),
      ("calls-per-second-per-source", "\(callsPerSecondPerSource)"), ("max-calls", "\(maxCalls)"),
      ("max-calls-per-source", "\(maxCallsPerSource)"), ("ring-seconds", "\(ringSeconds)"), ("port", "\(port)"),
      ("address", JSON.quoted(host)),
    ]
  }
}
