internal import HostService
internal import StrictJSON

#if HOOKSWITCH_CLUSTER
  @testable internal import HookswitchCluster

  extension FuzzTarget {
    /// Reads a message of another node: lines of headers, an empty line, and the body.
    static let gateway = FuzzTarget(name: "gateway") { bytes in
      let (headers, body) = parts(bytes)
      let message = ClusterMessage(subject: "hsw.acme.v1.slot.a3f", reply: "_INBOX.1.1", headers: headers, body: body)
      if let request = try? GatewayRequest(message) { check(request) }
      if let id = (try? JSONReader.read(body))?["id"], let reply = try? GatewayReply(message, to: id) {
        let text = GatewayReply.body(reply.answer, to: id)
        let again = try? GatewayReply(ClusterMessage(subject: "x", headers: headers, body: text), to: id)
        precondition(again == reply, "an answer that is read otherwise when it is written again")
      }
      let calls = LiveCall.read(body)
      precondition(LiveCall.read(LiveCall.value(calls)) == calls, "connected calls that are read otherwise")
      if let facts = CallRecordFacts(StoredRecord(key: "a3f.x", body: body, sequence: 1, time: 0)) {
        var sieve = RecordSieve(limit: 1)
        precondition(sieve.take(facts) == .new && sieve.take(facts) == .again, "a record is read twice")
      }
      _ = LineReturnMessage.read(message)
    }

    private static func check(_ request: GatewayRequest) {
      precondition((0...GatewayRequest.longest).contains(request.deadline), "a deadline without a limit")
      precondition(request.delivery.map { $0.hasPrefix("_INBOX.") } ?? true, "events go to a subject that is no inbox")
      let message = request.message(to: "x")
      for header in message.headers {
        precondition(header.value.utf8.allSatisfy { (32...126).contains($0) }, "a header of more than one line")
      }
      precondition((try? GatewayRequest(message)) == request, "a request that is read otherwise when it is sent again")
      let known = RemoteActor(name: request.actor.name, rights: request.actor.rights, lines: request.actor.lines)
      var peer = Peer(.cluster)
      peer.actor = known
      let rights = PeerRights(of: peer, owner: 0, isSystem: false)
      precondition(!rights.mayBeUser && rights.rights.isSubset(of: known.rights), "more rights than the message has")
    }

    private static func parts(_ bytes: [UInt8]) -> (headers: [ClusterMessage.Header], body: [UInt8]) {
      var headers: [ClusterMessage.Header] = []
      var rest = bytes[...]
      while let end = rest.firstIndex(of: 10) {
        let line = rest[..<end]
        rest = rest[(end + 1)...]
        guard !line.isEmpty else { break }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
        let value = String(decoding: line[(colon + 1)...].drop { $0 == 32 }, as: UTF8.self)
        headers.append(.init(String(decoding: line[..<colon], as: UTF8.self), value))
      }
      return (headers, Array(rest))
    }
  }
#endif
