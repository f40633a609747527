internal import CRTPMedia
internal import TransportKit

/// The media thread of all accounts' calls.
///
/// Not `Sendable`: all accounts live on one loop, as the plugin's descriptor demands.
final class MediaEngine {
  let pointer: OpaquePointer
  private let events: MediaEvents
  private var users = 1

  private init(_ pointer: OpaquePointer, _ events: MediaEvents) {
    self.pointer = pointer
    self.events = events
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
    let events = MediaEvents()
    var listener = crtp_listener(
      digit: heardDigit, handshake: shookHands, context: Unmanaged.passUnretained(events).toOpaque(), sent: sentDigits, media: missedSound)
    guard let pointer = crtp_engine_start(&listener) else {
      throw TransportError(.failed, "the system cannot start a media thread", domain: "sip")
    }
    let engine = MediaEngine(pointer, events)
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

  /// The accounts that receive the engine's events.
  var listeners: Registry<UInt32, MediaEvents.Listener> { events.listeners }

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

/// An event of a call's media.
enum MediaEvent: Sendable {
  /// The far end sent a digit as an event.
  case digit(String)
  /// All digits have been sent.
  case sentDigits
  case handshake(crtp_handshake_end)
  /// Packets stopped, or came again.
  case packets(crtp_media_news)
}

/// Receives the media's events on the engine's thread, and passes each to its account.
final class MediaEvents: Sendable {
  /// Passes an event of a media session to the account's loop.
  typealias Listener = @Sendable (_ session: UInt64, _ event: MediaEvent) -> Void

  /// The accounts, by number.
  let listeners = Registry<UInt32, Listener>()

  fileprivate func hear(_ number: UInt64, _ event: MediaEvent) {
    listeners[UInt32(truncatingIfNeeded: number >> DialogNumbers.countBits)]?(number, event)
  }
}

/// Passes an event of the engine to its listener.
private func pass(_ context: UnsafeMutableRawPointer?, _ number: UInt64, _ event: MediaEvent) {
  guard let context else { return }
  Unmanaged<MediaEvents>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.hear(number, event) }
}

/// The engine's callback for digits that were sent.
private func sentDigits(_ context: UnsafeMutableRawPointer?, _ number: UInt64) { pass(context, number, .sentDigits) }

/// The engine's callback for missing packets.
private func missedSound(_ context: UnsafeMutableRawPointer?, _ number: UInt64, _ news: crtp_media_news) {
  pass(context, number, .packets(news))
}

/// The engine's callback for received digits.
private func heardDigit(_ context: UnsafeMutableRawPointer?, _ number: UInt64, _ digit: CChar) {
  pass(context, number, .digit(String(UnicodeScalar(UInt8(bitPattern: digit)))))
}

/// The engine's callback for the end of a handshake.
private func shookHands(_ context: UnsafeMutableRawPointer?, _ number: UInt64, _ end: crtp_handshake_end) {
  pass(context, number, .handshake(end))
}
