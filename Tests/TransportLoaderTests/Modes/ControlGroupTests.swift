import CLinux
import Foundation
import Glibc
import RunnerChannel
import Testing

@testable import TransportLoader

/// The limits that control groups impose (docs/isolation.md, "Limits"), planned over files of a made-up kernel.
struct ControlGroupTests {
  /// A folder with the files of a kernel.
  final class FakeKernel: Sendable {
    let root: String
    static let host: Int32 = 41

    init(mounts: [String], groups: [String], files: [String: String] = [:], delegated: [String] = [], systemd: Bool = false) throws {
      root = NSTemporaryDirectory() + "hookswitch-\(UUID().uuidString)"
      try write("/proc/self/mountinfo", mounts.map { $0 + "\n" }.joined())
      try write("/proc/self/cgroup", groups.map { $0 + "\n" }.joined())
      for (path, text) in files { try write(path, text) }
      for folder in delegated { try #require(setxattr(root + folder, "user.delegate", "1", 1, 0) == 0) }
      if systemd { try write("/run/systemd/system/x", "") }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    private func write(_ path: String, _ text: String) throws {
      let file = URL(fileURLWithPath: root + path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    var groups: ControlGroups { GroupTree(root: root, host: Self.host).groups }
  }

  private static let second = "30 20 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate"
  private static let phone = "/sys/fs/cgroup/phone.service"

  private static var limits: RunnerLimits {
    var limits = RunnerLimits()
    (limits.threads, limits.cpuPercent) = (64, 150)
    return limits
  }

  /// The files of a group of version 2.
  private static func group(_ folder: String, offers: String = "cpu memory pids", enabled: String = "", members: String = "") -> [String:
    String]
  {
    [
      folder + "/cgroup.controllers": offers + "\n", folder + "/cgroup.subtree_control": enabled + "\n", folder + "/cgroup.procs": members,
      folder + "/cgroup.type": "domain\n",
    ]
  }

  /// The runner's group in `folder`, and its settings.
  private static func steps(_ folder: String) -> (pids: [GroupStep], cpu: [GroupStep]) {
    let own = folder + "/hookswitch-41-1"
    let enter = GroupStep.write("7", to: own + "/cgroup.procs")
    return (
      [.make(own), .write("64", to: own + "/pids.max"), enter], [.make(own), .write("30000 20000", to: own + "/cpu.max"), enter]
    )
  }

  @Test func besideTheHostInAServiceThatSystemdHasDelegated() throws {
    let kernel = try FakeKernel(
      mounts: ["1 0 0:1 / / rw - ext4 /dev/sda rw", Self.second], groups: ["0::/phone.service/main"],
      files: Self.group(Self.phone, enabled: "pids").merging(Self.group(Self.phone + "/main", members: "41\n")) { first, _ in first },
      delegated: [Self.phone], systemd: true)
    let parts = kernel.groups.plan(Self.limits, named: "hookswitch-41-1", process: 7)
    let expected = Self.steps(Self.phone)
    #expect(parts.map(\.controller) == [.pids, .cpu])
    #expect(parts.map(\.folder) == [Self.phone + "/hookswitch-41-1", Self.phone + "/hookswitch-41-1"])
    #expect(parts.first?.steps == expected.pids, "the controller pids is enabled already")
    #expect(parts.last?.steps == [.write("+cpu", to: Self.phone + "/cgroup.subtree_control")] + expected.cpu)
    #expect(kernel.groups.gaps(Self.limits).isEmpty)
  }

  @Test func theHostLeavesAGroupThatIsItsAloneForOneBelow() throws {
    var files = Self.group(Self.phone, members: "41\n43\n")
    // A child of the host, whose name tries to look like other fields.
    files["/proc/43/stat"] = "43 (a) S 9 (b)) S 41 43 43 0"
    let mounts = ["1 0 0:1 / / rw - ext4 /dev/sda rw", Self.second]
    let kernel = try FakeKernel(mounts: mounts, groups: ["0::/phone.service"], files: files)
    let host = Self.phone + "/hookswitch-host"
    let leave: [GroupStep] = [
      .make(host), .write("41", to: host + "/cgroup.procs"), .write("43", to: host + "/cgroup.procs"),
      .write("+pids", to: Self.phone + "/cgroup.subtree_control"),
    ]
    var limits = RunnerLimits()
    limits.threads = 64
    #expect(kernel.groups.plan(limits, named: "hookswitch-41-1", process: 7).map(\.steps) == [leave + Self.steps(Self.phone).pids])
    // Once it has left, the next runner needs nothing more.
    let after = try FakeKernel(
      mounts: mounts, groups: ["0::/phone.service/hookswitch-host"],
      files: Self.group(Self.phone, enabled: "pids").merging(Self.group(host, members: "41\n43\n")) { first, _ in first })
    #expect(after.groups.plan(limits, named: "hookswitch-41-1", process: 7).map(\.steps) == [Self.steps(Self.phone).pids])
  }

  @Test func version1HasAGroupForEachLimit() throws {
    let kernel = try FakeKernel(
      mounts: [
        "30 20 0:26 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct",
        "31 20 0:27 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids",
        "32 20 0:28 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw",
      ], groups: ["8:pids:/phones", "1:cpu,cpuacct:/", "0::/"],
      files: [
        "/sys/fs/cgroup/pids/phones/cgroup.procs": "41\n", "/sys/fs/cgroup/cpu,cpuacct/cgroup.procs": "1\n41\n",
        "/sys/fs/cgroup/unified/cgroup.controllers": "hugetlb\n",
      ])
    let parts = kernel.groups.plan(Self.limits, named: "hookswitch-41-1", process: 7)
    let (pids, cpu) = ("/sys/fs/cgroup/pids/phones/hookswitch-41-1", "/sys/fs/cgroup/cpu,cpuacct/hookswitch-41-1")
    #expect(
      parts.map(\.steps) == [
        Self.steps("/sys/fs/cgroup/pids/phones").pids,
        [
          .make(cpu), .write("20000", to: cpu + "/cpu.cfs_period_us"), .write("30000", to: cpu + "/cpu.cfs_quota_us"),
          .write("7", to: cpu + "/cgroup.procs"),
        ],
      ])
    #expect(parts.map(\.folder) == [pids, cpu])
  }

  static let troubles: [(name: String, kernel: @Sendable () throws -> FakeKernel, reason: String)] = [
    ("none", { try FakeKernel(mounts: [], groups: []) }, "the system has no control groups"),
    (
      "read-only",
      {
        try FakeKernel(mounts: [second.replacing(" rw,nosuid ", with: " ro,nosuid ")], groups: ["0::/phone.service"], files: group(phone))
      },
      "/sys/fs/cgroup is mounted read-only"
    ),
    (
      "outside", { try FakeKernel(mounts: [second], groups: ["0::/../other"], files: group(phone)) },
      "the control group /../other lies outside of /sys/fs/cgroup"
    ),
    (
      "systemd's", { try FakeKernel(mounts: [second], groups: ["0::/phone.service"], files: group(phone, members: "41\n"), systemd: true) },
      "its control group belongs to systemd; run the program as a service with Delegate=yes"
    ),
    (
      "shared", { try FakeKernel(mounts: [second], groups: ["0::/phone.service"], files: group(phone, members: "41\n99\n")) },
      "other programs are in \(phone), too; start the program in a control group of its own"
    ),
    (
      "not offered", { try FakeKernel(mounts: [second], groups: ["0::/phone.service"], files: group(phone, offers: "memory")) },
      "\(phone) does not offer the controller pids"
    ),
    (
      "version 1 of systemd",
      {
        try FakeKernel(
          mounts: ["31 20 0:27 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids"], groups: ["8:pids:/"],
          files: ["/sys/fs/cgroup/pids/cgroup.procs": ""], systemd: true)
      }, "its control group belongs to systemd; run the program as a service with Delegate=yes"
    ),
  ]

  @Test(arguments: troubles.indices) func aLimitWithoutAGroupIsAGapWithTheReason(_ row: Int) throws {
    let groups = try Self.troubles[row].kernel().groups
    #expect(groups.places[.pids] == nil)
    #expect(groups.troubles[.pids] == Self.troubles[row].reason)
    #expect(groups.plan(Self.limits, named: "hookswitch-41-1", process: 7).allSatisfy { $0.controller != .pids })
    #expect(groups.gaps(Self.limits).first == "the limit threads does not apply: \(Self.troubles[row].reason)")
    #expect(groups.gaps(RunnerLimits()).isEmpty, "a limit that is not set has no gap")
    #expect(Self.limits.words(groups.gaps(Self.limits)).contains("64 threads, 150 % of a processor; the limit threads does not apply"))
  }
}

/// The same limits on runners of this machine's kernel.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built"), .serialized) struct RunnerGroupTests {
  private static let groups = ControlGroups.current

  private static func limits(threads: UInt32? = nil, percent: UInt32? = nil) -> RunnerLimits {
    var limits = RunnerLimits()
    (limits.threads, limits.cpuPercent) = (threads, percent)
    return limits
  }

  /// The group of a runner in a hierarchy.
  private static func folder(of pid: Int32, _ controller: ControlGroups.Controller) throws -> String {
    let place = try #require(groups.places[controller])
    let names = try FileManager.default.contentsOfDirectory(atPath: place.folder).filter { $0.hasPrefix("hookswitch-\(getpid())-") }
    return try #require(
      names.map { place.folder + "/" + $0 }.first {
        KernelFile.read($0 + "/cgroup.procs")?.split(separator: "\n").contains("\(pid)") == true
      })
  }

  private static func awaitRemoval(of folder: String) throws { try awaitThat(10) { access(folder, F_OK) != 0 } }

  /// Fault 21.
  @Test(.enabled(if: groups.places[.pids] != nil, "\(groups.troubles[.pids] ?? "")"))
  func threadsWithoutEndAreErrorsOfThePluginAndItsCallsGoOn() throws {
    let neighbour = try Neighbour()
    let stage = try IsolatedStage(defines: ["NOTE", "SANDBOX"], limits: Self.limits(threads: 32))
    let pid = try #require(stage.transport.runnerPID)
    let folder = try Self.folder(of: pid, .pids)
    #expect(KernelFile.read(folder + "/pids.max") == "32\n")
    let (_, call) = stage.dial("plain")
    #expect(stage.recorder.wait(for: "done"))
    stage.dial("try threads")
    #expect(stage.recorder.wait { $0.contains { $0.text.hasPrefix("log tried") } })
    let count = try #require(stage.recorder.texts.compactMap { $0.wholeMatch(of: /log tried: threads (\d+)/).flatMap { Int($0.1) } }.last)
    #expect((8..<32).contains(count), "the runner has some threads itself")
    stage.instance.request(.end(.hangup), of: call, deadlineMilliseconds: 1000)
    #expect(stage.recorder.wait { $0.filter { $0.text == "done" }.count == 3 })
    #expect(neighbour.isUp)
    stage.close()
    try Self.awaitRemoval(of: folder)
  }

  @Test(.enabled(if: groups.places[.cpu] != nil, "\(groups.troubles[.cpu] ?? "")"))
  func aThreadThatSpinsIsSlowedDown() throws {
    let neighbour = try Neighbour()
    let stage = try IsolatedStage(defines: ["NOTE", "FAULTS"], limits: Self.limits(percent: 20))
    let pid = try #require(stage.transport.runnerPID)
    let folder = try Self.folder(of: pid, .cpu)
    stage.dial("spin")
    try awaitThat(20) {
      let lines = KernelFile.read(folder + "/cpu.stat")?.split(separator: "\n") ?? []
      return lines.contains { $0.hasPrefix("nr_throttled ") && $0 != "nr_throttled 0" }
    }
    #expect(neighbour.isUp)
    stage.close()
    try Self.awaitRemoval(of: folder)
  }

  /// Fault 32: without a group, such a child outlives its runner.
  @Test(.enabled(if: groups.places[.pids] != nil, "\(groups.troubles[.pids] ?? "")"))
  func aChildThatHasLeftTheProcessGroupEndsWithItsRunner() throws {
    var needs = RunnerNeeds()
    needs.programs = true
    let stage = try IsolatedStage(defines: ["NOTE", "SANDBOX"], limits: Self.limits(threads: 32), needs: needs)
    let pid = try #require(stage.transport.runnerPID)
    let folder = try Self.folder(of: pid, .pids)
    stage.dial("try escape 600")
    #expect(stage.recorder.wait { $0.contains { $0.text == "log tried: escape 0" } })
    let members = (KernelFile.read(folder + "/cgroup.procs") ?? "").split(separator: "\n").compactMap { Int32($0) }
    let escaped = try #require(members.first { $0 != pid })
    let child = try #require(ProcessDescriptor(child: escaped))
    kill(pid, SIGKILL)
    #expect(stage.recorder.wait(for: "lost"))
    var wanted = pollfd(fd: child.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&wanted, 1, 5000) == 1)
    try Self.awaitRemoval(of: folder)
  }

  @Test func aGroupThatCannotBeHadIsToldAndRefusedWhereItIsRequired() throws {
    var groups = ControlGroups()
    groups.troubles = [.pids: "the system has no control groups"]
    let workshop = try Workshop()
    let path = try workshop.compile()
    let helper = try #require(IsolatedStage.helper)
    let contact = FirstContact(
      helper: .program(helper), cacheFile: nil, quarantineFile: nil, patience: 10_000)
    var catalog = CatalogTests.look([workshop.folder])
    catalog.meet(contact)
    let candidate = try #require(catalog.usable.first { $0.file == TrustedFile.resolve(path) })
    var wish = RunnerTable.Wish("a", IsolationChoice(provider: .process))
    wish.profile.limits.threads = 32
    let kernel = SandboxKernel(landlock: 7, hasFilter: true)
    #expect(throws: Never.self) { try RunnerTable(kernel: kernel, groups: groups).load(candidate, wish, contact: contact) }
    wish.profile.sandbox = .require
    let failure = #expect(throws: RunnerTable.Failure.self) {
      try RunnerTable(kernel: kernel, groups: groups).load(candidate, wish, contact: contact)
    }
    let words = "org.example.fixture cannot have its limits: the limit threads does not apply: the system has no control groups"
    #expect(failure?.description.contains(words) == true, "\(failure?.description ?? "")")
    groups.places = [.pids: .init(version: 2, folder: "/x")]
    #expect(throws: Never.self) { try RunnerTable(kernel: kernel, groups: groups).load(candidate, wish, contact: contact) }
  }
}
