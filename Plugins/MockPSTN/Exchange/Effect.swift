internal import TransportKit

/// An action that the exchange asks its shell to carry out, in order.
enum Effect {
  case fulfil(Action)
  case report(Call, CallState)
  case update(Call, CallInfo)
  case digits(Call, String)
  case ended(Call, EndReason, TransportError?)
  /// The exchange has forgotten every call.
  case forgotten(TransportError)
  case line(LineState, retryAfter: Duration, TransportError?)
  /// A call arrives: the shell asks the host and passes its answer to ``Exchange/offered(_:_:)``.
  case offer(Offer)
  case startTimer(ExchangeTimer, Duration)
  case stopTimer(ExchangeTimer)
  /// Replaces the call's playback with this sound, or with silence for nil; digits are appended instead.
  case play(Call, Sound?)
  case listen(Call, Listening)
  /// Opens or closes the audio of the call in each direction: to us (`hears`) and to the far end (`isHeard`).
  case speech(Call, hears: Bool, isHeard: Bool)
  /// Stops all audio of the call.
  case silence(Call)
}

/// The exchange's timers, which its shell runs.
enum ExchangeTimer: Hashable, Sendable {
  /// The next step of a call's far end.
  case script(Call)
  /// A pending call to us.
  case callBack(UInt64)
  /// The next call of the schedule.
  case schedule
  /// The end of a line fault.
  case recovery
}

/// A call on its way to us.
struct Offer: Sendable {
  /// The caller identification that the host sees.
  var info: CallInfo
  /// The caller's number in E.164.
  var number: String
  var ringing: [Step]
  var answered: [Step]
}

/// A sound that a far end or the network plays to us.
enum Sound: Hashable, Sendable {
  /// A tone of the country, for its own length; most tones are endless.
  case tone(CallTone)
  /// A WAV file, played once.
  case file(String)
  /// DTMF digits, sent once.
  case digits(String)
  /// Spoken digits, played once.
  case speech(String)
  /// A sine with this frequency in Hz, endless.
  case sine(Double)
  /// White noise with this level in dBm0, endless.
  case noise(Double)
}

/// The tones of a network, named for their meaning.
enum CallTone: String, CaseIterable, Hashable, Sendable {
  /// The called telephone rings.
  case ringback
  /// The number is busy.
  case busy
  /// No circuit, try again: the congestion (fast busy) tone.
  case reorder
  /// Special information: the number is not in service.
  case unallocated
  /// Special information: no circuit.
  case noCircuit = "no-circuit"
  /// The exchange has accepted a service code.
  case confirmation
}

/// The use that a far end makes of received audio, besides detecting digits.
enum Listening: Hashable, Sendable {
  /// Discards it.
  case ignore
  /// Sends it back.
  case echo
  /// Records it in a WAV file.
  case record(String)
  /// Mixes it into a room, where all other members hear it.
  case room(String)
}
