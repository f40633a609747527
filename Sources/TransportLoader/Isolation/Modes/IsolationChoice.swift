/// The choice of the mode of one provider: a pure value.
package struct IsolationChoice: Hashable, Sendable {
  /// The isolation that the provider's entry of the configuration names.
  package var provider: IsolationMode?
  /// The isolation that the configuration names for all providers.
  package var configuration: IsolationMode?
  /// The isolation that the option `--isolation` names.
  package var option: IsolationMode?
  /// The program's default.
  package var usual: IsolationMode

  package init(
    provider: IsolationMode? = nil, configuration: IsolationMode? = nil, option: IsolationMode? = nil, usual: IsolationMode = .inside
  ) {
    (self.provider, self.configuration, self.option, self.usual) = (provider, configuration, option, usual)
  }

  /// The mode, with a sentence for the operator.
  package enum Verdict: Hashable, Sendable {
    case inside(warning: String?)
    case process(warning: String?)
    /// The transport requires a process, and there can be none.
    case refused(reason: String)
  }

  /// The first mode that the operator names, and its place.
  private var operators: (mode: IsolationMode, place: String)? {
    if let provider { return (provider, "the provider's isolation") }
    if let configuration { return (configuration, "the configuration's isolation") }
    return option.map { ($0, "--isolation") }
  }

  /// Decides the mode of a transport.
  ///
  /// The operator overrides the manifest, with a warning.
  ///
  /// - Parameters:
  ///   - manifest: the isolation in the transport's manifest.
  ///   - helperTrouble: the reason why no runner can start; asked only where one is wanted.
  package func verdict(_ manifest: TransportManifest.Isolation, helperTrouble: @autoclosure () -> String?) -> Verdict {
    var warning: String?
    let mode: IsolationMode
    switch (operators, manifest) {
    case (let said?, .never) where said.mode == .process, (let said?, .required) where said.mode == .inside:
      mode = said.mode
      let place = mode == .inside ? "runs inside" : "runs in a process of its own"
      warning = "it \(place): \(said.place) says \(mode.rawValue), although its manifest says \(manifest.rawValue)"
    case (let said?, _): mode = said.mode
    case (nil, .never): mode = .inside
    case (nil, .required): mode = .process
    case (nil, .allowed), (nil, .preferred): mode = usual
    }
    guard mode == .process else { return .inside(warning: warning) }
    guard let trouble = helperTrouble() else { return .process(warning: warning) }
    guard manifest != .required else { return .refused(reason: trouble) }
    return .inside(warning: "it runs inside, because no process can be made for it: \(trouble)")
  }
}

/// The place where the code of a transport runs.
public enum IsolationMode: String, Hashable, Codable, Sendable, CaseIterable {
  /// In the host's process.
  case inside
  /// In a process of its own, a runner.
  case process
}

/// The division of providers among runners.
public enum RunnerShare: Hashable, Sendable {
  /// Providers of one shared object share a runner.
  case together
  /// The provider has a runner of its own.
  case each
  /// Providers of one shared object with this name share a runner.
  case named(String)
  /// Providers of one shared object are spread over that many runners by their names.
  case pool(Int)
}

/// The properties of a runner; those of all its providers are equal.
package struct RunnerProfile: Hashable, Sendable {
  /// The limits of its process.
  package var limits = RunnerLimits()
  /// The use of the sandbox.
  package var sandbox = SandboxMode.attempt
  /// The needs that replace those of the manifest; nil for the manifest's.
  package var needs: RunnerNeeds?

  package init() {}

  /// The first member in which two profiles differ, with both values; nil when they are equal.
  func difference(from other: RunnerProfile) -> String? {
    func pair(_ name: String, _ mine: some CustomStringConvertible, _ its: some CustomStringConvertible) -> String? {
      mine.description == its.description ? nil : "\(name) (\(mine) and \(its))"
    }
    if let limit = pair("limits.memory-mb", limits.memoryMegabytes, other.limits.memoryMegabytes) { return limit }
    if let limit = pair("limits.files", limits.files, other.limits.files) { return limit }
    if let limit = pair(
      "limits.patience-ms", limits.patienceMilliseconds.map(\.description) ?? "the default",
      other.limits.patienceMilliseconds.map(\.description) ?? "the default")
    {
      return limit
    }
    for controller in ControlGroups.Controller.allCases {
      let (mine, its) = (limits.value(of: controller), other.limits.value(of: controller))
      if let limit = pair("limits.\(controller.limit)", mine?.description ?? "none", its?.description ?? "none") { return limit }
    }
    if let sandbox = pair("sandbox", sandbox.rawValue, other.sandbox.rawValue) { return sandbox }
    return needs == other.needs ? nil : "needs"
  }
}

/// The limits of a runner's process.
package struct RunnerLimits: Hashable, Sendable {
  /// The values of each limit that are allowed.
  package static let (memory, files, patience) = (32...65_536, 64...1_048_576, 200...60_000)
  /// The values of the limits that a control group imposes.
  package static let (threadRange, cpuRange) = (8...32_768, 5...102_400)

  /// The data that it may have, in MiB.
  package var memoryMegabytes: UInt32 = 512
  /// The number of its open files.
  package var files: UInt32 = 16_384
  /// The time-out of a plugin function, in milliseconds; nil for the default of instances.
  package var patienceMilliseconds: UInt32?
  /// The number of its threads, with those of its children; nil for no limit.
  package var threads: UInt32?
  /// Its processor time in percent of one processor; nil for no limit.
  package var cpuPercent: UInt32?

  package init() {}
}

/// The use of a sandbox for a runner.
package enum SandboxMode: String, Hashable, Sendable, CaseIterable {
  /// As much of it as the system offers.
  case attempt = "try"
  /// All of it, or the transport is refused.
  case require
  case off
}
