import Foundation
import Hookswitch
import Testing

/// A host with one account, and sound files as its microphone and speaker.
struct SoundHost: Sendable {
  /// The pitch of its constant tone.
  static let pitch = 1_000.0

  let phone: SIPHost
  /// The audio that its speaker plays.
  let heard: GrowingRecording

  /// Runs `body` with a host that plays a tone into every call.
  static func with(_ settings: [String: Account.Value] = [:], _ body: @Sendable (SoundHost) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hookswitch-sound-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (microphone, loudspeaker) = (folder.appending(path: "says.wav"), folder.appending(path: "hears.wav"))
    try ToneFile.write(pitch, to: microphone)
    var host = HostSettings()
    host.audio = AudioSettings { line in
      line == .main ? FileDevice(microphone: microphone.path, loudspeaker: loudspeaker.path, repeats: true) : nil
    }
    try await SIPHost.with([Account("sip", settings)], settings: host) { phone in
      try await body(SoundHost(phone: phone, heard: GrowingRecording(file: loudspeaker)))
    }
  }

  /// The address that a phone calls.
  var uri: String {
    let isSecure = if case .text("tls")? = phone.accounts[0].settings["transport"] { true } else { false }
    return "sip:host@127.0.0.1:\(phone.port)" + (isSecure ? ";transport=tls" : "")
  }

  /// Expects the phone's tone at its level, and, from a phone that can be read during the call, ours.
  func hearsBothWays<Phone: DeskPhone>(_ peer: Phone, tolerance: Double = 2) async throws {
    try await heard.tone(Phone.pitch, at: Phone.dBFS, tolerance: tolerance)
    if peer.recordsAtOnce { try await hears(peer, tolerance: tolerance) }
    // Waits for enough audio to analyse later.
    try await heard.grows(by: 48_000)
  }

  /// Expects our tone at its level in the phone's latest recording.
  func hears(_ peer: some DeskPhone, tolerance: Double = 2) async throws {
    let recording = try #require(peer.recording, "\(type(of: peer).program) records nothing")
    try await GrowingRecording(file: recording).tone(Self.pitch, at: ToneFile.dBFS, tolerance: tolerance, slack: .seconds(1))
  }
}
