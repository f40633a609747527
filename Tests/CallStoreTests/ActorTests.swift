import CallControl
import Foundation
import HookswitchCore
import Testing

@testable import CallStore

/// The person or program that started, answered or declined a call.
@Suite("CallStore: actors") struct ActorTests {
  @Test("An entry has its actor, also from a note that a dead host left") func kept() throws {
    let folder = try TestFolder()
    let call = CallID()
    var (begun, ended) = (SpoolRecord.of(.begun, call), SpoolRecord.of(.ended, call, outcome: .answered))
    (begun.actor, ended.actor) = (nil, "anna")
    do {
      let store = CallStore(folder: folder.path)
      store.keep([begun, ended])
      #expect(try store.history().entries.map(\.actor) == ["anna"])
      store.close()
    }
    #expect(try CallStore(folder: folder.path).history().entries.map(\.actor) == ["anna"])
  }

  @Test("A store of an older program gets the table, and keeps its calls and its version") func addition() throws {
    let folder = try TestFolder()
    do {
      let store = CallStore(folder: folder.path)
      store.keep([SpoolRecord.of(.ended)])
      store.close()
    }
    try Connection(path: folder.database, .create).execute("DROP TABLE actor")
    var later = SpoolRecord.of(.ended)
    later.actor = "dialer 2"
    let store = CallStore(folder: folder.path)
    store.keep([later])
    #expect(store.standing.state == .good)
    #expect(try store.history().entries.map(\.actor) == ["dialer 2", nil])
    #expect(try Connection(path: folder.database, .readOnly).value("PRAGMA user_version") == .integer(1))
  }

  @Test("A store of an older program that cannot be written is read all the same") func oldAndReadOnly() throws {
    let folder = try TestFolder()
    do {
      let store = CallStore(folder: folder.path)
      store.keep([SpoolRecord.of(.ended)])
      store.close()
    }
    let connection = try Connection(path: folder.database, .create)
    try connection.execute("DROP TABLE actor")
    let reader = HistoryReader(connection: try Connection(path: folder.database, .readOnly), handles: StoreHandles())
    #expect(try reader.list(HistoryFilter(), before: nil, limit: 9).map(\.actor) == [nil])
  }

  /// A provider that carries all out at once.
  private final class Delegate: ProviderDelegate {
    func providerDidReset(_ provider: Provider) {}
    func provider(_ provider: Provider, performOther action: any CallAction) { action.fulfill() }
  }

  @Test("The history names who answered or declined a call, not who was refused, and not who ended it later") func host() async throws {
    let folder = try TestFolder()
    let store = CallStore(folder: folder.path)
    var settings = HostSettings()
    settings.recorder = store
    let host = CallHost(clock: VirtualClock(), settings: settings)
    let provider = try host.register("a", delegate: Delegate())
    func ask(_ action: RequestedAction, _ actor: String?) async {
      _ = host.core.request(.transaction([action]), origin: .client, actor: actor, line: .main, actions: [UUID()])
      await host.settle()
    }
    let (answered, declined, unnamed) = (CallID(), CallID(), CallID())
    for (call, actions) in [
      (
        answered, [(RequestedAction.answer(CallID(), .automatic), "eve"), (.answer(answered, .automatic), "anna"), (.end(answered), "bob")]
      ),
      (declined, [(.end(declined), "bob")]), (unnamed, [(.answer(unnamed, .automatic), nil), (.end(unnamed), nil)]),
    ] as [(CallID, [(RequestedAction, String?)])] {
      try await provider.reportNewIncomingCall(with: call, update: CallUpdate())
      for (action, actor) in actions { await ask(action, actor) }
    }
    store.flush()
    #expect(try store.history().entries.map(\.actor) == [nil, "bob", "anna"])
    await host.shutdown()
  }
}
