import Foundation
import Glibc
import Hookswitch
import Testing

@testable import TransportLoader

/// Faults of a transport in a process of its own, by their numbers in `FaultIndexTests`, as a whole host sees them.
@Suite("Faults beside a call of another provider", .enabled(if: PluginFolder.hasLoopback), .serialized, .timeLimit(.minutes(10)))
struct HostFaultTests {
  /// A fault, and the words in the reason of the loss that follows; nil for a fault that ends nothing.
  struct Fault: Sendable {
    let kind: String
    let reason: String?
    var patience: UInt32 = 2000

    init(_ kind: String, _ reason: String?, patience: UInt32 = 2000) { (self.kind, self.reason, self.patience) = (kind, reason, patience) }
  }

  static let faults: [Fault] = [
    Fault("segv", "SIGSEGV in calls.start"), Fault("overflow", "SIGSEGV in calls.start"), Fault("abort", "SIGABRT in calls.start"),
    Fault("exit 7", "code 7 in calls.start"), Fault("_exit 9", "code 9"), Fault("close", "it closed its connection"),
    Fault("hang", "calls.start did not return in time", patience: 300), Fault("hang blocked", "did not return in time", patience: 300),
    Fault("stop", "did not return in time", patience: 300), Fault("spin", nil),
    // The runner may find the damage in its own half first.
    Fault("scribble heads", ""), Fault("scribble for ever", ""), Fault("rubbish", "broke the protocol"),
    Fault("wakes", "wakes the host more than"), Fault("updates 4000000", "it says more than can be heard", patience: 30_000),
    Fault("logs 200000", nil, patience: 30_000), Fault("prints 200000", nil, patience: 30_000),
    Fault("strangers 10000", "broken the contract"),
    Fault("try kill HOST", nil), Fault("try term HOST", nil), Fault("try trace HOST", nil), Fault("try fork 600", nil),
  ]

  @Test("Faults 1 to 32: the other call goes on and is resumable; descriptors, children and memory are as before")
  func allFaults() async {
    await #expect(processExitsWith: .success) {
      let rig = try FaultRig()
      try await rig.run(Fault("exit 7", "code 7"))
      let before = try Census()
      for fault in HostFaultTests.faults { try await rig.run(fault) }
      let limit = ContinuousClock.now + .seconds(30)
      while let now = try? Census(), !now.isLike(before) {
        try #require(ContinuousClock.now < limit, "left behind: \(before) became \(now)")
        await Task.yield()
      }
    }
  }

  @Test(
    "Fault 27: 200,000 incoming calls and 4 M updates are bounded, and the host answers in a second",
    arguments: [
      Fault("incoming 200000", nil, patience: 30_000), Fault("updates 4000000", "it says more than can be heard", patience: 30_000),
    ])
  func flood(fault: Fault) async throws {
    let beside = try await FaultRig().begin(fault, on: "other")
    // The requests of another provider's call, while the flood lasts.
    var slowest = Duration.zero
    for round in 0..<20 {
      let begin = ContinuousClock.now
      let isHold = round.isMultiple(of: 2)
      try await (isHold ? beside.controller.hold(beside.kept) : beside.controller.resume(beside.kept)).performed()
      slowest = max(slowest, ContinuousClock.now - begin)
    }
    #expect(slowest < .seconds(1))
    if let reason = fault.reason { #expect(try await beside.loss().contains(reason)) }
    // Half of the 65,536 words that a runner may have waiting, the kept call, and the one that was dialed.
    #expect(CallObserver(host: beside.host).calls.count <= 32_770)
    #expect(beside.host.call(beside.kept)?.state == .active)
    await beside.host.shutdown()
  }
}

/// A host with faults on demand in a process of its own, beside Loopback with a call.
struct FaultRig: Sendable {
  private let transport: TransportCandidate
  private let contact = FirstContact.standard()

  init() throws {
    let folder = NSTemporaryDirectory() + "hookswitch-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    let words = [
      "cc", "-shared", "-fPIC", "-o", folder + "/fixture.so", "-I\(root)/Sources/TransportABI/include", "-DNOTE", "-DFAULTS", "-DSANDBOX",
      "\(root)/Tests/TransportLoaderTests/Fixtures/transport.c", "-lpthread",
    ]
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var child: pid_t = 0
    var status: CInt = -1
    try #require(posix_spawnp(&child, "cc", nil, nil, &pointers, environ) == 0 && waitpid(child, &status, 0) == child && status == 0)
    var catalog = TransportCatalog(searching: SearchPath(folders: [SearchPath.Folder(path: folder, source: .option)]))
    catalog.meet(contact)
    transport = try #require(catalog.usable(id: "org.example.fixture"), "\(catalog.candidates.map(\.line))")
  }

  /// One fault under way.
  struct Beside {
    let host: CallHost
    let controller: CallController
    /// The call of the other provider.
    let kept: CallID
    let transport: LoadedTransport
    let events: HostEvents

    /// Waits for the loss of the provider with the fault; returns its reason.
    func loss() async throws -> String {
      for await event in events { if case .lost("apart", .lost(let error)) = event.body { return error?.message ?? "" } }
      throw CancellationError()
    }
  }

  /// Dials a fault beside a call of another provider.
  ///
  /// - Parameter line: the line of the fault; on a line of its own, its call does not hold the other one.
  func begin(_ fault: HostFaultTests.Fault, on line: LineID = .main) async throws -> Beside {
    let host = CallHost()
    let loaded = try LoadedTransport(isolating: transport, contact: contact, crashes: nil)
    var settings = TransportSettings()
    settings.patienceMilliseconds = fault.patience
    let controller = CallController(host: host)
    try host.addProvider("inside", fromTransport: "org.hookswitch.loopback", searching: PluginFolder.path)
    let kept = try await controller.start(.number("5550100"), through: "inside")
    #expect(await controller.callObserver.call(kept, reaches: .active) != nil)
    let other = CallController(host: host, line: line)
    // The far end's digits are events, too.
    let events = other.callObserver.events(limit: 1 << 20)
    try host.addProvider("apart", transport: loaded, line: line, settings: settings)
    let kind = fault.kind.replacing("HOST", with: "\(getpid())")
    // A start fails with its process.
    Task { _ = try? await other.start(Handle(type: .generic, value: kind), through: "apart") }
    return Beside(host: host, controller: controller, kept: kept, transport: loaded, events: events)
  }

  /// Runs a fault to its end.
  func run(_ fault: HostFaultTests.Fault) async throws {
    let beside = try await begin(fault)
    if let reason = fault.reason {
      let found = try await beside.loss()
      #expect(found.contains(reason), "\(fault.kind): \(found)")
    } else {
      for await event in beside.events { if case .entered(let call, .active) = event.body, call != beside.kept { break } }
    }
    #expect(beside.host.call(beside.kept)?.state == .held, "\(fault.kind)")
    try await beside.controller.resume(beside.kept).performed()
    #expect(beside.host.call(beside.kept)?.state == .active, "\(fault.kind)")
    await beside.host.shutdown()
  }
}

/// The descriptors, children and memory of a process.
struct Census: CustomStringConvertible {
  var descriptors = 0
  var children = 0
  var mebibytes = 0

  init() throws {
    let files = FileManager.default
    descriptors = try files.contentsOfDirectory(atPath: "/proc/self/fd").count
    for task in try files.contentsOfDirectory(atPath: "/proc/self/task") {
      children += ((try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)) ?? "").split(separator: " ").count
    }
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    mebibytes = (Int(fields[1]) ?? 0) * Int(getpagesize()) / 1_048_576
  }

  /// True when nothing is left since `before`; a few descriptors and some memory belong to the test's own threads and caches.
  func isLike(_ before: Census) -> Bool {
    descriptors <= before.descriptors + 4 && children <= before.children && mebibytes <= before.mebibytes + 64
  }

  var description: String { "\(descriptors) descriptors, \(children) children, \(mebibytes) MiB" }
}
