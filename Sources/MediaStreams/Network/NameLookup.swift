internal import CMediaThread
internal import Glibc
internal import Locking

/// Resolves the names of hosts on threads of their own, so that a name server that does not answer delays no stream.
final class NameLookup: Sendable {
  /// The result: numeric addresses in the order to try, or a reason.
  enum Answer: Sendable {
    case addresses([String])
    case failure(String)
  }

  /// The limit on simultaneous look-ups.
  static let limit = 32

  private let running = Locked(0)

  /// Returns the addresses of a numeric host without a look-up.
  static func numeric(_ host: String) -> [String]? {
    guard case .addresses(let addresses) = resolve(host, AI_NUMERICHOST) else { return nil }
    return addresses
  }

  /// Looks a name up; `answer` is called on another thread, or at once when there are too many look-ups.
  func resolve(_ host: String, _ answer: @escaping @Sendable (Answer) -> Void) {
    let mayRun = running.withLock { running in
      if running < Self.limit { running += 1 }
      return running <= Self.limit
    }
    let work = LookupWork { [self] in
      let result = Self.resolve(host, 0)
      running.withLock { $0 -= 1 }
      answer(result)
    }
    guard mayRun else { return answer(.failure("\(Self.limit) names are being looked up; try again")) }
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(work).toOpaque()
    guard hookswitch_start_thread(&thread, lookupEntry, argument) == 0 else {
      Unmanaged<LookupWork>.fromOpaque(argument).release()
      running.withLock { $0 -= 1 }
      return answer(.failure("the system provides no thread to look up \(host)"))
    }
    pthread_detach(thread)
  }

  private static func resolve(_ host: String, _ flags: CInt) -> Answer {
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    hints.ai_flags = flags
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, nil, &hints, &found)
    defer { if found != nil { freeaddrinfo(found) } }
    guard status == 0 else { return .failure("cannot find the host \(host): \(String(cString: gai_strerror(status)))") }
    var addresses: [String] = []
    var next = found
    while let entry = next?.pointee {
      next = entry.ai_next
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      guard getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else { continue }
      let address = text.withUnsafeBufferPointer { String(decoding: $0.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) }
      if !addresses.contains(address) { addresses.append(address) }
    }
    return addresses.isEmpty ? .failure("the host \(host) has no address") : .addresses(addresses)
  }
}

/// The work of a thread.
private final class LookupWork: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func lookupEntry(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Unmanaged<LookupWork>.fromOpaque(argument).takeRetainedValue().body() }
  return nil
}
