import Foundation
import Testing

@testable import TransportLoader

/// The library beside the running tests; nil if it was not built.
private let loopbackLibrary: String? = {
  let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
  let folders = [folder, SearchPath.currentProgramFolder, Bundle.main.bundlePath].compactMap { $0 }
  return folders.map { $0 + "/libLoopback.so" }.first { FileManager.default.fileExists(atPath: $0) }
}()

/// The project's own transport as built, through the real loader.
@Suite struct LoopbackTests {
  @Test(.enabled(if: loopbackLibrary != nil, "Loopback was left out of this build"))
  func itsManifestNoteAndDescriptorAgreeAndItTakesACall() throws {
    let workshop = try Workshop()
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    try FileManager.default.copyItem(atPath: try #require(loopbackLibrary), toPath: workshop.folder + "/libLoopback.so")
    try FileManager.default.copyItem(
      atPath: root + "/Plugins/Loopback/loopback.transport.json", toPath: workshop.folder + "/loopback.transport.json")
    chmod(workshop.folder + "/libLoopback.so", 0o755)
    chmod(workshop.folder + "/loopback.transport.json", 0o644)
    let catalog = CatalogTests.look([workshop.folder])
    let candidate = try #require(catalog.usable(id: "org.hookswitch.loopback"), "\(catalog.candidates.map(\.line))")
    let recorder = Recorder()
    let instance = try TransportInstance(LoadedTransport(candidate, contact: .none), sink: recorder)
    instance.begin()
    #expect(recorder.wait(for: "line ready"))
    var info = TransportCallInfo()
    info.handleKind = "tel"
    info.handle = "5550100"
    let (_, call) = instance.request(.start(to: info), deadlineMilliseconds: 1000)
    #expect(recorder.wait(for: "active"))
    instance.request(.setHeld(true), of: call, deadlineMilliseconds: 1000)
    #expect(recorder.wait { $0.filter { $0.text == "done" }.count == 2 })
    instance.request(.end(.hangup), of: call, deadlineMilliseconds: 1000)
    #expect(recorder.wait(for: "ended local"))
    instance.close()
    #expect(recorder.wait(for: "closed"))
    #expect(instance.misbehaviour.total == 0)
  }
}
