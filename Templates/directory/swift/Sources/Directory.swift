import TransportKit

/// The directory: it sends the entries of a list to the host.
///
/// A process of its own makes one request, and ends.
struct Directory: DirectoryProvider {
  static let descriptor = DirectoryDescriptor(id: "@ID@", name: "@NAME@", version: "0.1.0", license: "Apache-2.0")

  func beginRequest(with context: DirectoryRequestContext) throws(TransportError) {
    var settings = context.settings
    let path = try settings.string("numbers", default: "")
    try settings.refuseUnread()
    guard path.hasPrefix("/") else { throw TransportError(.invalid, "\"settings\" needs the list's absolute path as \"numbers\"") }

    // Once the host has given up, all functions of the context throw. A source that takes long asks `context.isCancelled` meanwhile.
    let entries = try NumberList(path: path).entries()
    // The list's edition is the highest of its lines. It comes back with the next request.
    let newest = entries.map(\.edition).max() ?? 0
    if context.isIncremental {
      try sendChanges(entries, after: Int64(context.token) ?? 0, newest, to: context)
    } else {
      for entry in entries { try send(entry, to: context) }
    }
    let isExpired = try context.completeRequest(token: "\(newest)")
    if isExpired { print("the host had given up: nothing counts") }
  }

  /// Sends the entries that changed after an edition.
  private func sendChanges(
    _ entries: [NumberList.Entry], after edition: Int64, _ newest: Int64, to context: DirectoryRequestContext
  ) throws(TransportError) {
    // The list may have been replaced by an older one, and a token may be missing: then everything is sent.
    guard (1...max(1, newest)).contains(edition) else {
      try context.removeAllBlockingEntries()
      try context.removeAllIdentificationEntries()
      for entry in entries { try send(entry, to: context) }
      return
    }
    for entry in entries where entry.edition > edition {
      // Removals count before additions, so a number that has another label now gets both.
      try context.removeBlockingEntry(withPhoneNumber: entry.number)
      try context.removeIdentificationEntry(withPhoneNumber: entry.number)
      try send(entry, to: context)
    }
  }

  private func send(_ entry: NumberList.Entry, to context: DirectoryRequestContext) throws(TransportError) {
    // The host checks each entry at once, also its label.
    switch entry.state {
    case .gone: break
    case .blocked: try context.addBlockingEntry(withNextSequentialPhoneNumber: entry.number)
    case .labelled(let label): try context.addIdentificationEntry(withNextSequentialPhoneNumber: entry.number, label: label)
    }
  }
}
