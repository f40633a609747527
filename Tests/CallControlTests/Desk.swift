import CallControl
import ExplorationKit

/// A line for table tests: it takes stimuli and shows refusals, commands and states.
struct Desk {
  private(set) var run: Run
  private(set) var effects: [LineEffect] = []

  static let handle = Handle(type: .phoneNumber, value: "5550100")
  static let a = CallID.named(0)
  static let b = CallID.named(1)
  static let c = CallID.named(2)

  init(policy: LinePolicy = LinePolicy(), providers: [Roster.Entry] = [LargeWorld.provider("p"), LargeWorld.provider("q")]) {
    var world = World(name: "desk", providers: providers, features: [], roots: [], depth: 0)
    world.policy = policy
    run = Run(world)
  }

  /// Applies stimuli in order; `effects` are those of the last one.
  mutating func play(_ script: [Stimulus]) {
    for stimulus in script { effects = run.apply(stimulus)?.effects ?? [] }
  }

  mutating func ask(_ actions: RequestedAction..., origin: Origin = .user) {
    play([.ask(.transaction(actions), origin)])
  }

  /// The error that refused the last request; nil when it was accepted.
  var refusal: CallError.Code? {
    for case .refused(_, _, let error) in effects { return error.code }
    return nil
  }

  /// The error that the last request failed with; nil when it did not fail.
  var failure: CallError.Code? {
    for case .failed(_, _, let error) in effects { return error.code }
    return nil
  }

  /// The commands that the last step sent.
  var sent: [ProviderCommand] {
    effects.flatMap { effect -> [ProviderCommand] in
      switch effect {
      case .send(_, let command): [command]
      case .sendTransaction(_, let commands): commands
      default: []
      }
    }
  }

  func state(_ call: CallID) -> CallState? { run.line.snapshot[call]?.state }

  // MARK: Scripts

  static func start(_ call: CallID, at provider: ProviderID = "p", to value: String = handle.value) -> Stimulus {
    .ask(.transaction([.start(call, provider: provider, StartDetails(handle: Handle(type: .phoneNumber, value: value)))]), .user)
  }

  static func active(_ call: CallID, at provider: ProviderID = "p", to value: String = handle.value) -> [Stimulus] {
    [start(call, at: provider, to: value), .fulfil(call, .start), .report(call, .connected)]
  }

  /// Makes `a` held and `b` active.
  static func heldAndActive(_ first: ProviderID = "p", _ second: ProviderID = "p") -> [Stimulus] {
    active(a, at: first) + [start(b, at: second), .fulfil(a, .setHeld), .fulfil(b, .start), .report(b, .connected)]
  }
}
