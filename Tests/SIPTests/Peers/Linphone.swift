import Foundation

/// linphone's console, with sound files in place of a headset.
struct Linphone: DeskPhone {
  static let program = "linphonec"
  static let pitch = 700.0
  static let dBFS = ToneFile.dBFS

  let process: PeerProcess
  let uri: String

  init(_ encryption: PhoneEncryption) async throws {
    let port = FreePort.next()
    uri = "sip:linda@127.0.0.1:\(port)"
    process = try PeerProcess(
      Self.program, ["-c", "rc"],
      // It takes no calls without a folder for its data, and breaks long lines of its own echo.
      files: ["rc": Self.settings(encryption), ".local/share/linphone/here": ""],
      environment: ["HOME": "/proc/self/cwd", "COLUMNS": "1000"])
    let voice = process.folder.appending(path: "voice.wav")
    try ToneFile.write(Self.pitch, to: voice)
    for line in ["soundcard use files", "play \(voice.path)", "record \(recordingPath)", "ports sip \(port)", "ports"] {
      try process.type(line)
    }
    // It says where its sound goes when it has opened its ports.
    guard await process.says("audio rtp port") else { throw PhoneFailure(Self.program, process) }
  }

  private static func settings(_ encryption: PhoneEncryption) -> String {
    """
    [sip]
    bind_address=127.0.0.1
    guess_hostname=0
    contact=sip:linda@127.0.0.1
    ipv6_migration_done=1
    use_ipv6=0
    media_encryption=\(encryption == .sdes ? "srtp" : encryption.rawValue)
    media_encryption_mandatory=\(encryption == .none ? 0 : 1)
    auto_net_state_mon=0
    [net]
    nat_address=127.0.0.1
    firewall_policy=1
    [rtp]
    audio_rtp_port=20000-29999
    [audio_codec_0]
    mime=G722
    rate=8000
    channels=1
    enabled=1

    """
  }

  private var recordingPath: String { process.folder.appending(path: "heard.wav").path }

  var recording: URL? { URL(filePath: recordingPath) }

  /// To whom it holds it plays its file.
  static let fallsSilentWhenHolding = false

  /// It writes when the call is over.
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
    case .digit(let digit): "Receiving tone \(digit)"
    }
  }
}
