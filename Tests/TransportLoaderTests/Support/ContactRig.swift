import Foundation
import Glibc
import Testing

@testable import TransportLoader

/// A workshop whose first contacts go through a helper that counts them, with a cache and a quarantine of their own.
final class ContactRig: Sendable {
  let workshop: Workshop
  let contact: FirstContact

  init(patience: Int = 10_000) throws {
    workshop = try Workshop()
    let helper = try #require(HelperProgram.find(HelperProgram.places()), "hookswitch-helper is built with the tests")
    let script = try workshop.write("helper", "#!/bin/sh\necho started >> '\(workshop.folder)/starts'\nexec '\(helper)' \"$@\"\n")
    chmod(script, 0o755)
    contact = FirstContact(
      helper: .program(script), cacheFile: KeptFile(path: workshop.folder + "/cache/transports.json"),
      quarantineFile: KeptFile(path: workshop.folder + "/state/quarantine.json"), patience: patience)
  }

  /// How many processes were started.
  var starts: Int {
    (try? String(contentsOfFile: workshop.folder + "/starts", encoding: .utf8))?.split(separator: "\n").count ?? 0
  }

  var quarantine: Quarantine { Quarantine(file: contact.quarantineFile) }

  /// What is found in the workshop, after it was met.
  func look(_ contact: FirstContact? = nil) -> TransportCatalog {
    var catalog = CatalogTests.look([workshop.folder])
    catalog.meet(contact ?? self.contact)
    return catalog
  }

  /// Replaces a library as an installer does: aside, then renamed.
  func replace(_ name: String, defines: [String], flags: [String] = []) throws {
    let new = try workshop.compile("new", defines: defines, flags: flags)
    rename(new, "\(workshop.folder)/\(name).so")
  }
}
