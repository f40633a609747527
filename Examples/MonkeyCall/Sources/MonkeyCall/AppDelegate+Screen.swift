import FoundationEssentials
import Glibc
import Hookswitch

// The screen: the app's state as the screens show it.
extension AppDelegate {
  var date: Date { clock.date(of: clock.now) }

  /// Shows one sentence for an error of a request, with the names of the calls in the way.
  func refuse(_ error: CallError) {
    // The screen of a call that failed has the reason.
    if case .failed = page { return }
    let names = error.calls.compactMap { id in callManager.callWithUUID(id)?.handle ?? host.call(id)?.handle?.value }
    tell(Self.sentence(error.code, names.joined(separator: ", ")))
  }

  /// The sentences for the errors that a person meets here.
  static func sentence(_ code: CallError.Code, _ names: String) -> String {
    let call = names.isEmpty ? "The call" : names
    return switch code {
    case .cannotHold, .holdingUnsupported: "\(call) cannot be held. End that call first."
    case .outgoingCallInProgress: "\(call) is not connected yet."
    case .ringingCallPresent: "\(call) rings: answer or decline first."
    case .maximumCallGroupsReached: "There are two calls already. End one first."
    case .maximumCallsPerCallGroupReached: "The conference is full."
    case .groupingUnsupported: "\(call) cannot be in a conference."
    case .timedOut: "\(call) took too long."
    case .unknownCallUUID: "That call is over."
    case .unsupportedHandle: "This line does not call such names."
    case .providerUnavailable, .providerLost: "The line is not ready."
    default: "That is not possible now (\(code.rawValue))."
    }
  }

  func tell(_ sentence: String) {
    message = sentence
    show()
  }

  func show() { terminal.show(Screen.lines(state)) }

  private var state: ScreenState {
    var state = ScreenState()
    (state.time, state.isDoNotDisturb, state.message, state.typed) = (Self.timeOfDay(date), isDoNotDisturb, message, typed)
    state.recents = recents.entries.map {
      .init(name: $0.name, way: $0.isOutgoing ? "outgoing" : "incoming", text: $0.text, time: Self.timeOfDay($0.date))
    }
    let calls = live
    state.rows = calls.map(row)
    state.page = page
    guard page == .idle || page == .keypad else { return state }
    if let ringing {
      state.page = .incoming
      state.caller = callManager.callWithUUID(ringing.uuid)?.name ?? ringing.handle?.value ?? "unknown"
      state.inFront = front.map { $0.handle?.value ?? "unknown" }
      state.canHold = ringing.answerChoices[.holdActive].map { $0 == nil } ?? true
    } else if calls.isEmpty {
      state.page = .idle
      page = .idle
    } else if page == .idle {
      state.page = .inCall
    }
    return state
  }

  private func row(_ call: Call) -> ScreenState.Row {
    let mine = callManager.callWithUUID(call.uuid)
    let isFront = call.state == .active
    let time = call.connected.map { Self.length(Double($0.duration(to: clock.now).components.seconds)) } ?? ""
    return .init(
      name: mine?.name ?? call.handle?.value ?? "unknown", state: Self.word(call), time: time, isHeard: isFront && !call.isRemotelyHeld,
      isMuted: call.isMuted)
  }

  /// The stages of a call, as the article names them.
  private static func word(_ call: Call) -> String {
    switch call.state {
    case .requested: "Starting"
    case .dialing: "Started"
    case .connecting: "Connecting"
    case .active: "Connected"
    case .held: "On hold"
    case .answering: "Connecting"
    default: call.state.rawValue
    }
  }

  /// Returns seconds as 1:07.
  static func length(_ seconds: Double) -> String {
    let whole = Int(max(0, seconds))
    return "\(whole / 60):" + (whole % 60 < 10 ? "0" : "") + "\(whole % 60)"
  }

  /// Returns the local time of day as 12:41.
  static func timeOfDay(_ date: Date) -> String {
    var seconds = time_t(date.timeIntervalSince1970)
    var local = tm()
    localtime_r(&seconds, &local)
    return (local.tm_hour < 10 ? "0" : "") + "\(local.tm_hour):" + (local.tm_min < 10 ? "0" : "") + "\(local.tm_min)"
  }
}
