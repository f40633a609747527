import Foundation
import Hookswitch
import Testing

/// A host with one account, and files for a microphone and a loudspeaker at its line.
struct SoundHost: Sendable {
  /// What it says all the time.
  static let pitch = 1_000.0

  let phone: SIPHost
  /// What its loudspeaker plays.
  let heard: GrowingRecording

  /// Runs `body` with a host that says a tone into every call.
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

  /// How a phone calls it.
  var uri: String {
    let isSecure = if case .text("tls")? = phone.accounts[0].settings["transport"] { true } else { false }
    return "sip:host@127.0.0.1:\(phone.port)" + (isSecure ? ";transport=tls" : "")
  }

  /// The phone is heard as loud as it speaks; and where it records at once, hears us so.
  func hearsBothWays<Phone: DeskPhone>(_ peer: Phone, tolerance: Double = 2) async throws {
    try await heard.tone(Phone.pitch, at: Phone.dBFS, tolerance: tolerance)
    if peer.recordsAtOnce { try await hears(peer, tolerance: tolerance) }
    // What it keeps to itself for now becomes long enough to judge by.
    try await heard.grows(by: 48_000)
  }

  /// What the phone recorded last is our tone, as loud as it was said.
  func hears(_ peer: some DeskPhone, tolerance: Double = 2) async throws {
    let recording = try #require(peer.recording, "\(type(of: peer).program) records nothing")
    try await GrowingRecording(file: recording).tone(Self.pitch, at: ToneFile.dBFS, tolerance: tolerance, slack: .seconds(1))
  }
}
