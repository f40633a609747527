import Foundation

/// The system resources of this process.
enum Resources {
  /// True under a sanitizer, which keeps freed memory.
  static let isWatched = ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(nil, name) != nil }

  static var descriptors: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? -1 }

  static var residentPages: Int {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return text.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
  }
}
