import Foundation
import Testing

/// A thread of a running program.
struct PeerThread: Sendable {
  let name: String
  /// The number of times it has waited (voluntary context switches).
  let rests: Int
}

extension PeerProcess {
  /// The current threads by id.
  var threads: [String: PeerThread] {
    let folder = "/proc/\(child)/task"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let threads = numbers.compactMap { number -> (String, PeerThread)? in
      guard let status = try? String(contentsOfFile: "\(folder)/\(number)/status", encoding: .utf8) else { return nil }
      let lines = status.split(separator: "\n").map { $0.split(separator: "\t") }
      guard let name = lines.first(where: { $0.first == "Name:" })?.last,
        let rests = lines.first(where: { $0.first == "voluntary_ctxt_switches:" })?.last.flatMap({ Int($0) })
      else { return nil }
      return (number, PeerThread(name: String(name), rests: rests))
    }
    return Dictionary(uniqueKeysWithValues: threads)
  }

  /// The resident memory.
  var residentKilobytes: Int {
    get throws {
      let status = try String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
      return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }
  }
}
