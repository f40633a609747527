public import FoundationEssentials

/// What ties an action that a delegate was given to the host that waits for its answer.
public struct ActionTicket: Sendable {
  /// Which command it is.
  public let ref: CommandRef
  /// The command itself.
  public let command: ProviderCommand
  /// How long the host will wait for the answer, as of when it asked.
  public let patience: Duration
  private let sink: any ProviderSink
  private let provider: ProviderID

  /// Ties a command to the sink that its answer goes to.
  package init(ref: CommandRef, command: ProviderCommand, patience: Duration, provider: ProviderID, sink: any ProviderSink) {
    self.ref = ref
    self.command = command
    self.patience = patience
    self.provider = provider
    self.sink = sink
  }

  /// When the host gives it up, by the host's clock.
  public var timeoutDate: Date { sink.date(of: command.deadline) }

  /// Whether the host still waits for the answer.
  public var isComplete: Bool { sink.isComplete(ref, provider: provider) }

  /// Hands the answer in; nil: done, at `date` where that is said.
  public func answer(_ failure: CommandFailure?, at date: Date? = nil) {
    sink.receive(failure.map { .failed(ref, $0) } ?? .fulfilled(ref, at: date.map(sink.instant(of:))), from: provider)
  }
}
