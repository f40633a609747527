internal import Hookswitch

/// Hears from the journal why a provider was lost: events only say that it was.
final class LossWatch: JournalSink {
  private let deliver: @Sendable (RunInput) -> Void

  init(_ deliver: @escaping @Sendable (RunInput) -> Void) { self.deliver = deliver }

  func write(_ records: [JournalRecord]) {
    for record in records {
      if case .provider(let provider, .lost(let error)) = record.body {
        deliver(.lost(provider, error?.message ?? ""))
      }
    }
  }

  func flush() {}
}
