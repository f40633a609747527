internal import StrictJSON

/// A request to Kamailio.
package enum KamailioRequest: Hashable, Sendable {
  /// Asks for the mark that a filled table has.
  case look
  /// Sets the mark.
  case mark
  /// Sets a key, or removes it where the value is nil.
  case write(EdgeTable, key: String, value: String?)
  /// Removes all keys of a table.
  case flush(EdgeTable)
  /// Asks for all keys of a small table.
  case dump(EdgeTable)
  /// Asks for the addresses that get OPTIONS, with their states.
  case pinged
  case addPinged(String)
  case removePinged(String)
  /// Asks for the calls of a node whose share of all calls is this one, 0 to 255.
  case calls(destination: String, share: Int)
  /// Ends a call that was answered, by BYE to both ends.
  case end(KamailioCall)
  /// Ends a call that rings: the caller gets 503 and calls again.
  case refuse(KamailioCall)

  /// The set of Kamailio's dispatcher with the nodes.
  private static let set = 1
  private static let markKey = "filled"

  /// The method and its parameters.
  var method: (name: String, parameters: [JSONValue]) {
    switch self {
    case .look: ("htable.get", ["slot", .string(Self.markKey)])
    case .mark: ("htable.sets", ["slot", .string(Self.markKey), "1"])
    case .write(let table, let key, let value?): ("htable.sets", [.string(table.rawValue), .string(key), .string(value)])
    case .write(let table, let key, nil): ("htable.delete", [.string(table.rawValue), .string(key)])
    case .flush(let table): ("htable.flush", [.string(table.rawValue)])
    case .dump(let table): ("htable.dump", [.string(table.rawValue)])
    case .pinged: ("dispatcher.list", [])
    case .addPinged(let uri): ("dispatcher.add", [.integer(Self.set), .string(uri)])
    case .removePinged(let uri): ("dispatcher.remove", [.integer(Self.set), .string(uri)])
    case .calls(let destination, let share):
      ("dlg.profile_list", ["node", .string("\(destination)/\(share < 16 ? "0" : "")\(String(share, radix: 16))")])
    case .end(let call): ("dlg.end_dlg", [.integer(call.entry), .integer(call.id), "Reason: Q.850;cause=41;text=\"Host lost\"\r\n"])
    case .refuse(let call):
      (
        "tm.reply_callid",
        [503, "Node Lost", .string(call.callID), .string(call.sequence), "hookswitch", "Retry-After: 1\r\n"]
      )
    }
  }

  /// The text of the request.
  package func text(id: Int) -> [UInt8] {
    let (name, parameters) = method
    return JSONValue.object(of: [
      "jsonrpc": "2.0", "method": .string(name), "params": .array(parameters), "id": .integer(id),
    ]).jsonText()
  }
}

/// A call that goes through Kamailio.
package struct KamailioCall: Hashable, Sendable {
  /// Kamailio's number of the call, in two parts.
  package var entry: Int
  package var id: Int
  /// Kamailio's state of a dialog: 1 and 2 before the answer, 3 and 4 after it, 5 at its end.
  package var state: Int
  package var callID: String
  /// The sequence number of the INVITE.
  package var sequence: String

  /// True when the caller still waits for an answer.
  package var isRinging: Bool { state < 3 }
  package var isEnded: Bool { state > 4 }

  package init(entry: Int, id: Int, state: Int, callID: String, sequence: String) {
    (self.entry, self.id, self.state, self.callID, self.sequence) = (entry, id, state, callID, sequence)
  }
}
