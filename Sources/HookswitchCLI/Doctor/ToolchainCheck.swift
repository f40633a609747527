#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Checks for the tools that build transports; running needs none of them.
struct ToolchainCheck {
  /// The oldest compiler for the sources, which need `@c`.
  static let oldest = (major: 6, minor: 3)

  func findings() -> [Finding] { [swift(), compiler(), header()] }

  private func swift() -> Finding {
    let needed = "Swift \(Self.oldest.major).\(Self.oldest.minor) or later"
    guard let path = ChildProcess.find("swift") else {
      return .note(
        .toolchain, "no Swift toolchain on PATH",
        advice: "needed only to build: install \(needed) from https://www.swift.org/install/linux/")
    }
    guard let text = ChildProcess.output(of: [path, "--version"]), let version = Self.version(in: text) else {
      return .warning(.toolchain, "\(path) does not print its version", advice: "run \(path) --version to see why")
    }
    let isNew = (version.major, version.minor) >= (Self.oldest.major, Self.oldest.minor)
    let found = "Swift \(version.major).\(version.minor) in \(path)"
    return isNew
      ? .ok(.toolchain, found)
      : .warning(.toolchain, found, advice: "needed only to build: install \(needed) from https://www.swift.org/install/linux/")
  }

  private func compiler() -> Finding {
    guard let path = ChildProcess.find("cc") else {
      return .note(.toolchain, "no C compiler on PATH", advice: "needed only to build: apt-get install gcc libc6-dev")
    }
    return .ok(.toolchain, "C compiler in \(path)")
  }

  private func header() -> Finding {
    let places: [String] = ["/usr/include/ltdl.h", "/usr/local/include/ltdl.h"]
    guard let path = places.first(where: { access($0, R_OK) == 0 }) else {
      return .note(.toolchain, "no header of libltdl", advice: "needed only to build: apt-get install libltdl-dev")
    }
    return .ok(.toolchain, "header of libltdl in \(path)")
  }

  /// The numbers after "Swift version" in the output of `swift --version`.
  static func version(in text: String) -> (major: Int, minor: Int)? {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\n" })
    guard let index = words.indices.first(where: { words[$0...].starts(with: ["Swift", "version"]) }), index + 2 < words.count else {
      return nil
    }
    let numbers = words[index + 2].split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    return numbers.count >= 2 ? (numbers[0], numbers[1]) : nil
  }
}
