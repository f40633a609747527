internal import StrictJSON

#if HOOKSWITCH_CLUSTER
  internal import ClusterControl
  @testable internal import HookswitchCluster

  extension FuzzTarget {
    /// Answers the requests of an edge: each line is an answer, whose id selects one of the requests under way.
    static let kamailio = FuzzTarget(name: "kamailio") { bytes in
      var edge = AnsweredEdge()
      for line in bytes.split(separator: 10).prefix(400) { edge.take(Array(line)) }
    }
  }

  /// The work of an edge at a Kamailio whose answers the fuzzer writes: it fills the tables, and then ends the calls of a dead node.
  private struct AnsweredEdge {
    private var machine = KamailioMachine(seed: 1)
    private var now = ClusterTime(milliseconds: 0)
    private var ids: [Int] = []

    init() {
      var tables = EdgeTables()
      tables.digits = 1
      tables.entries = [.slot: ["digits": "1", "a": "192.0.2.11:5060"], .node: ["192.0.2.11:5060": "192.0.2.11:5060"]]
      tables.pinged = ["sip:192.0.2.11:5060"]
      tables.doubted = [EdgeAddress("sip:192.0.2.11")].compactMap(\.self)
      handle(.wanted(tables))
      handle(.tick)
      handle(.dead(tables.doubted))
    }

    mutating func take(_ line: [UInt8]) {
      now = now + 250
      if let deadline = machine.deadline, deadline <= now { handle(.tick) }
      ids.removeAll { machine.request($0) == nil }
      guard let (id, body, error) = KamailioAnswer.read(line), !ids.isEmpty else { return }
      let chosen = ids[Int(id.magnitude % UInt(ids.count))]
      guard let request = machine.request(chosen) else { return }
      handle(.answer(id: chosen, KamailioAnswer(body, error: error, to: request)))
    }

    private mutating func handle(_ event: KamailioMachine.Event) {
      for effect in machine.handle(event, at: now) {
        switch effect {
        case .connect: handle(.connected)
        case .send(let id, let request):
          ids.append(id)
          let text = request.text(id: id)
          precondition(!text.contains(10), "a request of more than one line")
          let sent = try? JSONReader.read(text)
          precondition(
            sent?["id"]?.integer == id && sent?["method"]?.string == request.method.name, "a request that Kamailio reads otherwise")
        case .note: break
        }
      }
      precondition(machine.open.count <= KamailioMachine.window, "more requests than Kamailio's socket holds")
    }
  }
#endif
