internal import TransportLoader

/// Checks that transports can run in processes of their own.
struct IsolationCheck {
  func findings() -> [Finding] { [helper()] + RunnerKernel.allCases.map(feature) }

  private func helper() -> Finding {
    let contact = FirstContact.standard()
    if let trouble = contact.runnerTrouble {
      return .warning(
        .isolation, "transports can only run inside: \(trouble)",
        advice:
          "install the hookswitch-helper of this version beside this command or in ../libexec/hookswitch, writable only by root or this user"
      )
    }
    return .ok(.isolation, "transports can run in processes of their own, by \(contact.helperFile ?? "")")
  }

  private func feature(_ feature: RunnerKernel) -> Finding {
    guard let trouble = feature.trouble else { return .ok(.isolation, "the kernel has \(feature.rawValue)") }
    return .warning(
      .isolation, "the kernel refuses \(feature.rawValue): \(trouble)",
      advice: "use Linux 5.4 or later, and allow the call where a filter forbids it")
  }
}
