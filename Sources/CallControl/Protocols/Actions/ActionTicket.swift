public import FoundationEssentials

/// What ties an action that a delegate was given to the host that waits for its answer.
public struct ActionTicket: Sendable {
  /// Shared by all copies, since actions are copied each time that they are handed on.
  private final class Content: Sendable {
    let ref: CommandRef
    let command: ProviderCommand
    let patience: Duration
    let sink: any ProviderSink
    let provider: ProviderID

    init(ref: CommandRef, command: ProviderCommand, patience: Duration, sink: any ProviderSink, provider: ProviderID) {
      self.ref = ref
      self.command = command
      self.patience = patience
      self.sink = sink
      self.provider = provider
    }
  }

  private let content: Content

  /// Which command it is.
  public var ref: CommandRef { content.ref }
  /// The command itself.
  public var command: ProviderCommand { content.command }
  /// How long the host will wait for the answer, as of when it asked.
  public var patience: Duration { content.patience }

  /// Ties a command to the sink that its answer goes to.
  package init(ref: CommandRef, command: ProviderCommand, patience: Duration, provider: ProviderID, sink: any ProviderSink) {
    content = Content(ref: ref, command: command, patience: patience, sink: sink, provider: provider)
  }

  /// When the host gives it up, by the host's clock.
  public var timeoutDate: Date { content.sink.date(of: content.command.deadline) }

  /// Whether the host still waits for the answer.
  public var isComplete: Bool { content.sink.isComplete(content.ref, provider: content.provider) }

  /// Hands the answer in; nil: done, at `date` where that is said.
  public func answer(_ failure: CommandFailure?, at date: Date? = nil) {
    let (sink, ref) = (content.sink, content.ref)
    sink.receive(failure.map { .failed(ref, $0) } ?? .fulfilled(ref, at: date.map(sink.instant(of:))), from: content.provider)
  }
}
