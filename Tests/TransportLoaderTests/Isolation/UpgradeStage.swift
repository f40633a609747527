import CallControl
import Dispatch
import Foundation
import Testing

@testable import TransportLoader

/// Providers whose transport runs in a process of its own, with other versions of its library beside it.
struct UpgradeStage {
  let workshop: Workshop
  let transport: LoadedTransport
  let desk = Desk()
  let provider: Provider
  let delegate: TransportProviderDelegate
  let call = UUID()
  private let contact: FirstContact
  /// The factor of all time-outs: 1, or `HOOKSWITCH_PATIENCE` for slow runs, such as with a sanitizer.
  private static let slowness = ProcessInfo.processInfo.environment["HOOKSWITCH_PATIENCE"].flatMap { UInt32($0) } ?? 1
  private let manifest: (@Sendable (String) -> String)?

  /// A sandbox with network.
  private static var profile: RunnerProfile {
    var (profile, needs) = (RunnerProfile(), RunnerNeeds())
    needs.network = true
    profile.needs = needs
    return profile
  }

  /// Begins version 1.2.0.
  ///
  /// - Parameter defines: the defines of that version alone, beside those of every version.
  init(defines: [String] = [], of every: [String] = ["NOTE", "HANDOVER"], patience: UInt32 = 2000, configuration: String = "") throws {
    try self.init(defines: defines, of: every, patience: patience, configuration: configuration, manifest: nil)
  }

  /// - Parameter manifest: the text of a manifest beside each version's library; nil for none.
  init(
    defines: [String] = [], of every: [String], patience: UInt32 = 2000, configuration: String = "",
    manifest: (@Sendable (String) -> String)?
  ) throws {
    self.manifest = manifest
    workshop = try Workshop()
    let path = try workshop.compile(defines: every + defines)
    if let manifest { try workshop.write("fixture.transport.json", manifest("1.2.0")) }
    let candidate = try #require(CatalogTests.look([workshop.folder]).usable.first { $0.file == TrustedFile.resolve(path) })
    contact = FirstContact(helper: .program(try #require(IsolatedStage.helper)), cacheFile: nil, quarantineFile: nil, patience: 10_000)
    let found = try IsolatedTransport(candidate, contact: contact)
    let crashes = CrashFolder(path: workshop.folder + "/crashes")
    let module = found.module(named: "fixture", profile: Self.profile, crashes: crashes, state: workshop.folder + "/state")
    transport = LoadedTransport(found, in: module)
    var settings = TransportSettings()
    settings.patienceMilliseconds = patience * Self.slowness
    settings.drainGraceMilliseconds = 50
    delegate = TransportProviderDelegate(transport, configuration: configuration, settings: settings)
    provider = Provider(id: "fixture", sink: desk)
    delegate.providerDidBegin(provider)
    #expect(desk.wait(for: "ready"))
  }

  /// Compiles another version into a folder of its own; returns its file.
  func version(_ version: String, _ defines: [String] = [], of every: [String] = ["NOTE", "HANDOVER"]) throws -> String {
    let folder = "\(workshop.folder)/v\(version)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    if let manifest { try workshop.write("v\(version)/fixture.transport.json", manifest(version)) }
    return try workshop.compile("v\(version)/fixture", defines: every + ["VERSION=\"\(version)\""] + defines)
  }

  /// Upgrades to a file.
  ///
  /// - Parameter isReady: true to return once calls begin in the new version; until its line is ready, they begin in the old one.
  @discardableResult
  func upgrade(
    to file: String?, waiting milliseconds: UInt64 = 0, drain: UInt32 = 600_000, untilReady isReady: Bool = true
  ) async throws -> UpgradeReport {
    let upgrade = try #require(RunnerUpgrade.all(of: [provider.id: delegate]) { _, _ in true }.first)
    var patience = UpgradePatience()
    (patience.wait, patience.drain) = (milliseconds, drain)
    let report = try await upgrade.run(to: file, patience, contact: contact)
    if isReady { try awaitThat(60) { delegate.seats.former?.takesStarts != true } }
    return report
  }

  /// The reason why an upgrade to a file is refused; empty when it is not.
  func refusal(of file: String?) async throws -> String {
    do {
      try await upgrade(to: file)
      return ""
    } catch let refusal as UpgradeRefusal {
      return refusal.reason
    }
  }

  func dial(_ text: String, _ id: UUID? = nil) {
    let handle = Handle(type: .phoneNumber, value: text)
    let action = desk.ticketed(StartCallAction(call: id ?? call, handle: handle), .start(StartDetails(handle: handle)))
    delegate.provider(provider, perform: action)
  }

  func hold(_ isHeld: Bool = true, _ id: UUID? = nil) {
    delegate.provider(provider, perform: desk.ticketed(SetHeldCallAction(call: id ?? call, onHold: isHeld), .setHeld(isHeld)))
  }

  func end(_ id: UUID? = nil) {
    delegate.provider(provider, perform: desk.ticketed(EndCallAction(call: id ?? call), .end()))
  }

  /// Waits on a thread of its own, because the tasks of an upgrade need those of the test's.
  func wait(for text: String, _ count: Int = 1) async -> Bool {
    let desk = desk
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: desk.wait(for: text, count)) }
    }
  }
}
