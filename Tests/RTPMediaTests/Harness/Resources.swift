import Foundation

/// What this process has of the system.
enum Resources {
  static var descriptors: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? -1 }

  static var residentPages: Int {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return text.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
  }
}
