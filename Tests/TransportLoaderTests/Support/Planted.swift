import TransportRunner

@testable import TransportLoader

/// The fault that a test has put into the host or into the runners of its stages: `Planted.$host.withValue(.leaksADescriptor) { … }`.
enum Planted {
  /// The fault of the host; nil for an intact one.
  @TaskLocal static var host: HostFlaw?
  /// The fault of the runners; nil for intact ones.
  @TaskLocal static var runner: RunnerFlaw?

  /// The words for a shell that stand in the place of the helper's name, to start a runner with the fault; nil for intact ones.
  static var runnerProgram: String? {
    guard let runner, let helper = IsolatedStage.helper else { return nil }
    return "'\(helper.dropLast("hookswitch-helper".count))flawed-runner' \(runner.rawValue)"
  }

  /// The script of a helper that starts such runners; nil for intact ones.
  static var runnerScript: String? { runnerProgram.map { "exec \($0) \"$@\"" } }
}
