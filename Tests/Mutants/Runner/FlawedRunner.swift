import Glibc
import TransportRunner

/// A runner with the fault that its first argument names: `flawed-runner h04 run NONCE HOST`.
///
/// Tests of the host start it in the place of `hookswitch-helper run` (Tests/TransportLoaderTests/Rows).
@main
enum FlawedRunner {
  static func main() {
    var arguments = CommandLine.arguments
    guard arguments.count > 1, let flaw = RunnerFlaw(rawValue: arguments.remove(at: 1)),
      let runner = RunnerMain(arguments: arguments, flaw: flaw)
    else {
      print("usage: flawed-runner \(RunnerFlaw.allCases.map(\.rawValue).joined(separator: "|")) run NONCE HOST")
      exit(2)
    }
    runner.run()
  }
}
