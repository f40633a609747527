import Foundation
import Glibc
import Testing

@testable import TransportLoader

/// A workshop whose first contacts use a helper that counts them, with a separate cache and quarantine.
final class ContactRig: Sendable {
  let workshop: Workshop
  let contact: FirstContact

  init(patience: Int = 10_000, mayIsolate: Bool = true) throws {
    workshop = try Workshop()
    let helper = try #require(HelperProgram.find(HelperProgram.places()), "hookswitch-helper is built with the tests")
    let script = workshop.folder + "/helper"
    let text = "#!/bin/sh\necho started >> '\(workshop.folder)/starts'\nexec '\(helper)' \"$@\"\n"
    // A separate process writes it: a program cannot start while a newly forked child of this process still has it open for writing.
    try #require(Self.shell("printf %s \"$1\" > \"$2\" && chmod 755 \"$2\"", text, script) == 0)
    contact = FirstContact(
      helper: .program(script), cacheFile: KeptFile(path: workshop.folder + "/cache/transports.json"),
      quarantineFile: KeptFile(path: workshop.folder + "/state/quarantine.json"), patience: patience,
      mayIsolate: mayIsolate)
  }

  private static func shell(_ command: String, _ arguments: String...) -> CInt {
    var words: [UnsafeMutablePointer<CChar>?] = (["sh", "-c", command, "sh"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    var status: CInt = -1
    guard posix_spawn(&child, "/bin/sh", nil, nil, &words, environ) == 0, waitpid(child, &status, 0) == child else { return -1 }
    return status
  }

  /// The number of processes started.
  var starts: Int {
    (try? String(contentsOfFile: workshop.folder + "/starts", encoding: .utf8))?.split(separator: "\n").count ?? 0
  }

  var quarantine: Quarantine { Quarantine(file: contact.quarantineFile) }

  /// The transports of the workshop, after first contact.
  func look(_ contact: FirstContact? = nil) -> TransportCatalog {
    var catalog = CatalogTests.look([workshop.folder])
    catalog.meet(contact ?? self.contact)
    return catalog
  }

  /// Replaces a library as an installer does: writes a new file, then renames it.
  func replace(_ name: String, defines: [String], flags: [String] = []) throws {
    let new = try workshop.compile("new", defines: defines, flags: flags)
    rename(new, "\(workshop.folder)/\(name).so")
  }
}
