import Foundation

/// baresip, which plays a sine.
struct Baresip: DeskPhone {
  static let program = "baresip"
  static let pitch = 440.0
  static let dBFS = -9.5

  let process: PeerProcess
  let uri: String

  init(_ setup: PhoneSetup) async throws {
    let port = FreePort.next()
    // For TLS it listens on the next port.
    let isSecure = setup.authority != nil
    uri = "sip:bob@\(setup.address):\(isSecure ? port + 1 : port)" + (isSecure ? ";transport=tls" : "")
    let config =
      Self.modules(setup).map { "module \($0).so" } + [
        "module_path /usr/lib/baresip/modules", "module_app account.so", "module_app menu.so", "sip_listen \(setup.address):\(port)",
        "audio_source ausine,\(Int(Self.pitch))", "snd_path .",
        // The only format of its sine.
        "ausrc_srate 48000", "ausrc_channels 2",
        "net_interface " + (setup.room == nil ? "127.0.0.1" : "near"),
      ]
    var account = ["<\(uri)>", "regint=0"]
    if let name = setup.encryption.name { account.append("mediaenc=\(name)") }
    if setup.room != nil { account.append("medianat=ice") }
    var files = ["config": config.joined(separator: "\n") + "\n", "accounts": account.joined(separator: ";") + "\n", "contacts": "\n"]
    if let authority = setup.authority {
      files["config", default: ""] += "sip_certificate own.pem\nsip_cafile \(authority.authority)\n"
      files["own.pem"] = try authority.whole
    }
    let words = (setup.room?.entrance ?? []) + [Self.program, "-f", "."] + (setup.room == nil ? [] : ["-v"])
    process = try PeerProcess(words[0], Array(words.dropFirst()), files: files)
    // The DTLS module generates a key when it is loaded, which takes a while.
    guard await process.says("baresip is ready", within: .seconds(40)) else { throw PhoneFailure(Self.program, process) }
  }

  private static func modules(_ setup: PhoneSetup) -> [String] {
    ["g711", "g722", "opus", "ausine", "sndfile", "stdio"] + (setup.encryption.module.map { [$0] } ?? [])
      + (setup.room == nil ? [] : ["stun", "turn", "ice"])
  }

  /// The recording of the latest call by its sndfile filter, which records nothing after baresip's own hold.
  var recording: URL? {
    let files = try? FileManager.default.contentsOfDirectory(at: process.folder, includingPropertiesForKeys: nil)
    return files?.filter { $0.path.hasSuffix("-dec.wav") }.max { $0.path < $1.path }
  }

  static let fallsSilentWhenHolding = true

  var recordsAtOnce: Bool { true }

  static func line(for deed: PhoneDeed) -> String {
    switch deed {
    case .dial(let uri): "/dial \(uri)"
    case .answer: "/accept"
    case .hold: "/hold"
    case .resume: "/resume"
    case .hangUp: "/hangup"
    case .press(let digit): "/sndcode \(digit)"
    }
  }

  static func words(for news: PhoneNews) -> String {
    switch news {
    case .rings: "Incoming call from"
    case .connected: "Call established"
    case .holds: "call: hold "
    case .over: "terminated"
    case .foundWay: "connectivity check is complete"
    case .digit(let digit): "received event: '\(digit)' (end=1)"
    }
  }
}

extension PhoneEncryption {
  /// The name of its module.
  fileprivate var module: String? {
    switch self {
    case .none: nil
    case .sdes: "srtp"
    case .dtls: "dtls_srtp"
    }
  }

  /// The name in its account settings.
  fileprivate var name: String? { self == .sdes ? "srtp-mand" : module }
}

/// The error for a phone that does not start.
struct PhoneFailure: Error, CustomStringConvertible {
  let description: String

  init(_ program: String, _ process: PeerProcess) {
    description = "\(program) does not become ready:\n\(process.output.entries.joined(separator: "\n"))"
  }
}
