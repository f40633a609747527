import ConformanceKit
import Foundation

// kill-matrix FOLDER [--table FILE] [--page FILE] [--whole] [NAME…]: runs the kit on the mutants that `make -C Tests/Mutants OUT=FOLDER` built.
// kill-matrix --write FILE [--table FILE]: writes the page of the documentation.
//
// Plays the tests that must find a mutant, and the whole kit on the correct plugins, and compares the page with the tables. With --whole, or with
// names, it plays the whole kit on each mutant: that shows also which other tests find it, and takes hours instead of minutes.
//
// Exit codes: 0 its own tests killed each mutant, and no others did; 1 they did not; 2 the arguments or the table are wrong.

func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

var arguments = Array(CommandLine.arguments.dropFirst())

func take(_ name: String, from arguments: inout [String]) -> String? {
  guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return nil }
  defer { arguments.removeSubrange(place...(place + 1)) }
  return arguments[place + 1]
}

let tablePath = take("--table", from: &arguments) ?? "Tests/Mutants/mutants.tsv"
let pagePath = take("--page", from: &arguments)
if let path = take("--write", from: &arguments) {
  do {
    try KillMatrixPage(table: MutantTable(path: tablePath)).text.write(toFile: path, atomically: true, encoding: .utf8)
    exit(0)
  } catch {
    say("kill-matrix: \(error)")
    exit(2)
  }
}
let isWhole = arguments.contains("--whole")
arguments.removeAll { $0 == "--whole" }
guard let folder = arguments.first else {
  say("usage: kill-matrix FOLDER [--table FILE] [--page FILE] [--whole] [NAME…] | --write FILE [--table FILE]")
  exit(2)
}
let wanted = Set(arguments.dropFirst())
let cores = ProcessInfo.processInfo.activeProcessorCount
let run = KitRun(folder: folder, jobs: cores, isWhole: isWhole || !wanted.isEmpty)
var problems: [String] = []
var matrix = KillMatrix()

do {
  let table = try MutantTable(path: tablePath)
  if wanted.isEmpty {
    for good in ["ref.so", "ref_future.so", "dir_ref.so", "dir_ref_thread.so"] {
      let report = try await good.hasPrefix("dir_") ? run.report(ofDirectory: good) : run.report(of: good)
      say("\(good): \(report.summary)")
      for outcome in report.outcomes where outcome.status.isFailure || outcome.status == .error {
        problems.append("\(good) is correct, but \(outcome.id) says \(outcome.status.rawValue): \(outcome.detail)")
      }
    }
  }
  let chosen = table.mutants.filter { wanted.isEmpty || wanted.contains($0.name) }
  let present = chosen.filter { !$0.isAbsent }
  // Several run at once, because tests mostly wait: for threads that should be silent and for processes that should end.
  matrix.findings = try await withThrowingTaskGroup(of: (Int, Finding).self) { group in
    var findings: [(Int, Finding)] = []
    var waiting = Array(present.enumerated())[...]
    func begin() {
      guard let (place, mutant) = waiting.popFirst() else { return }
      group.addTask { (place, Finding(mutant, try await run.report(of: mutant))) }
    }
    for _ in 0..<(2 * cores) { begin() }
    while let (place, finding) = try await group.next() {
      findings.append((place, finding))
      let verdict = finding.problems.isEmpty ? "killed" : "NOT as the table says"
      say("\(findings.count)/\(present.count) \(finding.mutant.name): \(verdict)")
      begin()
    }
    return findings.sorted { $0.0 < $1.0 }.map(\.1)
  }
  problems += matrix.findings.flatMap(\.problems)
  if let pagePath, try String(contentsOfFile: pagePath, encoding: .utf8) != KillMatrixPage(table: table).text {
    problems.append("\(pagePath) differs from the tables of the mutants; run make matrix-page")
  }
} catch {
  say("kill-matrix: \(error)")
  exit(2)
}

if wanted.isEmpty {
  problems += matrix.decoration.map { "\($0) is a `must` test, but no mutant shows that it can fail" }
}
for problem in problems { print(problem) }
print("\(matrix.findings.count { $0.problems.isEmpty }) mutants killed as they should be, \(problems.count) problems")
exit(problems.isEmpty ? 0 : 1)
