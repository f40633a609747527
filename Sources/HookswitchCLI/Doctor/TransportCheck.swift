internal import FoundationEssentials
internal import HostConfiguration
internal import TransportLoader

/// Reports each transport, usable or not, and an error when none is usable.
struct TransportCheck {
  var catalog: TransportCatalog

  func findings() -> [Finding] {
    let each = catalog.candidates.map(finding)
    if !catalog.usable.isEmpty { return each }
    return each + [
      .error(
        .transports, "found no usable transport", advice: "build or install one, or name its folder with --transport-path")
    ]
  }

  private func finding(_ candidate: TransportCandidate) -> Finding {
    let title = [candidate.id, candidate.manifest?.version].compactMap { $0 }.joined(separator: " ")
    let name = title.isEmpty ? candidate.file : "\(title) in \(candidate.file)"
    switch candidate.status {
    case .usable:
      let remarks = candidate.remarks.map { ": \($0)" }.joined()
      return .ok(.transports, name + remarks)
    case .refused(let refusal):
      let said = refusal.claims.map { "\($0.source) says \($0.value)" }.joined(separator: ", ")
      return .error(.transports, "\(name): refused for \(refusal.field) of \(refusal.file): \(said)", advice: refusal.advice)
    case .shadowed(let other):
      return .warning(.transports, "\(name): not used, because the same id comes first in \(other)", advice: "remove one of the two")
    case .noManifest:
      return .note(
        .transports, "\(name): has neither manifest nor note",
        advice: "if it is a transport, put its manifest beside it; if not, keep it out of this folder")
    }
  }
}

/// Checks the helper that first runs new transports in a separate process, and lists the quarantine.
struct FirstContactCheck {
  func findings() -> [Finding] {
    let quarantine = Quarantine()
    return [helper()] + cache() + trouble(of: quarantine) + quarantine.entries.map(finding)
  }

  private func helper() -> Finding {
    let contact = FirstContact.standard()
    if let trouble = contact.trouble {
      let advice = "install hookswitch-helper beside this command or in ../libexec/hookswitch, writable only by root or this user"
      return .warning(.firstContact, trouble, advice: advice)
    }
    return .ok(.firstContact, "new transports are first loaded in a separate process, \(contact.helperFile ?? "")")
  }

  private func cache() -> [Finding] {
    FirstContact.remembered.cacheTrouble.map { trouble in
      [.warning(.firstContact, "the cache is treated as empty: \(trouble)", advice: "none needed: the next scan rewrites it")]
    } ?? []
  }

  private func trouble(of quarantine: Quarantine) -> [Finding] {
    quarantine.trouble.map { trouble in
      [.warning(.firstContact, "the quarantine is treated as empty: \(trouble)", advice: "fix its owner and mode, or remove it")]
    } ?? []
  }

  private func finding(_ entry: QuarantineEntry) -> Finding {
    let name = (entry.ids + [entry.file]).joined(separator: " ")
    return .warning(
      .firstContact, "\(name) is in quarantine: \(entry.reason), in \(entry.step), at \(entry.time)",
      advice: "install a fixed version, or hookswitch unquarantine \(entry.file)")
  }
}

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
    let listing = ["/sbin/ldconfig", "/usr/sbin/ldconfig"].lazy.map { ChildProcess.output(of: [$0, "-p"]) }.first { $0 != nil } ?? nil
    return listing.map { text in
      Set(
        text.split(separator: "\n").filter { $0.contains("=>") }.compactMap {
          $0.split(whereSeparator: \.isWhitespace).first.map(String.init)
        })
    }
  }()
}
