internal import Glibc
internal import TransportABI

extension String {
  /// Passes the text to `body` in the form of the ABI, cut at a NUL and at the largest length of a string.
  func lent<Result>(_ body: (hsw_str) -> Result) -> Result {
    guard !isEmpty else { return body(hsw_str(p: nil, n: 0)) }
    guard utf8.count <= Int(HSW_STR_MAX) else {
      return String(decoding: utf8.prefix(Int(HSW_STR_MAX) - 4), as: UTF8.self).lent(body)
    }
    return withCString { body(hsw_str(p: $0, n: strlen($0))) }
  }
}

extension CallInfo {
  /// Passes the info to `body` in the form of the ABI.
  func lent<Result>(_ body: (UnsafePointer<hsw_call_info>) -> Result) -> Result {
    var info = hsw_call_info()
    info.size = UInt32(MemoryLayout<hsw_call_info>.size)
    info.flags = flags.rawValue & ~HSW_MUST
    info.mask = stated.rawValue
    info.presentation = presentation.rawValue
    info.replaces = hsw_call(id: replaces?.id ?? 0)
    return kind.lent { kind in
      handle.lent { handle in
        displayName.lent { displayName in
          localHandle.lent { localHandle in
            divertedFrom.lent { divertedFrom in
              correlationID.lent { correlationID in
                extraJSON.lent { extraJSON in
                  contact.lent { contact in
                    info.handle_kind = kind
                    info.handle = handle
                    info.display_name = displayName
                    info.local_handle = localHandle
                    info.diverted_from = divertedFrom
                    info.correlation_id = correlationID
                    info.extra_json = extraJSON
                    info.contact = contact
                    return body(&info)
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

extension TransportError {
  /// Passes the error to `body` in the form of the ABI.
  func lent<Result>(_ body: (UnsafePointer<hsw_error>?) -> Result) -> Result {
    var error = hsw_error()
    error.size = UInt32(MemoryLayout<hsw_error>.size)
    error.code = code.rawValue
    error.native = native
    error.cause = cause.rawValue
    return domain.lent { domain in
      message.lent { message in
        error.domain = domain
        error.message = message
        return body(&error)
      }
    }
  }
}

extension TransportError? {
  /// Passes the error to `body`, or NULL without one.
  func lent<Result>(_ body: (UnsafePointer<hsw_error>?) -> Result) -> Result {
    guard let error = self else { return body(nil) }
    return error.lent(body)
  }
}
