import ConformanceKit
import Foundation

// kill-matrix FOLDER [--table FILE] [--page FILE] [NAME…]: runs the kit on the mutants that `make -C Tests/Mutants OUT=FOLDER` built.
//
// Exit codes: 0 each was killed by its tests and by no others; 1 not so; 2 the arguments or the table are wrong.

func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

var arguments = Array(CommandLine.arguments.dropFirst())

func take(_ name: String, from arguments: inout [String]) -> String? {
  guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return nil }
  defer { arguments.removeSubrange(place...(place + 1)) }
  return arguments[place + 1]
}

let tablePath = take("--table", from: &arguments) ?? "Tests/Mutants/mutants.tsv"
let pagePath = take("--page", from: &arguments)
guard let folder = arguments.first else {
  say("usage: kill-matrix FOLDER [--table FILE] [--page FILE] [NAME…]")
  exit(2)
}
let wanted = Set(arguments.dropFirst())
let cores = ProcessInfo.processInfo.activeProcessorCount
let run = KitRun(folder: folder, jobs: cores)
var problems: [String] = []
var matrix = KillMatrix()

do {
  let table = try MutantTable(path: tablePath)
  if wanted.isEmpty {
    for good in ["ref.so", "ref_future.so"] {
      let report = try await run.report(of: good)
      say("\(good): \(report.summary)")
      for outcome in report.outcomes where outcome.status.isFailure || outcome.status == .error {
        problems.append("\(good) is right, and \(outcome.id) says \(outcome.status.rawValue): \(outcome.detail)")
      }
      for outcome in report.outcomes where outcome.status == .skip && Catalogue.test(outcome.id)?.requirement == .must {
        problems.append("\(good): \(outcome.id) was skipped: \(outcome.detail)")
      }
    }
  }
  let chosen = table.mutants.filter { wanted.isEmpty || wanted.contains($0.name) }
  for (place, mutant) in chosen.enumerated() {
    if mutant.isOutOfReach {
      matrix.absent.append(mutant)
      continue
    }
    let finding = Finding(mutant, try await run.report(of: mutant.file))
    matrix.findings.append(finding)
    say("\(place + 1)/\(chosen.count) \(mutant.name): " + (finding.problems.isEmpty ? "killed" : "NOT as the table says"))
    problems += finding.problems
  }
} catch {
  say("kill-matrix: \(error)")
  exit(2)
}

if wanted.isEmpty {
  problems += matrix.decoration.map { "\($0) is a test of what must be, and no mutant shows that it can fail" }
  if let pagePath { try matrix.page.write(toFile: pagePath, atomically: true, encoding: .utf8) }
}
for problem in problems { print(problem) }
print("\(matrix.findings.count { $0.problems.isEmpty }) mutants killed as they should be, \(problems.count) problems")
exit(problems.isEmpty ? 0 : 1)
