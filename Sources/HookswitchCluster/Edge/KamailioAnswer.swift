internal import StrictJSON

/// The answer to a request.
package enum KamailioAnswer: Equatable, Sendable {
  /// Kamailio did it.
  case done
  /// The keys of a table.
  case keys([String])
  /// The addresses that get OPTIONS; true for those that answer.
  case pinged([String: Bool])
  case calls([KamailioCall])
  /// Kamailio does not have the thing that the request names.
  case absent
  /// Kamailio cannot do it for a moment.
  case busy
  /// Kamailio refuses it.
  case refused(String)

  /// Reads an answer.
  ///
  /// - Returns: nil for a text that is no answer.
  static func read(_ bytes: [UInt8]) -> (id: Int, body: JSONValue, error: String?)? {
    guard let value = try? JSONReader.read(bytes, limits: JSONLimits(depth: 16, size: 1 << 20)), let id = value["id"]?.integer else {
      return nil
    }
    if let error = value["error"] { return (id, value, error["message"]?.string ?? "an error without a message") }
    guard let result = value["result"] else { return nil }
    return (id, result, nil)
  }

  /// Interprets the answer to a request.
  init(_ body: JSONValue, error: String?, to request: KamailioRequest) {
    if let error {
      self = Self.failure(error, request)
      return
    }
    switch request {
    case .dump:
      let entries = (body.array ?? []).flatMap { $0["slot"]?.array ?? [] }
      self = .keys(entries.compactMap { $0["name"]?.string })
    case .pinged: self = .pinged(Self.states(body))
    case .calls: self = .calls((body.array ?? [body]).compactMap { KamailioCall($0) })
    default: self = .done
    }
  }

  private static func failure(_ error: String, _ request: KamailioRequest) -> KamailioAnswer {
    // An error's code is the same for a missing key and a missing table, so its text decides.
    let text = error.lowercased()
    if text.contains("ongoing reload") { return .busy }
    if text.contains("no destination sets") { return .pinged([:]) }
    switch request {
    case .look, .write(_, key: _, value: nil): return text.contains("key") ? .absent : .refused(error)
    case .end, .refuse, .removePinged: return .absent
    default: return .refused(error)
    }
  }

  private static func states(_ body: JSONValue) -> [String: Bool] {
    var states: [String: Bool] = [:]
    for record in body["RECORDS"]?.array ?? [] {
      guard let set = record["SET"], set["ID"]?.integer == 1 else { continue }
      for target in set["TARGETS"]?.array ?? [] {
        guard let destination = target["DEST"], let uri = destination["URI"]?.string else { continue }
        states[uri] = destination["FLAGS"]?.string?.hasPrefix("A") ?? false
      }
    }
    return states
  }
}

extension KamailioCall {
  fileprivate init?(_ value: JSONValue) {
    guard let entry = value["h_entry"]?.integer, let id = value["h_id"]?.integer, let state = value["state"]?.integer,
      let callID = value["call-id"]?.string, let sequence = value["caller"]?["cseq"]?.string
    else { return nil }
    self.init(entry: entry, id: id, state: state, callID: callID, sequence: sequence)
  }
}
