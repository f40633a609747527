import CallControl
import ExplorationKit

/// A world too large for a full exploration: four different providers, a dozen calls, and every kind of stimulus.
enum LargeWorld {
  static let ways: [String] = ["usual", "crowded", "screened", "always"]

  static func world(_ way: String) -> World {
    var world = World(
      name: way, providers: providers,
      features: [
        .hold, .group, .transfer, .farTransfer, .replace, .mute, .tones, .readiness, .loss, .liars, .emergency, .transactions, .clients,
        .networkHolds, .updates, .doNotDisturb, .choices, .limits, .outgoing, .incoming, .retiring,
      ], roots: [], depth: 0)
    // At most a dozen at once in practice; new calls come as others end.
    world.calls = 100
    world.openRequests = 4
    switch way {
    case "crowded":
      world.policy.maximumCallGroups = 6
      world.policy.maximumRingingCalls = 3
    case "screened":
      world.policy.screeners = ["s", "t"]
      world.policy.transferRequests = .accept
    case "always":
      world.policy.autoResume = .always
      world.policy.hostMixing = false
    default: break
    }
    return world
  }

  private static var providers: [Roster.Entry] {
    [
      provider("p"), provider("q") { $0.executesTransactions = true },
      provider("r") { $0.capabilities.subtract([.grouping, .ungrouping]) },
      provider("s") {
        $0.capabilities.subtract([.holding, .transfer])
        $0.maximumCallGroups = 1
      },
    ]
  }

  static func provider(_ id: ProviderID, _ change: (inout ProviderConfiguration) -> Void = { _ in }) -> Roster.Entry {
    var configuration = ProviderConfiguration()
    change(&configuration)
    return Roster.Entry(id: id, configuration: configuration, standing: .ready)
  }
}
