import CallControl
import ExplorationKit

/// The explored worlds: each is small, and together they cover every rule and every fault.
enum Worlds {
  private static let p: ProviderID = "p"
  private static let q: ProviderID = "q"
  private static let a = CallID.named(0)
  private static let b = CallID.named(1)
  private static let c = CallID.named(2)
  private static let handle = Handle(type: .phoneNumber, value: "5550100")

  private static func provider(_ id: ProviderID, _ change: (inout ProviderConfiguration) -> Void = { _ in }) -> Roster.Entry {
    var configuration = ProviderConfiguration()
    change(&configuration)
    return Roster.Entry(id: id, configuration: configuration, standing: .ready)
  }

  // MARK: Roots

  private static let nothing = World.Root("nothing", [])

  private static func start(_ call: CallID, at provider: ProviderID) -> Stimulus {
    .ask(.transaction([.start(call, provider: provider, StartDetails(handle: handle))]), .user)
  }

  /// Starts a call and makes it active.
  private static func active(_ call: CallID, at provider: ProviderID) -> [Stimulus] {
    [start(call, at: provider), .fulfil(call, .start), .report(call, .connected)]
  }

  /// Makes `a` held and `b` active.
  private static func heldAndActive(_ first: ProviderID, _ second: ProviderID) -> [Stimulus] {
    active(a, at: first) + [start(b, at: second), .fulfil(a, .setHeld), .fulfil(b, .start), .report(b, .connected)]
  }

  private static func roots(_ first: ProviderID, _ second: ProviderID) -> [World.Root] {
    [
      nothing,
      World.Root("active", active(a, at: first)),
      World.Root("held and active", heldAndActive(first, second)),
      World.Root("held, active and ringing", heldAndActive(first, second) + [.incoming(first, c, replaces: nil)]),
      World.Root("active and ringing", active(a, at: first) + [.incoming(second, b, replaces: nil)]),
    ]
  }

  private static func merged(_ first: ProviderID, _ second: ProviderID) -> [Stimulus] {
    let merge: [Stimulus] = [.ask(.merge([a, b]), .user), .fulfil(a, .setHeld)]
    return heldAndActive(first, second) + merge + (first == second ? [.fulfil(a, .setGroup)] : [])
  }

  // MARK: Worlds

  static var all: [World] {
    [
      plain, stubborn, grouping, mixing, executing, transfers, deflects, emergency, recovering, screened, crowded, unready, always, never,
      networks,
      tones,
      replacing, upgraded, judged, clustered,
    ]
  }

  /// Starts, every kind of answer, ends and holds over two providers, with every fault.
  private static var plain: World {
    World(
      name: "plain", providers: [provider(p), provider(q)],
      features: [.outgoing, .incoming, .hold, .choices, .clients, .liars, .loss], roots: roots(p, q), depth: 5)
  }

  /// One of two providers cannot hold.
  private static var stubborn: World {
    World(
      name: "holding unsupported", providers: [provider(p) { $0.capabilities.remove(.holding) }, provider(q)],
      features: [.outgoing, .incoming, .hold, .choices, .updates, .loss, .retiring],
      roots: roots(q, p) + [World.Root("active at p", active(a, at: p))], depth: 5)
  }

  /// Groups that a provider bridges.
  private static var grouping: World {
    World(
      name: "native groups", providers: [provider(p), provider(q)], features: [.outgoing, .hold, .group, .loss, .mute],
      roots: [
        World.Root("held and active", heldAndActive(p, p)), World.Root("merged", merged(p, p)),
        World.Root(
          "merged and active",
          merged(p, p) + [start(c, at: p), .fulfil(a, .setHeld), .fulfil(b, .setHeld), .fulfil(c, .start), .report(c, .connected)]),
      ], depth: 5)
  }

  /// Groups that the host mixes.
  private static var mixing: World {
    World(
      name: "host mixing", providers: [provider(p), provider(q)], features: [.outgoing, .incoming, .hold, .group, .loss],
      roots: [
        World.Root("held and active", heldAndActive(p, q)), World.Root("mixed", merged(p, q)),
        World.Root("mixed and ringing", merged(p, q) + [.incoming(p, c, replaces: nil)]),
      ], depth: 5)
  }

  /// A provider that takes whole transactions.
  private static var executing: World {
    World(
      name: "executing provider", providers: [provider(p) { $0.executesTransactions = true }, provider(q)],
      features: [.outgoing, .incoming, .hold, .group, .transactions, .loss],
      roots: [
        nothing, World.Root("held and active", heldAndActive(p, p)), World.Root("merged", merged(p, p)),
        World.Root("mixed", merged(p, q)),
        World.Root("held and ringing", heldAndActive(p, p) + [.incoming(p, c, replaces: nil)]),
      ], depth: 5)
  }

  /// Transfers by us and by the far end.
  private static var transfers: World {
    World(
      name: "transfers", providers: [provider(p), provider(q)],
      features: [.outgoing, .hold, .transfer, .farTransfer, .loss, .mute],
      roots: [World.Root("active", active(a, at: p)), World.Root("held and active", heldAndActive(p, p))], depth: 6)
  }

  /// Deflects beside answers, ends and a call in front.
  private static var deflects: World {
    World(
      name: "deflects", providers: [provider(p), provider(q)],
      features: [.outgoing, .incoming, .hold, .deflect, .loss, .liars],
      roots: [nothing, World.Root("active", active(a, at: p))], depth: 6)
  }

  private static var emergency: World {
    World(
      name: "emergency", providers: [provider(p), provider(q) { $0.capabilities.remove(.holding) }],
      features: [.outgoing, .incoming, .hold, .emergency, .loss, .mute], roots: roots(p, q) + [World.Root("active at q", active(a, at: q))],
      depth: 5)
  }

  private static var recovering: World {
    var world = World(
      name: "a quarantine that ends by itself", providers: [provider(p), provider(q)],
      features: [.outgoing, .hold, .emergency, .loss],
      roots: [nothing, World.Root("active", active(a, at: q)), World.Root("quarantine", [.crash(p)])], depth: 6)
    world.providers[0].recovers = true
    return world
  }

  private static var screened: World {
    var world = World(
      name: "screeners", providers: [provider(p), provider(q)],
      features: [.incoming, .outgoing, .hold, .emergency, .loss, .liars, .doNotDisturb],
      roots: [nothing, World.Root("active", active(a, at: p))], depth: 6)
    world.policy.screeners = ["s", "t"]
    return world
  }

  /// A judge of callers before screeners and do-not-disturb.
  private static var judged: World {
    var world = World(
      name: "a judge of callers", providers: [provider(p)],
      features: [.incoming, .outgoing, .emergency, .doNotDisturb, .judge, .loss],
      roots: [nothing, World.Root("active", active(a, at: p)), World.Root("do-not-disturb", [.doNotDisturb(true)])], depth: 5)
    world.policy.screeners = ["s"]
    world.policy.maximumRingingCalls = 2
    return world
  }

  /// A host of a cluster, whose line moves to other hosts and back.
  private static var clustered: World {
    World(
      name: "a line that moves", providers: [provider(p), provider(q) { $0.capabilities.remove(.deflect) }],
      features: [.outgoing, .incoming, .hold, .emergency, .readiness, .replace, .standings],
      roots: [
        nothing, World.Root("active and ringing", active(a, at: p) + [.incoming(p, b, replaces: nil)]),
        World.Root("active and ringing without deflect", active(a, at: p) + [.incoming(q, b, replaces: nil)]),
        World.Root("waiting", [.ready(p, false), start(a, at: p)]), World.Root("held and active", heldAndActive(p, q)),
      ], depth: 4)
  }

  private static var crowded: World {
    var world = World(
      name: "two may ring", providers: [provider(p), provider(q) { $0.maximumCallGroups = 1 }],
      features: [.incoming, .outgoing, .hold, .choices, .loss, .limits], roots: [nothing, World.Root("active", active(a, at: q))], depth: 6)
    world.policy.maximumRingingCalls = 2
    return world
  }

  private static var unready: World {
    World(
      name: "providers not ready", providers: [provider(p), provider(q)],
      features: [.outgoing, .incoming, .hold, .readiness, .loss, .emergency, .transactions],
      roots: [
        nothing, World.Root("waiting", [.ready(p, false), start(a, at: p)]),
        World.Root("active and waiting", active(a, at: q) + [.ready(p, false), start(b, at: p)]),
      ], depth: 6)
  }

  private static var always: World {
    var world = World(
      name: "resumes always", providers: [provider(p), provider(q)], features: [.outgoing, .incoming, .hold, .loss],
      roots: roots(p, q), depth: 6)
    world.policy.autoResume = .always
    return world
  }

  private static var never: World {
    var world = World(
      name: "resumes never", providers: [provider(p), provider(q)], features: [.outgoing, .incoming, .hold, .loss],
      roots: roots(q, p), depth: 6)
    world.policy.autoResume = .never
    return world
  }

  private static var networks: World {
    World(
      name: "networks that hold", providers: [provider(p), provider(q)],
      features: [.outgoing, .incoming, .hold, .networkHolds, .group],
      roots: [
        World.Root("active", active(a, at: p)), World.Root("held and active", heldAndActive(p, q)), World.Root("merged", merged(p, p)),
      ], depth: 5)
  }

  private static var tones: World {
    var world = World(
      name: "mute and tones", providers: [provider(p), provider(q)], features: [.outgoing, .hold, .mute, .tones, .loss],
      roots: [World.Root("active", active(a, at: p)), World.Root("held and active", heldAndActive(p, q))], depth: 5)
    world.openRequests = 3
    return world
  }

  private static var replacing: World {
    World(
      name: "calls that replace", providers: [provider(p), provider(q)],
      features: [.outgoing, .incoming, .replace, .hold, .mute, .group, .loss],
      roots: [
        World.Root("active", active(a, at: p)), World.Root("held and active", heldAndActive(p, q)), World.Root("mixed", merged(p, q)),
      ], depth: 5)
  }

  /// A provider with two instances, of which one only finishes its calls.
  private static var upgraded: World {
    World(
      name: "an upgrade that drains", providers: [provider(p), provider(q)],
      features: [.outgoing, .incoming, .hold, .group, .transfer, .instances],
      roots: [
        World.Root("active and left behind", active(a, at: p) + [.report(a, .leftBehind(true))]),
        World.Root("held and left behind, and active", heldAndActive(p, p) + [.report(a, .leftBehind(true))]),
        World.Root("merged and left behind", merged(p, p) + [.report(a, .leftBehind(true)), .report(b, .leftBehind(true))]),
      ], depth: 5)
  }
}
