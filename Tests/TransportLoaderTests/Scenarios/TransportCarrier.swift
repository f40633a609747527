import CallControl
import Dispatch
import Foundation
import ScenarioKit
import Testing

@testable import TransportLoader

/// Carries the actions and words of a scenario's providers through instances of `Fixtures/puppet.c`.
///
/// Everything happens before a function returns: a text for the puppet is an action of its own, whose answer comes after the words that it
/// causes.
final class TransportCarrier: ScenarioCarrier {
  private struct Seat {
    let provider: Provider
    let desk: Desk
    let delegate: TransportProviderDelegate
    /// The number of each call at the puppet, and the number of its calls.
    var numbers: [CallID: Int] = [:]
    var count = 0
  }

  private let transport: LoadedTransport
  private var seats: [ProviderID: Seat] = [:]
  /// The transport's ids of incoming calls, by the story's, and the other way round.
  private var own: [CallID: CallID] = [:]
  private var story: [CallID: CallID] = [:]
  /// The numbers of actions and words that came through, by kind, and of those that the transport has not let through.
  private(set) var crossed: [String: Int] = [:]
  private(set) var stopped: [String: Int] = [:]

  init(_ transport: LoadedTransport) { self.transport = transport }

  // MARK: life

  func begin(_ id: ProviderID) {
    if seats[id]?.delegate.instance != nil { return }
    let desk = Desk()
    let seat = Seat(provider: Provider(id: id, sink: desk), desk: desk, delegate: TransportProviderDelegate(transport))
    seats[id] = seat
    seat.delegate.providerDidBegin(seat.provider)
    #expect(desk.wait(for: "ready"))
  }

  /// Ends all providers.
  func close() {
    for seat in seats.values {
      let done = DispatchSemaphore(value: 0)
      seat.delegate.close { done.signal() }
      #expect(done.wait(timeout: .now() + 20) == .success)
    }
  }

  // MARK: actions

  func send(_ command: ProviderCommand, as ref: CommandRef, to id: ProviderID) {
    guard let seat = seats[id] else { return }
    let mapped = ProviderCommand(
      id: command.id, call: own[command.call] ?? command.call, operation: mapped(command.operation), deadline: command.deadline,
      origin: command.origin, cause: command.cause)
    let ticket = ActionTicket(ref: ref, command: mapped, patience: .seconds(600), provider: id, sink: seat.desk)
    ticket.action(named: UUID()).perform(by: seat.delegate, of: seat.provider)
    let isRefused = say("nothing", at: id).contains { if case .failed(ref, _) = $0 { true } else { false } }
    note("action \(command.kind.rawValue)", !isRefused)
    if command.kind == .start, !isRefused { number(command.call, at: id) }
  }

  /// The operation with the transport's id of the other call.
  private func mapped(_ operation: CallOperation) -> CallOperation {
    switch operation {
    case .setGroup(let other?): .setGroup(with: own[other] ?? other)
    case .transfer(.call(let other)): .transfer(.call(own[other] ?? other))
    default: operation
    }
  }

  func giveUp(_ ref: CommandRef, of id: ProviderID) {
    guard let seat = seats[id] else { return }
    let command = ProviderCommand(id: ref.id, call: ref.call, operation: .answer, deadline: .zero, origin: .user)
    let ticket = ActionTicket(ref: ref, command: command, patience: .seconds(1), provider: id, sink: seat.desk)
    seat.delegate.provider(seat.provider, timedOutPerforming: ticket.action(named: UUID()))
    _ = say("nothing", at: id)
  }

  // MARK: words

  func say(_ word: CarriedWord, by id: ProviderID) -> CarriedWord? {
    guard seats[id]?.delegate.instance != nil else { return nil }
    let arrived: CarriedWord?
    switch word {
    case .answer(let ref, let failure): arrived = answer(ref, failure, at: id)
    case .report(let report, let call): arrived = self.report(report, call, at: id)
    case .incoming(let incoming): arrived = arrive(incoming, at: id)
    case .reset: arrived = say("reset", at: id).contains { if case .reset = $0 { true } else { false } } ? .reset : nil
    case .lost:
      _ = say("restart", at: id, isLast: true)
      arrived = seats[id]?.desk.wait(for: "lost") == true ? .lost : nil
    }
    if case .reset = word { forget(id) }
    note(word.name, arrived != nil)
    return arrived
  }

  private func forget(_ id: ProviderID) {
    seats[id]?.numbers = [:]
    seats[id]?.count = 0
  }

  private func answer(_ ref: CommandRef, _ failure: CommandFailure?, at id: ProviderID) -> CarriedWord? {
    let code = failure == nil ? 0 : failure == .unimplemented ? -3 : -1
    guard let number = seats[id]?.numbers[ref.call], let kind = CallOperation.Kind.allCases.firstIndex(of: ref.kind) else { return nil }
    for word in say("done \(kind) \(number) \(code)", at: id) {
      switch word {
      case .fulfilled(let ref, _): return .answer(ref, nil)
      case .failed(let ref, let failure): return .answer(ref, failure)
      default: continue
      }
    }
    return nil
  }

  private static let states: [String: Int] = [
    "startedConnecting": 1, "earlyMedia": 3, "connected": 4, "resumed": 4, "held": 5, "remotelyHeld": 6, "remotelyResumed": 7,
    "mediaTimeout": 8, "mediaResumed": 9,
  ]
  private static let ends: [EndReason: Int] = [.failed: 1, .remoteEnded: 2, .unanswered: 3, .answeredElsewhere: 4, .declinedElsewhere: 5]

  private func report(_ report: CallReport, _ call: CallID, at id: ProviderID) -> CarriedWord? {
    guard let number = seats[id]?.numbers[call] else { return nil }
    let text: String
    switch report {
    case .ended(let reason, _):
      guard let code = Self.ends[reason] else { return nil }
      text = "ended \(number) \(code)"
    default:
      guard let state = Self.states[report.word] else { return nil }
      text = "state \(number) \(state)"
    }
    for case .report(let found, let arrived, _) in say(text, at: id) where (story[found] ?? found) == call { return .report(arrived, call) }
    return nil
  }

  private func arrive(_ incoming: IncomingCall, at id: ProviderID) -> CarriedWord? {
    let update = incoming.update
    let handle = update.remoteHandle
    let kind = handle.map { $0.type == .phoneNumber ? "tel" : $0.type == .sipURI ? "sip" : $0.type == .emailAddress ? "mailto" : "generic" }
    let fields = [
      kind, handle?.value, update.localizedCallerName, update.localHandle?.description, update.divertedFrom?.description,
      update.correlationID, update.extraJSON,
    ].map { text in text.map(Self.escaped) ?? "-" }
    number(incoming.call, at: id)
    for case .incoming(let found) in say("incoming " + fields.joined(separator: " "), at: id) {
      (own[incoming.call], story[found.call]) = (found.call, incoming.call)
      // The flags, the line and a replaced call are the story's.
      var arrived = incoming
      arrived.update.remoteHandle = found.update.remoteHandle
      arrived.update.localizedCallerName = found.update.localizedCallerName
      arrived.update.localHandle = found.update.localHandle
      arrived.update.divertedFrom = found.update.divertedFrom
      arrived.update.correlationID = found.update.correlationID
      arrived.update.extraJSON = found.update.extraJSON
      return .incoming(arrived)
    }
    return nil
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain = (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : String(format: "%%%02X", byte)
    }.joined()
  }

  /// Gives a call of a provider its number at the puppet.
  private func number(_ call: CallID, at id: ProviderID) {
    guard let count = seats[id]?.count else { return }
    seats[id]?.numbers[call] = count
    seats[id]?.count = count + 1
  }

  /// Passes a text to a puppet; returns the words that came before the text's own answer.
  private func say(_ text: String, at id: ProviderID, isLast: Bool = false) -> [ProviderWord] {
    guard let seat = seats[id] else { return [] }
    let before = seat.desk.words.count
    let done = DispatchSemaphore(value: 0)
    seat.delegate.apply(configuration: #"{"do":"\#(text)"}"#, deadlineMilliseconds: 20_000) { _ in done.signal() }
    #expect(done.wait(timeout: .now() + 20) == .success, "\(text)")
    return isLast ? [] : Array(seat.desk.words.dropFirst(before))
  }

  private func note(_ kind: String, _ hasCrossed: Bool) {
    if hasCrossed { crossed[kind, default: 0] += 1 } else { stopped[kind, default: 0] += 1 }
  }
}

extension CarriedWord {
  fileprivate var name: String {
    switch self {
    case .answer(let ref, let failure): (failure == nil ? "fulfilled " : "failed ") + ref.kind.rawValue
    case .report(let report, _): "report " + report.word
    case .incoming: "incoming"
    case .reset: "reset"
    case .lost: "lost"
    }
  }
}
