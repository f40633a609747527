import CRTPMedia
import Locking

/// Records the events of an engine.
final class Ear: Sendable {
  struct Heard {
    var digits: [UInt64: String] = [:]
    /// The number of reports that a session's last digit was sent.
    var sent: [UInt64: Int] = [:]
    var handshakes: [UInt64: [crtp_handshake_end]] = [:]
    var media: [UInt64: [crtp_media_news]] = [:]
  }

  private let heard = Locked(Heard())

  func digits(_ session: UInt64) -> String { heard.withLock { $0.digits[session] ?? "" } }
  func sent(_ session: UInt64) -> Int { heard.withLock { $0.sent[session] ?? 0 } }
  func handshakes(_ session: UInt64) -> [crtp_handshake_end] { heard.withLock { $0.handshakes[session] ?? [] } }

  func media(_ session: UInt64) -> [crtp_media_news] { heard.withLock { $0.media[session] ?? [] } }

  fileprivate func hear(_ change: @Sendable (inout Heard) -> Void) { heard.withLock { change(&$0) } }

  /// The listener for the engine; this object outlives the engine.
  var listener: crtp_listener {
    crtp_listener(
      digit: hearDigit, handshake: hearHandshake, context: Unmanaged.passUnretained(self).toOpaque(), sent: hearSent, media: hearMedia)
  }
}

private func hearMedia(_ context: UnsafeMutableRawPointer?, _ number: UInt64, _ news: crtp_media_news) {
  guard let context else { return }
  Unmanaged<Ear>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.hear { $0.media[number, default: []].append(news) } }
}

private func hearDigit(_ context: UnsafeMutableRawPointer?, _ number: UInt64, _ digit: CChar) {
  guard let context else { return }
  let character = Character(UnicodeScalar(UInt8(bitPattern: digit)))
  Unmanaged<Ear>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.hear { $0.digits[number, default: ""].append(character) } }
}

private func hearHandshake(_ context: UnsafeMutableRawPointer?, _ number: UInt64, _ end: crtp_handshake_end) {
  guard let context else { return }
  Unmanaged<Ear>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.hear { $0.handshakes[number, default: []].append(end) } }
}

private func hearSent(_ context: UnsafeMutableRawPointer?, _ number: UInt64) {
  guard let context else { return }
  Unmanaged<Ear>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.hear { $0.sent[number, default: 0] += 1 } }
}
