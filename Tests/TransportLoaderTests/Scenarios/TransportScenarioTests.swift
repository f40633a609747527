import CallControl
import Foundation
import ScenarioKit
import Testing

@testable import TransportLoader

/// The project's scenario files with their providers beside the host, in a transport in this process, and in one in a process of its own.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built"), .serialized) struct TransportScenarioTests {
  enum Place: CaseIterable, Sendable {
    case inside, process
  }

  private static let folder = #filePath.components(separatedBy: "/TransportLoaderTests/")[0] + "/Scenarios"

  private static func scenarios() throws -> [Scenario] {
    let found = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return try found.filter { $0.hasSuffix(".json") }.sorted().map { file in
      try ScenarioFile.read(Array(Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))), named: file)
    }
  }

  private static func puppet(_ place: Place, in workshop: Workshop) throws -> LoadedTransport {
    let path = try workshop.compile("puppet", source: "puppet")
    let contact = FirstContact(
      helper: .program(try #require(IsolatedStage.helper)), cacheFile: nil, quarantineFile: nil, patience: 10_000)
    var catalog = CatalogTests.look([workshop.folder])
    catalog.meet(contact)
    let candidate = try #require(catalog.usable.first { $0.file == TrustedFile.resolve(path) }, "\(catalog.candidates.map(\.line))")
    return try place == .inside
      ? LoadedTransport(candidate, contact: contact) : LoadedTransport(isolating: candidate, contact: contact, crashes: nil)
  }

  /// The counts of what has crossed at one place.
  private struct Counts: Equatable {
    var crossed: [String: Int] = [:]
    var stopped: [String: Int] = [:]
  }

  @Test(.timeLimit(.minutes(10))) func eachScenarioHasTheSameJournalBesideTheHostInATransportAndInAProcess() throws {
    let workshop = try Workshop()
    var counts: [Place: Counts] = [:]
    let transports = try Place.allCases.map { ($0, try Self.puppet($0, in: workshop)) }
    // They keep the process between the scenarios.
    let keepers = transports.map { TransportCarrier($0.1) }
    for keeper in keepers { keeper.begin("keeper") }
    let scenarios = try Self.scenarios()
    #expect(scenarios.count > 500)
    for scenario in scenarios {
      let expected = ScenarioRunner().run(scenario)
      for (place, transport) in transports {
        let carrier = TransportCarrier(transport)
        let result = ScenarioRunner().run(scenario, over: carrier)
        carrier.close()
        #expect(result.failure == nil, "\(scenario.file), \(place): \(result.failure.map { "\($0.findings)" } ?? "")")
        let different = zip(result.journal, expected.journal).first { $0 != $1 }
        #expect(
          result.journal == expected.journal,
          "\(scenario.file), \(place): \(different.map { "\($0.0.text), should be \($0.1.text)" } ?? "the lengths differ")")
        counts[place, default: Counts()].crossed.merge(carrier.crossed) { $0 + $1 }
        counts[place, default: Counts()].stopped.merge(carrier.stopped) { $0 + $1 }
      }
    }
    for keeper in keepers { keeper.close() }
    #expect(counts[.inside] == counts[.process])
    let crossed = try #require(counts[.process]?.crossed)
    #expect(crossed.values.reduce(0, +) > 5000)
    for kind in CallOperation.Kind.allCases {
      for name in ["action", "fulfilled", "failed"] { #expect((crossed["\(name) \(kind.rawValue)"] ?? 0) > 0, "\(name) \(kind)") }
    }
  }
}
