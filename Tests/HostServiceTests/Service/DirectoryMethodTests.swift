import CallControl
import CallDirectory
import Foundation
import HookswitchCore
import HostSurface
import Locking
import StrictJSON
import Testing

@testable import CallStore
@testable import HostService

@Suite("HostService: the methods of call directories", .timeLimit(.minutes(2)))
struct DirectoryMethodTests {
  private let memory: TestMemory
  private let host: CallHost
  private let service: HostService
  private let delegate = StageDelegate()
  private let session: any ServiceSession
  private let folder: String

  init() throws {
    let memory = try TestMemory()
    self.memory = memory
    folder = memory.path + "/sources"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var hostSettings = HostSettings()
    hostSettings.recorder = memory.store
    hostSettings.judge = { memory.store.judge($0) }
    host = CallHost(clock: VirtualClock(), settings: hostSettings)
    var settings = ServiceSettings(version: "1", owner: 1_000)
    settings.store = memory.store
    // The store's clock stands still, so the system's must ring no alarm of it.
    settings.alarm = { MemoryKeeperTests.TestAlarm() }
    var place = DirectoryKeeper.Place(folder: folder + "/tables")
    place.watchesFiles = false
    settings.directories = place
    service = HostService(host, settings)
    _ = try host.register("office", delegate: delegate)
    session = service.open(Peer(.socket, uid: 1_000)) {}
  }

  private func call(_ method: MethodName, _ json: String = "{}") async throws -> Result<JSONValue, MethodError> {
    let answer = ServiceStage.Pending()
    session.perform(method.rawValue, try JSONReader.read(Array(json.utf8))) { answer.take($0) }
    return await answer.value()
  }

  private func result(_ method: MethodName, _ json: String = "{}") async throws -> JSONValue {
    SurfaceCheck.result(try await call(method, json).get(), of: method)
  }

  private func error(_ method: MethodName, _ json: String = "{}") async throws -> MethodError {
    let outcome = try await call(method, json)
    return try #require(throws: MethodError.self) { _ = try outcome.get() }
  }

  private func write(_ text: String) throws -> DirectorySettings {
    let path = folder + "/spam.csv"
    try Data("number,action,label\n\(text)".utf8).write(to: URL(fileURLWithPath: path))
    return DirectorySettings(id: "org.example.spam", name: "Spam", source: .file(path, region: nil))
  }

  /// Takes the directories of a configuration, and waits for their loads.
  private func configure(_ settings: [DirectorySettings]) {
    service.setDirectories(settings)
    settle()
  }

  private func settle() { service.directories?.running.wait() }

  @Test("list, get, lookup, setEnabled, cancel and reload answer by the table, and the topic tells each state")
  func methods() async throws {
    let subscription = try await result(.eventsSubscribe, #"{"topics": ["directory"]}"#)
    #expect(subscription["states"]?.array?.isEmpty == true)
    configure([try write("12025550166,block,Scam\n12025550167,identify,Pizza")])
    let listed = try await result(.directoryList)["directories"]?.array?.first
    #expect(listed?["name"] == "Spam" && listed?["source"] == "file" && listed?["blocking"] == 1 && listed?["identification"] == 2)
    let entries = try await result(.directoryLookup, #"{"number": "+1 202 555 0166"}"#)["entries"]?.array
    #expect(entries?.first?["blocked"] == true && entries?.first?["labels"]?.strings == ["Scam"])
    #expect(try await result(.directoryLookup, #"{"number": "12025550167"}"#)["entries"]?.array?.count == 1)
    #expect(try await error(.directoryLookup, #"{"number": "Ann"}"#).code == "invalid")
    let name = #"{"directory": "org.example.spam"}"#
    #expect(try await result(.directoryReload, name)["blockingAdded"] == 1)
    #expect(try await result(.directoryReload, #"{"directory": "org.example.spam", "wait": false}"#)["ok"] == true)
    settle()
    #expect(try await result(.directoryCancel, name)["state"] == "idle")
    #expect(try await result(.directorySetEnabled, #"{"directory": "org.example.spam", "enabled": false}"#)["status"] == "disabled")
    let disabled = try await error(.directoryReload, name)
    #expect(disabled.code == "wrongState" && disabled.data["report"]?["error"]?["code"] == "extensionDisabled")
    #expect(try await result(.directoryLookup, #"{"number": "+12025550166"}"#)["entries"]?.array == [])
    for method: MethodName in [.directoryGet, .directoryReload, .directoryCancel] {
      #expect(try await error(method, #"{"directory": "none"}"#).code == "notFound")
    }
    await service.settle()
    let last = try session.notifications(limit: 1_000).lines.last.map { try JSONReader.read(Array($0.utf8)) }
    #expect(last?["params"]?["key"] == "org.example.spam" && last?["params"]?["value"]?["status"] == "disabled")
    configure([])
    await service.settle()
    let gone = try session.notifications(limit: 1_000).lines.last.map { try JSONReader.read(Array($0.utf8)) }
    #expect(gone?["params"]?["key"] == "org.example.spam" && gone?["params"]?["value"] == nil)
    service.end()
  }

  @Test("A load that fails is rejected with its place and its report, and is a problem of the host until one works")
  func rejected() async throws {
    configure([try write("5,block,")])
    _ = try write("5,block,\n6,identify,\n")
    let name = #"{"directory": "org.example.spam"}"#
    let refused = try await error(.directoryReload, name)
    #expect(refused.code == "rejected" && refused.number == -32008 && refused.data["at"] == "line 3")
    let report = try #require(refused.data["report"])
    SurfaceCheck.value(report, is: .loadReport)
    #expect(report["ok"] == false && report["error"]?["code"] == "invalidLabel" && report["error"]?["number"] == 101)
    #expect(try await result(.directoryGet, name)["state"] == "failed")
    #expect(try await result(.hostStatus)["problems"]?.array?.first?["subject"] == "org.example.spam")
    _ = try write("5,block,\n6,block,\n")
    _ = try await result(.directoryReload, name)
    #expect(try await result(.hostStatus)["problems"]?.array?.isEmpty == true)
    service.end()
  }

  @Test("J8: a blocked caller is refused and kept with the directory's id; a label names a caller in call and history, with its source")
  func calls() async throws {
    configure([try write("12025550166,block,Scam\n12025550167,identify,Pizza")])
    func ring(_ number: String) async -> CallError? {
      var update = CallUpdate()
      update.remoteHandle = Handle(type: .phoneNumber, value: number)
      let refusal = Locked<CallError?>(nil)
      host.provider("office")?.reportNewIncomingCall(with: UUID(), update: update) { error in refusal.withLock { $0 = error } }
      await host.settle()
      return refusal.withLock { $0 }
    }
    #expect(await ring("+12025550166")?.code == .filteredByBlockList)
    #expect(await ring("+12025550167") == nil)
    let call = try await result(.callList)["calls"]?.array?.first
    #expect(call?["label"] == "Pizza" && call?["labelSource"] == "org.example.spam" && call?["displayName"] == "Pizza")
    memory.store.flush()
    let history = try await result(.historyList)["calls"]?.array ?? []
    let blocked = history.first { $0["outcome"] == "blocked" }
    #expect(blocked?["decidedBy"] == "J8 org.example.spam" && blocked?["label"] == "Scam")
    #expect(blocked?["labelSource"] == "org.example.spam")
    service.end()
  }
}
