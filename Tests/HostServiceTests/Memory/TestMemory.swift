import CallControl
import Foundation
import HostService
import HostSurface
import Locking
import StrictJSON
import Testing

@testable import CallStore

/// A store in a folder of its own with a clock that the test moves, and the answers to its methods.
final class TestMemory: Sendable {
  let path: String
  let store: CallStore
  let methods: MemoryMethods
  /// Milliseconds since 1970; begins on 22 November 2026, a Sunday, at 12:00 UTC.
  let clock = Locked<Int64>(1_795_348_800_000)

  init(_ change: (inout StoreSettings) -> Void = { _ in }) throws {
    path = NSTemporaryDirectory() + "memory-" + UUID().uuidString
    var settings = StoreSettings()
    settings.now = { [clock] in WallTime(milliseconds: clock.withLock { $0 }) }
    change(&settings)
    store = CallStore(folder: path, settings: settings)
    methods = MemoryMethods(store: store)
  }

  deinit {
    store.close()
    try? FileManager.default.removeItem(atPath: path)
  }

  var now: WallTime { store.settings.now() }

  func advance(seconds: Int64) { clock.withLock { $0 += seconds * 1_000 } }

  /// Calls a method as the service does, and checks its result against the table.
  @discardableResult
  func call(
    _ method: MethodName, _ json: String = "{}", by peer: Peer = Peer(.socket, uid: 1_000), at location: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    SurfaceCheck.result(try methods.answer(method, json, by: peer), of: method, at: location)
  }

  /// Keeps calls as a host notes them; returns their ids.
  @discardableResult
  func keep(_ outcomes: [CallRecord.Outcome], number: String? = "+12025550100", _ change: (inout SpoolRecord) -> Void = { _ in })
    -> [CallID]
  {
    let calls = outcomes.map { outcome -> CallID in
      var record = SpoolRecord()
      record.step = .ended
      record.call = UUID()
      (record.line, record.provider, record.outcome) = ("main", "office", outcome.rawValue)
      (record.handleType, record.handle) = (number.map { _ in "phoneNumber" }, number)
      record.began = now.milliseconds
      record.time = now.milliseconds + 1_500
      record.ended = record.time
      record.reason = EndReason.remoteEnded.rawValue
      change(&record)
      store.writer.note(record)
      return record.call
    }
    store.flush()
    return calls
  }
}

extension MemoryMethods {
  /// Returns the answer to a method of memory with parameters as a peer writes them.
  func answer(_ method: MethodName, _ json: String = "{}", by peer: Peer = Peer(.socket, uid: 1_000)) throws -> JSONValue {
    let parameters = try HostSurface.parameters(of: method, from: JSONReader.read(Array(json.utf8)))
    switch method {
    case .historyList: return try historyList(parameters)
    case .historyGet: return try historyGet(parameters)
    case .historyChanges: return try historyChanges(parameters)
    case .historyMarkRead: return try historyMarkRead(parameters)
    case .historyRemove: return try historyRemove(parameters)
    case .contactList: return try contactList(parameters)
    case .contactGet: return try contactGet(parameters)
    case .contactPut: return try contactPut(parameters)
    case .contactRemove: return try contactRemove(parameters)
    case .contactMatch: return try contactMatch(parameters)
    case .contactImport: return try contactImport(parameters)
    case .contactExport: return try contactExport(parameters)
    case .blockList: return try blockList(parameters)
    case .blockAdd: return try blockAdd(parameters, by: peer)
    case .blockRemove: return try blockRemove(parameters)
    case .callerCheck: return try callerCheck(parameters)
    case .doNotDisturbGet: return try doNotDisturbGet(parameters)
    case .doNotDisturbSet: return try doNotDisturbSet(parameters)
    case .doNotDisturbConfigure: return try doNotDisturbConfigure(parameters)
    case .accessList: return try accessList(parameters)
    case .accessGrant: return try accessGrant(parameters)
    case .accessRevoke: return try accessRevoke(parameters)
    case .directoryList: return directoryList(parameters)
    case .directoryLookup: return directoryLookup(parameters)
    case .directoryGet, .directorySetEnabled, .directoryReload, .directoryCancel: return try directoryOther(parameters)
    default: throw MethodError(.internal, "\(method.rawValue) is no method of memory")
    }
  }
}

extension JSONValue {
  /// The whole numbers of a member that is an array.
  func integers(_ name: String) -> [Int] { self[name]?.array?.compactMap(\.integer) ?? [] }

  /// The ids of the objects of a member that is an array.
  func ids(_ name: String) -> [Int] { self[name]?.array?.compactMap { $0["id"]?.integer } ?? [] }
}
