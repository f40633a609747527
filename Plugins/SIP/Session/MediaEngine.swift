internal import CRTPMedia
internal import TransportKit

/// The thread that carries the sound of all accounts' calls.
///
/// Not `Sendable`: all accounts live on one loop (``SIPAccount/descriptor`` says so).
final class MediaEngine {
  let pointer: OpaquePointer
  private let ear: MediaEar
  private var users = 1

  private init(_ pointer: OpaquePointer, _ ear: MediaEar) {
    self.pointer = pointer
    self.ear = ear
  }

  /// The engine that runs.
  ///
  /// `unsafe`: only the loop that all accounts of the process share ever looks here; hosts keep to it (`HSW_ENTRY_ONE_LOOP`).
  nonisolated(unsafe) private static var running: MediaEngine?

  /// The engine; started for the first account.
  static func shared() throws(TransportError) -> MediaEngine {
    if let running {
      running.users += 1
      return running
    }
    let ear = MediaEar()
    var listener = crtp_listener(
      digit: heardDigit, handshake: shookHands, context: Unmanaged.passUnretained(ear).toOpaque(), sent: sentDigits, media: missedSound)
    guard let pointer = crtp_engine_start(&listener) else {
      throw TransportError(.failed, "the system gives no thread for sound", domain: "sip")
    }
    let engine = MediaEngine(pointer, ear)
    running = engine
    return engine
  }

  /// The fingerprint of our certificate, as descriptions have it.
  static func fingerprint() throws(TransportError) -> String {
    guard let text = crtp_fingerprint() else {
      throw TransportError(.failed, "OpenSSL makes no certificate for the keys of sound", domain: "sip")
    }
    return String(cString: text)
  }

  /// Where what is heard goes to.
  var ports: Registry<UInt32, Port<SIPAccount>> { ear.ports }

  /// One account less.
  ///
  /// The thread ends with the last account and the last sound, each of which keeps the engine.
  func release() {
    users -= 1
    if users == 0 { Self.running = nil }
  }

  deinit {
    crtp_engine_stop(pointer)
  }
}

/// Hears digits, ends of handshakes and silence on the engine's thread, and passes them to the account whose session it is.
final class MediaEar: Sendable {
  /// The accounts by their numbers.
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

/// The engine's listener, for digits that are on the network.
func sentDigits(_ context: UnsafeMutableRawPointer?, _ number: UInt64) {
  guard let context else { return }
  Unmanaged<MediaEar>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.noteSent(number) }
}

/// The engine's listener, for packets that do not come.
func missedSound(_ context: UnsafeMutableRawPointer?, _ number: UInt64, _ news: crtp_media_news) {
  guard let context else { return }
  Unmanaged<MediaEar>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.miss(number, news) }
}

/// The engine's listener.
func heardDigit(_ context: UnsafeMutableRawPointer?, _ number: UInt64, _ digit: CChar) {
  guard let context else { return }
  Unmanaged<MediaEar>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.hear(number, digit) }
}

/// The engine's listener, for keys.
func shookHands(_ context: UnsafeMutableRawPointer?, _ number: UInt64, _ end: crtp_handshake_end) {
  guard let context else { return }
  Unmanaged<MediaEar>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.hear(number, end) }
}
