internal import Glibc
internal import Locking
internal import RunnerChannel

/// A question to a helper program about its ability to run transports for this host.
enum RunnerProbe {
  /// The time-out of the answer, in nanoseconds.
  private static let patience: UInt64 = 5_000_000_000

  private enum Answer: Hashable {
    case good
    case bad(String)
    /// It was not asked, for a reason that may pass.
    case none(String)

    var trouble: String? {
      switch self {
      case .good: nil
      case .bad(let sentence): sentence + "; install it and this program of one build"
      case .none(let sentence): sentence
      }
    }
  }

  /// The answers, by the helpers' files.
  private static let known = Locked<[String: (identity: FileIdentity, answer: Answer)]>([:])

  /// The reason why a helper cannot run transports, in one sentence; nil when it can.
  ///
  /// Starts the helper once, and again when its file has changed.
  static func trouble(with helper: String) -> String? {
    guard let identity = FileIdentity.of(helper) else { return "there is no \(helper)" }
    if let known = known.withLock({ $0[helper] }), known.identity == identity { return known.answer.trouble }
    let answer = ask(helper)
    if case .none = answer { return answer.trouble }
    known.withLock { $0[helper] = (identity, answer) }
    return answer.trouble
  }

  private static func ask(_ helper: String) -> Answer {
    guard let wake = EventDescriptor(), let pair = RunnerSocket.pair() else { return .none("no file descriptors are left") }
    let started: (process: RunnerProcess, nonce: UInt64)
    do throws(RunnerKeeper.Failure) {
      started = try RunnerStart.spawn(helper, pair.runner, wake)
    } catch {
      return .none(error.sentence)
    }
    // Without an order it does nothing; it would end with the socket, too.
    defer { started.process.kill() }
    do throws(RunnerKeeper.Failure) {
      try RunnerStart.greet(pair.host, helper: helper, started.nonce, LoopClock.awake() + patience)
      return .good
    } catch {
      return .bad("\(helper) cannot run transports: \(RunnerStart.failure(error, of: started.process, while: "starting").sentence)")
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
