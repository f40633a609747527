import Foundation
import Testing

/// Somebody else's phone: a program that a test works by typing, follows by what it prints, and hears through what it records.
protocol DeskPhone: Sendable {
  static var program: String { get }
  /// The pitch that it says all the time.
  static var pitch: Double { get }
  /// How loud it says it.
  static var dBFS: Double { get }
  static var fallsSilentWhenHolding: Bool { get }

  /// Starts one that is ready to call and to be called.
  init(_ setup: PhoneSetup) async throws

  var process: PeerProcess { get }
  /// How to call it.
  var uri: String { get }
  /// What it hears, and whether that can be read while it hears it.
  var recording: URL? { get }
  var recordsAtOnce: Bool { get }

  /// What it prints when that happens.
  static func words(for news: PhoneNews) -> String
  /// What it is told by.
  static func line(for deed: PhoneDeed) -> String
}

/// What a phone is made to do.
enum PhoneDeed {
  case dial(String)
  case answer, hold, resume, hangUp
  case press(Character)
}

/// What a phone tells of.
enum PhoneNews {
  case rings, connected, holds, over
  /// It has found a way by ICE: said where it has a room.
  case foundWay
  case digit(Character)
}

extension DeskPhone {
  init(_ encryption: PhoneEncryption) async throws { try await self.init(PhoneSetup(encryption: encryption)) }

  static var isThere: Bool { PeerProcess.isThere(program) }

  func does(_ deed: PhoneDeed) throws { try process.type(Self.line(for: deed)) }

  /// Waits until it tells of that for the `times`th time.
  func tells(_ news: PhoneNews, times: Int = 1) async throws {
    let words = Self.words(for: news)
    let found = await process.output.first { [process] _ in
      process.output.entries.count { $0.contains(words) } >= times ? true : nil
    }
    try #require(found == true, "\(Self.program) does not say \"\(words)\":\n\(process.output.entries.joined(separator: "\n"))")
  }
}
