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
      let advice = "install hookswitch-helper beside this command or in ../libexec/hookswitch, writable by nobody else"
      return .warning(.firstContact, trouble, advice: advice)
    }
    return .ok(.firstContact, "new transports are met in a process of their own, \(contact.helperFile ?? "")")
  }

  private func cache() -> [Finding] {
    FirstContact.remembered.cacheTrouble.map { trouble in
      [.warning(.firstContact, "the cache is taken to be empty: \(trouble)", advice: "nothing: the next scan writes it anew")]
    } ?? []
  }

  private func trouble(of quarantine: Quarantine) -> [Finding] {
    quarantine.trouble.map { trouble in
      [.warning(.firstContact, "the quarantine is taken to be empty: \(trouble)", advice: "mend its owner and mode, or remove it")]
    } ?? []
  }

  private func finding(_ entry: QuarantineEntry) -> Finding {
    let name = (entry.ids + [entry.file]).joined(separator: " ")
    return .warning(
      .firstContact, "\(name) is in quarantine: \(entry.reason), in \(entry.step), at \(entry.time)",
      advice: "install a mended one, or hookswitch unquarantine \(entry.file)")
  }
}
