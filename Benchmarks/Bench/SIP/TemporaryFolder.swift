import FoundationEssentials
import Glibc

/// Where a program leaves its files while it is measured.
struct TemporaryFolder {
  let path: String

  init() throws {
    var name = Array((FileManager.default.temporaryDirectory.path + "/hookswitch-bench-XXXXXX").utf8CString)
    guard mkdtemp(&name) != nil else { throw TrafficError("no temporary folder can be made: errno \(errno)") }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
  }

  func text(_ name: String) -> String { (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? "" }

  /// A number of SIPp's statistics as they are now.
  func current(_ name: String) throws -> Int { try statistics()[name].flatMap(Int.init) ?? 0 }

  private func statistics() throws -> [String: String] {
    let lines = text("statistics.csv").split(separator: "\n").map { $0.split(separator: ";", omittingEmptySubsequences: false) }
    guard let names = lines.first, lines.count > 1, let last = lines.last(where: { $0.count >= names.count - 1 }) else {
      throw TrafficError("SIPp left no statistics")
    }
    return Dictionary(zip(names.map(String.init), last.map(String.init))) { first, _ in first }
  }

  /// What SIPp left: the last line of its statistics, and the times when it kept them.
  func outcome() throws -> SIPpLoad.Outcome {
    let values = try statistics()
    func number(_ name: String) -> Int { values[name].flatMap(Int.init) ?? 0 }
    var outcome = SIPpLoad.Outcome()
    outcome.created = number("TotalCallCreated")
    outcome.successful = number("SuccessfulCall(C)")
    outcome.failed = number("FailedCall(C)")
    outcome.retransmissions = number("Retransmissions(C)")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for file in files where file.hasSuffix("_rtt.csv") {
      outcome.setUps += text(file).split(separator: "\n").dropFirst().compactMap { line in
        let fields = line.split(separator: ";")
        return fields.count > 1 ? Double(fields[1]) : nil
      }
    }
    outcome.setUps.sort()
    return outcome
  }
}
