internal import Glibc
internal import Locking
internal import RunnerChannel

/// A question to a helper program about its ability to run transports for this host.
enum RunnerProbe {
  /// The time-out of the answer, in nanoseconds.
  private static let patience: UInt64 = 5_000_000_000

  /// The answers, by the helpers' files.
  private static let known = Locked<[String: (identity: FileIdentity, trouble: String?)]>([:])

  /// The reason why a helper cannot run transports, in one sentence; nil when it can.
  ///
  /// Starts the helper once, and again when its file has changed.
  static func trouble(with helper: String) -> String? {
    guard let identity = FileIdentity.of(helper) else { return "there is no \(helper)" }
    if let answer = known.withLock({ $0[helper] }), answer.identity == identity { return answer.trouble }
    let trouble = ask(helper).map { "\(helper) cannot run transports: \($0); install it and this program of one build" }
    known.withLock { $0[helper] = (identity, trouble) }
    return trouble
  }

  private static func ask(_ helper: String) -> String? {
    guard let pair = RunnerSocket.pair(), let wake = EventDescriptor() else { return "no file descriptors are left" }
    do throws(RunnerKeeper.Failure) {
      let process = try RunnerStart.spawn(helper, pair.runner, wake)
      // Without an order it does nothing; it would end with the socket, too.
      defer { process.process.kill() }
      do throws(RunnerKeeper.Failure) {
        try RunnerStart.greet(pair.host, helper: helper, process.nonce, LoopClock.now() + patience)
      } catch {
        throw RunnerStart.failure(error, of: process.process, while: "starting")
      }
      return nil
    } catch {
      return error.sentence
    }
  }
}

extension FirstContact {
  /// The reason why no runner can start, in one sentence; nil when one can.
  ///
  /// Starts the helper once, without any transport.
  package var runnerTrouble: String? {
    switch helper {
    case .notAsked: "no \(HelperProgram.name) is to be used"
    case .missing(let places): "there is no \(HelperProgram.name) (looked for \(places.joined(separator: ", ")))"
    case .program(let file):
      HelperProgram.distrust(file, policy: policy).map { "\(file) is not trusted: \($0)" } ?? RunnerProbe.trouble(with: file)
    }
  }
}
