internal import TransportABI

// The host's C functions of host-transfer and host-secrets; see HostFunctions.swift.

func hostTransferProgress(_ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ time: UInt64, _ native: Int32, _ text: hsw_str)
  -> hsw_status
{
  let text = BorrowedText.read(text)
  return withHost(context, else: HSW_E_STATE) { instance in
    instance.say { ledger in
      guard let text else { return ledger.malformed() }
      return ledger.transferProgress(action, native: native, text, at: time)
    }
  }
}

func hostTransferRequest(_ context: UnsafeMutableRawPointer?, _ call: hsw_call, _ time: UInt64, _ to: UnsafePointer<hsw_call_info>)
  -> hsw_status
{
  let info = TransportCallInfo(to)
  return withHost(context, else: HSW_E_STATE) { instance in
    instance.say { ledger in
      guard let info, !info.handle.isEmpty else { return ledger.malformed() }
      if let refusal = info.refusal { return ledger.refused(refusal) }
      return ledger.transferRequested(call, info, at: time)
    }
  }
}

func hostGetSecret(
  _ context: UnsafeMutableRawPointer?, _ key: hsw_str,
  _ callback: @convention(c) (UnsafeMutableRawPointer?, hsw_status, hsw_str) -> Void, _ argument: UnsafeMutableRawPointer?
) -> hsw_status {
  let name = BorrowedText.read(key)
  return withHost(context, else: HSW_E_STATE) { instance in
    guard let name, !name.isEmpty else { return instance.say { $0.malformed() } }
    return instance.fetchSecret(SecretRequest(name: name, callback: callback, argument: argument))
  }
}
