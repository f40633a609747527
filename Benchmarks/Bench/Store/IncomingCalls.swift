import CallControl
import CallStore
import FoundationEssentials
import Hookswitch

/// A host whose judge asks a store, and the directories if it has any: times incoming calls from the report to the verdict.
final class IncomingCalls {
  private let store: CallStore
  private let host: CallHost
  private let provider: Provider
  private(set) var times: [Int64] = []

  /// Makes the host.
  ///
  /// - Parameters:
  ///   - folder: the store's folder.
  ///   - directory: the directories; nil for none.
  init(_ folder: String, asking directory: (any CallerDirectory)?) throws {
    let store = CallStore(folder: folder)
    store.setDirectory(directory)
    var settings = HostSettings()
    settings.judge = { store.judge($0) }
    self.store = store
    host = CallHost(settings: settings)
    provider = try host.register("obedient", delegate: ObedientDelegate())
  }

  deinit { store.close() }

  /// Reports a call of a number, and ends it.
  ///
  /// - Parameter isTimed: true when its time counts.
  func call(_ number: UInt64, isTimed: Bool) async throws {
    let call = UUID()
    var update = CallUpdate()
    update.remoteHandle = Handle(type: .phoneNumber, value: "+\(number)")
    let start = Stopwatch.nanoseconds
    let (refusal, end): (CallError?, Int64) = await withCheckedContinuation { continuation in
      provider.reportNewIncomingCall(with: call, update: update) { error in
        continuation.resume(returning: (error, Stopwatch.nanoseconds))
      }
    }
    if isTimed { times.append(end - start - Stopwatch.overhead) }
    if let refusal { throw TrafficError("the call of \(number) was refused: \(refusal)") }
    provider.reportCall(with: call, endedAt: nil, reason: .remoteEnded)
    await host.settle()
  }

  /// Ends the host.
  func close() async { await host.shutdown() }
}
