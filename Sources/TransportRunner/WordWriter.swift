internal import Glibc
internal import RunnerChannel
internal import TransportABI
internal import TransportLoader

/// Writes the words of one instance as frames.
///
/// `@unchecked Sendable`: the loop's thread uses it. The watchdog's thread only brings the last word, and then ends the process.
final class WordWriter: TransportInstanceSink, @unchecked Sendable {
  private let channel: WordChannel
  private let instance: UInt16
  /// The number of the instance's resets so far.
  var epoch: UInt16
  /// Called when the instance is gone by itself.
  var whenGone: (() -> Void)?
  /// The pending transfers by their calls: a word about progress names the action.
  private var transfers: [CallHandle: ActionHandle] = [:]

  /// The counts that the host knows.
  private var told = TransportMisbehaviour.zero

  init(_ channel: WordChannel, instance: UInt16, epoch: UInt16) {
    self.channel = channel
    self.instance = instance
    self.epoch = epoch
  }

  /// The address of words about no call.
  var address: FrameAddress { FrameAddress(instance: instance, epoch: epoch) }

  /// Answers a ticket.
  func answer(_ ticket: UInt64, _ body: AnswerBody) { say(.answer, body, other: ticket) }

  /// Asks the host for a secret.
  func askSecret(_ ticket: UInt64, _ name: String) { say(.secret, TextBody(name), other: ticket) }

  /// Notes the transfer of a call.
  func note(transfer action: ActionHandle, of call: CallHandle) { transfers[call] = action }

  /// Tells the host of breaches of the contract, if there are new ones.
  func tell(_ breaches: TransportMisbehaviour) {
    guard breaches != told else { return }
    told = breaches
    say(.breaches, BreachesBody(breaches))
  }

  /// Writes a word.
  func say(_ kind: WordType, _ body: some FrameBody, call: UInt64 = 0, other: UInt64 = 0) {
    channel.say(kind, FrameAddress(instance: instance, epoch: epoch, call: call, other: other), body)
  }

  func receive(_ words: [TransportWord], from _: TransportInstance) {
    for word in words { write(word) }
    channel.publish()
  }

  private func write(_ word: TransportWord) {
    switch word {
    case .completed(let action, let fault): complete(action, fault)
    case .incoming(let call, let info, _, let time): say(.incoming, InfoBody(info), call: call.handle.rawValue, other: time)
    case .updated(let call, let info, let time): say(.update, InfoBody(info), call: call.handle.rawValue, other: time)
    case .progress(let call, let progress, _, let time):
      say(.state, NumberBody(progress.rawValue), call: call.handle.rawValue, other: time)
    case .dtmf(let call, let digits, let time): say(.dtmf, TextBody(digits), call: call.handle.rawValue, other: time)
    case .transferProgress(let call, let native, let text, let time):
      guard let action = transfers[call.handle] else { return }
      var body = ProgressBody()
      (body.time, body.native, body.text) = (time, native, FrameText(text))
      say(.progress, body, other: action.rawValue)
    case .transferRequested(let call, let info, let time):
      say(.transferRequest, InfoBody(info), call: call.handle.rawValue, other: time)
    case .ended(let call, let end, let fault, let time):
      if !transfers.isEmpty { transfers[call.handle] = nil }
      var body = EndedBody()
      (body.reason, body.error) = (end.rawValue, ErrorBody(fault))
      say(.ended, body, call: call.handle.rawValue, other: time)
    case .limits(let limits): say(.limits, LimitsBody(limits))
    case .line(let line, let retry, let fault):
      var body = LineBody()
      (body.line, body.retryMilliseconds, body.error) = (line.rawValue, retry, ErrorBody(fault))
      say(.line, body)
    case .reset(let fault): say(.reset, ErrorBody(fault))
    case .log(let level, let topic, let message):
      var body = LogBody()
      (body.level, body.topic, body.message) = (level, FrameText(topic), FrameText(message))
      say(.log, body)
    case .wire(let call, let time, let isOutgoing, let network, let text):
      var body = WireBody()
      (body.isOutgoing, body.network, body.text) = (isOutgoing, FrameText(network), FrameText(text))
      say(.wire, body, call: call.handle.rawValue, other: time)
    case .lost(.restart(let why)):
      say(.requestRestart, TextBody(why))
      whenGone?()
    // The host reads the name of the function from the channel.
    case .lost(.late): _exit(RunnerDeath.lateCode)
    case .lost, .closed: whenGone?()
    // The host itself tells of the steps that it has ordered.
    case .activated, .upgraded: break
    }
  }

  private func complete(_ action: TransportWord.Action, _ fault: TransportFault?) {
    if !transfers.isEmpty, transfers[action.call] == action.handle { transfers[action.call] = nil }
    guard HostedInstance.isHosts(action.handle) else { return }
    var body = DoneBody()
    (body.time, body.error) = (HostedLoop.now, ErrorBody(fault))
    say(.actionDone, body, other: action.handle.rawValue)
  }
}
