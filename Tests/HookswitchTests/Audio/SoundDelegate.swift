import FoundationEssentials
import Hookswitch
import Locking

/// A provider in memory whose far ends make and hear real samples; it obeys at once, and records the audio callbacks.
final class SoundDelegate: ProviderDelegate, AudioCarrier {
  /// The audio of a far end.
  enum FarEnd: Sendable, Equatable {
    case silent
    case says(hertz: Double)
    case echoes
  }

  private struct Call {
    var leg: AudioLeg?
    var farEnd = FarEnd.silent
    var said = 0
    var heard: [Int16] = []
    var waiting: [[Int16]] = []
  }

  private struct State {
    var calls: [CallID: Call] = [:]
    var notes: [String] = []
    var wish: AudioSession.Configuration?
    var rates: [AudioRate]
    var sessions: [AudioSession] = []
  }

  private let state: Locked<State>

  init(_ rates: [AudioRate] = [.wideband, .narrowband]) {
    state = Locked(State(rates: rates))
  }

  /// The audio callbacks, in order, with the first audio that each call's far end hears (`hears`).
  var notes: [String] { state.withLock { $0.notes } }
  /// The sessions of the callbacks, in order.
  var sessions: [AudioSession] { state.withLock { $0.sessions } }

  /// Sets the rates that it offers from now on.
  func offer(_ rates: [AudioRate]) { state.withLock { $0.rates = rates } }
  /// Sets the configuration for the next `perform`.
  func wish(_ configuration: AudioSession.Configuration) { state.withLock { $0.wish = configuration } }

  private func note(_ text: String) { state.withLock { $0.notes.append(text) } }

  // MARK: Far ends

  func farEnd(of call: CallID, _ farEnd: FarEnd) { state.withLock { $0.calls[call, default: Call()].farEnd = farEnd } }

  /// Returns the audio that a far end heard since the last call of this function.
  func takeHeard(by call: CallID) -> [Int16] {
    state.withLock { state in
      defer { state.calls[call]?.heard = [] }
      return state.calls[call]?.heard ?? []
    }
  }

  /// Returns the rate that a call is connected at; nil: it is not connected.
  func rate(of call: CallID) -> AudioRate? { state.withLock { $0.calls[call]?.leg?.rate } }

  /// Exchanges one frame both ways for each connected call; an echo returns at once.
  func exchange() {
    state.withLock { state in
      for (name, call) in state.calls {
        guard let leg = call.leg else { continue }
        state.calls[name] = Self.exchange(call, leg, &state.notes)
      }
    }
  }

  private static func exchange(_ before: Call, _ leg: AudioLeg, _ notes: inout [String]) -> Call {
    var call = before
    var frame = [Int16](repeating: 0, count: leg.rate.samplesPerFrame)
    while leg.toNet.count > 0, leg.toNet.take(into: &frame) != nil {
      if call.heard.allSatisfy({ $0 == 0 }), frame.contains(where: { $0 != 0 }) { notes.append("hears") }
      call.heard += frame
      if call.farEnd == .echoes { call.waiting.append(frame) }
    }
    switch call.farEnd {
    case .silent: break
    case .echoes: if !call.waiting.isEmpty { leg.fromNet.put(call.waiting.removeFirst(), at: 0) }
    case .says(let hertz):
      leg.fromNet.put(Sound.tone(hertz, leg.rate, from: call.said, count: leg.rate.samplesPerFrame), at: 0)
      call.said += leg.rate.samplesPerFrame
    }
    return call
  }

  func providerDidReset(_ provider: Provider) {}

  // MARK: Audio

  func audioRates(of call: CallID, completion: @escaping @Sendable ([AudioRate]) -> Void) { completion(state.withLock { $0.rates }) }

  func attachAudio(of call: CallID, to leg: AudioLeg, completion: @escaping @Sendable (TransportError?) -> Void) {
    note("attach \(leg.rate.hertz)")
    state.withLock { $0.calls[call, default: Call()].leg = leg }
    completion(nil)
  }

  func detachAudio(of call: CallID, completion: @escaping @Sendable (Bool) -> Void) {
    note("detach")
    state.withLock { $0.calls[call]?.leg = nil }
    completion(true)
  }

  func provider(_ provider: Provider, didActivate session: AudioSession) {
    note("audio + \(session.reason?.rawValue ?? "-")")
    state.withLock { $0.sessions.append(session) }
  }

  func provider(_ provider: Provider, didDeactivate session: AudioSession) {
    note("audio - \(session.reason?.rawValue ?? "-")")
    state.withLock { $0.sessions.append(session) }
  }

  func provider(_ provider: Provider, didChange session: AudioSession) {
    note("audio ~")
    state.withLock { $0.sessions.append(session) }
  }

  // MARK: Actions

  private func perform(_ action: any CallAction, _ word: String, by provider: Provider) {
    if let wish = state.withLock({ $0.wish }) { provider.configureAudio(wish, for: action.callUUID) }
    note(word)
    action.fulfill()
  }

  func provider(_ provider: Provider, perform action: StartCallAction) { perform(action, "start", by: provider) }
  func provider(_ provider: Provider, perform action: AnswerCallAction) { perform(action, "answer", by: provider) }
  func provider(_ provider: Provider, perform action: EndCallAction) { perform(action, "end", by: provider) }
  func provider(_ provider: Provider, perform action: SetHeldCallAction) {
    perform(action, action.isOnHold ? "hold" : "resume", by: provider)
  }
  func provider(_ provider: Provider, perform action: SetMutedCallAction) {
    perform(action, action.isMuted ? "mute" : "unmute", by: provider)
  }
  func provider(_ provider: Provider, perform action: SetGroupCallAction) {
    perform(action, action.callUUIDToGroupWith == nil ? "leave" : "join", by: provider)
  }
}
