internal import CRTPMedia
internal import TransportKit

/// The media thread of all accounts' calls.
///
/// Not `Sendable`: all accounts live on one loop, as ``SIPAccount/descriptor`` demands.
final class MediaEngine {
  let pointer: OpaquePointer
  private let ear: MediaEar
  private var users = 1

  private init(_ pointer: OpaquePointer, _ ear: MediaEar) {
    self.pointer = pointer
    self.ear = ear
  }

  /// The running engine.
  ///
  /// `unsafe`: only the loop that all accounts of the process share uses it; hosts guarantee this (`HSW_ENTRY_ONE_LOOP`).
  nonisolated(unsafe) private static var running: MediaEngine?

  /// Returns the engine; starts it for the first account.
  static func shared() throws(TransportError) -> MediaEngine {
    if let running {
      running.users += 1
      return running
    }
    let ear = MediaEar()
    var listener = crtp_listener(
      digit: heardDigit, handshake: shookHands, context: Unmanaged.passUnretained(ear).toOpaque(), sent: sentDigits, media: missedSound)
    guard let pointer = crtp_engine_start(&listener) else {
      throw TransportError(.failed, "the system cannot start a media thread", domain: "sip")
    }
    let engine = MediaEngine(pointer, ear)
    running = engine
    return engine
  }

  /// The fingerprint of our certificate for session descriptions.
  static func fingerprint() throws(TransportError) -> String {
    guard let text = crtp_fingerprint() else {
      throw TransportError(.failed, "OpenSSL cannot make a certificate for media keys", domain: "sip")
    }
    return String(cString: text)
  }

  /// The accounts that receive the engine's reports.
  var ports: Registry<UInt32, Port<SIPAccount>> { ear.ports }

  /// Releases one account's use of the engine.
  ///
  /// The thread ends with the last account and the last media session: each of them retains the engine.
  func release() {
    users -= 1
    if users == 0 { Self.running = nil }
  }

  deinit {
    crtp_engine_stop(pointer)
  }
}

/// Receives digits, handshake results and media time-outs on the engine's thread, and passes each to its account.
final class MediaEar: Sendable {
  /// The accounts, by number.
  let ports = Registry<UInt32, Port<SIPAccount>>()

  fileprivate func hear(_ number: UInt64, _ digit: CChar) {
    let account = UInt32(truncatingIfNeeded: number >> DialogNumbers.countBits)
    ports[account]?.post { $0.heard(String(UnicodeScalar(UInt8(bitPattern: digit))), inSession: number) }
  }

  fileprivate func miss(_ number: UInt64, _ news: crtp_media_news) {
    let account = UInt32(truncatingIfNeeded: number >> DialogNumbers.countBits)
    ports[account]?.post { $0.missed(news, inSession: number) }
  }

  fileprivate func hear(_ number: UInt64, _ end: crtp_handshake_end) {
    let account = UInt32(truncatingIfNeeded: number >> DialogNumbers.countBits)
    ports[account]?.post { $0.shookHands(end, inSession: number) }
  }

  fileprivate func noteSent(_ number: UInt64) {
    let account = UInt32(truncatingIfNeeded: number >> DialogNumbers.countBits)
    ports[account]?.post { $0.sentDigits(inSession: number) }
  }
}

/// The engine's callback for digits that were sent.
func sentDigits(_ context: UnsafeMutableRawPointer?, _ number: UInt64) {
  guard let context else { return }
  Unmanaged<MediaEar>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.noteSent(number) }
}

/// The engine's callback for missing packets.
func missedSound(_ context: UnsafeMutableRawPointer?, _ number: UInt64, _ news: crtp_media_news) {
  guard let context else { return }
  Unmanaged<MediaEar>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.miss(number, news) }
}

/// The engine's callback for received digits.
func heardDigit(_ context: UnsafeMutableRawPointer?, _ number: UInt64, _ digit: CChar) {
  guard let context else { return }
  Unmanaged<MediaEar>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.hear(number, digit) }
}

/// The engine's callback for the end of a handshake.
func shookHands(_ context: UnsafeMutableRawPointer?, _ number: UInt64, _ end: crtp_handshake_end) {
  guard let context else { return }
  Unmanaged<MediaEar>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.hear(number, end) }
}
