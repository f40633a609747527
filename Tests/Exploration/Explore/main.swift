import ExplorationKit
import Foundation

// HOOKSWITCH_EXPLORE_DEPTH: the stimuli beyond the roots in each world (default: the world's own).
// HOOKSWITCH_EXPLORE_SECONDS: the time limit in all (default 150).
// Arguments: the names of the worlds to explore (default: all).
let environment = ProcessInfo.processInfo.environment
let depth = environment["HOOKSWITCH_EXPLORE_DEPTH"].flatMap { Int($0) }
let seconds = environment["HOOKSWITCH_EXPLORE_SECONDS"].flatMap { Double($0) } ?? 150
let wanted = CommandLine.arguments.dropFirst()
let worlds = Worlds.all.filter { wanted.isEmpty || wanted.contains($0.name) }
guard !worlds.isEmpty else {
  FileHandle.standardError.write(Data("explore: no such world; there are: \(Worlds.all.map(\.name).joined(separator: ", "))\n".utf8))
  exit(2)
}

let shares = Shares(worlds: worlds.count, time: .seconds(seconds), cores: ProcessInfo.processInfo.activeProcessorCount)
let summaries = await withTaskGroup(of: (Int, Explorer.Summary).self) { group in
  for (place, world) in worlds.enumerated() {
    group.addTask {
      let end = shares.next()
      var explorer = Explorer(world, isTimeUp: { shares.isOver(end) }, progress: { FileHandle.standardError.write(Data(($0 + "\n").utf8)) })
      return (place, explorer.explore(to: depth ?? world.depth))
    }
  }
  var summaries: [(Int, Explorer.Summary)] = []
  for await summary in group { summaries.append(summary) }
  return summaries.sorted { $0.0 < $1.0 }.map(\.1)
}
let report = Report(summaries)
print(report)
exit(report.hasCounterexamples ? 1 : 0)
