import Foundation

/// linphone's console, with sound files as its audio device.
struct Linphone: DeskPhone {
  static let program = "linphonec"
  static let pitch = 700.0
  static let dBFS = ToneFile.dBFS

  let process: PeerProcess
  let uri: String

  init(_ setup: PhoneSetup) async throws {
    let port = FreePort.next()
    uri = "sip:linda@\(setup.address):\(port)" + (setup.authority == nil ? "" : ";transport=tls")
    let words = (setup.room?.entrance ?? []) + [Self.program, "-c", "rc"] + (setup.room == nil ? [] : ["-d", "6"])
    process = try PeerProcess(
      words[0], Array(words.dropFirst()),
      // It takes no calls without a data folder, and breaks long lines of its echo.
      files: ["rc": Self.settings(setup, port), ".local/share/linphone/here": ""],
      environment: ["HOME": "/proc/self/cwd", "COLUMNS": "1000"])
    let voice = process.folder.appending(path: "voice.wav")
    try ToneFile.write(Self.pitch, to: voice)
    let ports = (setup.authority == nil ? ["ports sip \(port)"] : []) + ["ports"]
    for line in ["soundcard use files", "play \(voice.path)", "record \(recordingPath)"] + ports { try process.type(line) }
    // A port command would disable TLS. It prints its audio port once its ports are open.
    guard await process.says("audio rtp port") else { throw PhoneFailure(Self.program, process) }
  }

  private static func settings(_ setup: PhoneSetup, _ port: UInt16) -> String {
    // Without `bind_address` it offers the address of the machine's network card in some calls, yet sends from 127.0.0.1.
    """
    [sip]
    bind_address=\(setup.address)
    guess_hostname=0
    contact=sip:linda@\(setup.address)
    ipv6_migration_done=1
    use_ipv6=0
    media_encryption=\(setup.encryption == .sdes ? "srtp" : setup.encryption.rawValue)
    media_encryption_mandatory=\(setup.encryption == .none ? 0 : 1)
    auto_net_state_mon=0
    \(setup.authority.map { "sip_port=\(port)\nsip_tcp_port=0\nsip_tls_port=-1\nroot_ca=\($0.authority)" } ?? "")
    [net]
    \(setup.room == nil ? "nat_address=127.0.0.1\nfirewall_policy=1" : "firewall_policy=3")
    [rtp]
    audio_rtp_port=20000-29999
    \(setup.room == nil ? "bind_address=127.0.0.1" : "")
    [audio_codec_0]
    mime=G722
    rate=8000
    channels=1
    enabled=1

    """
  }

  private var recordingPath: String { process.folder.appending(path: "heard.wav").path }

  var recording: URL? { URL(filePath: recordingPath) }

  /// It plays its file to a far end that it holds.
  static let fallsSilentWhenHolding = false

  /// It writes the file when the call ends.
  var recordsAtOnce: Bool { false }

  static func line(for deed: PhoneDeed) -> String {
    switch deed {
    case .dial(let uri): "call \(uri)"
    case .answer: "answer"
    case .hold: "pause"
    case .resume: "resume"
    case .hangUp: "terminate"
    case .press(let digit): "\(digit)"
    }
  }

  static func words(for news: PhoneNews) -> String {
    switch news {
    case .rings: "Receiving new incoming call"
    case .connected: "Media streams established"
    case .holds: "is now paused"
    case .over: " ended ("
    case .foundWay: "Finished ICE check list"
    case .digit(let digit): "Receiving tone \(digit)"
    }
  }
}
