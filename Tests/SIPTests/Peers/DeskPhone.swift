import Foundation
import Testing

/// A third-party phone: a test types its commands, reads its output, and listens to its recording.
protocol DeskPhone: Sendable {
  static var program: String { get }
  /// The pitch of its constant tone, in Hz.
  static var pitch: Double { get }
  /// The level of its tone.
  static var dBFS: Double { get }
  static var fallsSilentWhenHolding: Bool { get }

  /// Starts a phone that is ready to call and to be called.
  init(_ setup: PhoneSetup) async throws

  var process: PeerProcess { get }
  /// Its address.
  var uri: String { get }
  /// The recording of received audio, and true when it can be read during the call.
  var recording: URL? { get }
  var recordsAtOnce: Bool { get }

  /// The text that it prints for an event.
  static func words(for news: PhoneNews) -> String
  /// The command for an action.
  static func line(for deed: PhoneDeed) -> String
}

/// An action of a phone.
enum PhoneDeed {
  case dial(String)
  case answer, hold, resume, hangUp
  case press(Character)
}

/// An event that a phone reports.
enum PhoneNews {
  case rings, connected, holds, over
  /// ICE has finished; reported in a room only.
  case foundWay
  case digit(Character)
}

extension DeskPhone {
  init(_ encryption: PhoneEncryption) async throws { try await self.init(PhoneSetup(encryption: encryption)) }

  static var isThere: Bool { PeerProcess.isThere(program) }

  func does(_ deed: PhoneDeed) throws { try process.type(Self.line(for: deed)) }

  /// Waits until it has reported an event `times` times.
  func tells(_ news: PhoneNews, times: Int = 1) async throws {
    let words = Self.words(for: news)
    let found = await process.output.first { [process] _ in
      process.output.entries.count { $0.contains(words) } >= times ? true : nil
    }
    try #require(found == true, "\(Self.program) does not say \"\(words)\":\n\(process.output.entries.joined(separator: "\n"))")
  }
}
