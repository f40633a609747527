internal import FoundationEssentials
internal import TransportLoader

/// Checks that the shared libraries of the host and of the usable transports are installed.
struct LibraryCheck {
  var transports: [TransportCandidate]

  func findings() -> [Finding] { [libltdl(), numberPlans()] + transports.compactMap(missing) }

  private func libltdl() -> Finding {
    guard let path = Self.loaded.first(where: { $0.contains("/libltdl.so") }) else {
      return .note(.libraries, "libltdl is built into this command")
    }
    return .ok(.libraries, "libltdl in \(path)")
  }

  private func numberPlans() -> Finding {
    guard let path = Self.loaded.first(where: { $0.contains("/libphonenumber.so") }) else {
      return .note(.libraries, "built without number plans: telephone numbers are compared by their digits")
    }
    return .ok(.libraries, "libphonenumber in \(path)")
  }

  private func missing(_ transport: TransportCandidate) -> Finding? {
    guard let known = Self.known else { return nil }
    let folders = Set((Self.loaded + [transport.file]).map(TransportPath.folder))
    let missing = TransportInspection.inspect(file: transport.file).needed.filter { name in
      !known.contains(name) && !folders.contains { FileManager.default.fileExists(atPath: $0 + "/" + name) }
    }
    guard !missing.isEmpty else { return nil }
    let names = missing.joined(separator: ", ")
    return .warning(
      .libraries, "\(transport.id ?? transport.file) needs \(names), which is not in any library folder",
      advice: "install the package that has it: apt-get install apt-file && apt-file update && apt-file search \(missing[0])")
  }

  /// The files of the libraries in this process.
  static let loaded: [String] = {
    // Foundation stops too early here: /proc reports the size 0 for this file.
    let maps = (try? InputFile.read("/proc/self/maps", limit: 16 << 20)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let files = maps.split(separator: "\n").compactMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } }
    return Set(files.filter { $0.contains(".so") }).sorted()
  }()

  /// The library names in the dynamic linker's cache; nil when it cannot be read.
  static let known: Set<String>? = {
    let listings = ["/sbin/ldconfig", "/usr/sbin/ldconfig"].lazy.compactMap { ChildProcess.output(of: [$0, "-p"]) }
    return listings.first.map { text in
      Set(
        text.split(separator: "\n").filter { $0.contains("=>") }.compactMap {
          $0.split(whereSeparator: \.isWhitespace).first.map(String.init)
        })
    }
  }()
}
