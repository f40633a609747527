internal import TransportLoader

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
