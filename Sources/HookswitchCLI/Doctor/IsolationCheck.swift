internal import TransportLoader

/// Checks that transports can run in processes of their own.
struct IsolationCheck {
  /// The transports whose needs are told.
  var transports: [TransportCandidate] = []
  var kernel = SandboxKernel.current
  var groups = ControlGroups.current

  func findings() -> [Finding] {
    [helper()] + RunnerKernel.allCases.map(feature) + sandbox() + limits() + transports.compactMap(needs)
  }

  /// The layers of a sandbox that the kernel has, and its gaps.
  private func sandbox() -> [Finding] {
    let gaps = kernel.gaps.map { gap in
      Finding.warning(
        .isolation, gap, advice: "use Linux 6.12 or later with Landlock among its security modules (lsm=landlock,...) and with seccomp")
    }
    return (kernel.layers == "none" ? [] : [.ok(.isolation, "the kernel has for their sandbox: \(kernel.layers)")]) + gaps
  }

  /// The limits that need a control group.
  private func limits() -> [Finding] {
    groups.words.map { $0.applies ? .ok(.isolation, $0.sentence) : .note(.isolation, $0.sentence) }
  }

  private func needs(_ transport: TransportCandidate) -> Finding? {
    guard let id = transport.id else { return nil }
    return .note(.isolation, "\(id) reaches outside its process: \(transport.manifest?.needs.words ?? RunnerNeeds().words)")
  }

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
