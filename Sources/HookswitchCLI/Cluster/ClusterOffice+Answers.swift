#if HOOKSWITCH_CLUSTER
  internal import ClusterControl
  internal import FoundationEssentials
  internal import HookswitchCluster
  internal import HostService
  internal import HostSurface
  internal import Locking
  internal import StrictJSON

  // The answers that read.
  extension ClusterOffice {
    func answer(_ parameters: Parameters) async throws(MethodError) -> JSONValue {
      switch parameters.method {
      case .clusterStatus: return statusAnswer
      case .clusterNodes: return nodesAnswer
      case .clusterWhere: return place(of: parameters.text("line"))
      case .clusterLent: return lentAnswer
      case .clusterStrays: return straysAnswer
      case .clusterGetLine, .clusterSetLine, .clusterRemoveLine: return try await lineAnswer(parameters)
      case .clusterRecords:
        return try await records(parameters.optionalText("line"), after: parameters.int("after"), limit: parameters.int("limit"))
      default: return try await change(parameters)
      }
    }

    var statusAnswer: JSONValue {
      let (node, now, standing) = (member.gate.node, member.gate.now, member.standing)
      let (counts, extras) = (SlotCounts(node), extras.withLock { $0 })
      func connection(_ servers: [String], _ isConnected: Bool, _ since: ClusterTime, _ problem: String?) -> JSONValue {
        .object(of: [
          "connected": .bool(isConnected), "server": isConnected && servers.count == 1 ? servers.first.map { .string($0) } : nil,
          "since": since.milliseconds > 0 ? .string(time(of: since, at: now)) : nil, "problem": problem.map { .string($0) },
        ])
      }
      return .object(of: [
        "cluster": .string(config.name), "node": .string(config.node), "incarnation": .string(uuid(node.incarnation)),
        "state": .string(state(of: node, at: now).rawValue), "leaseMs": .integer(node.leaseLeft(at: now)),
        "slots": .integer(counts.slots[node.name] ?? 0), "lentLines": .integer(counts.lent[node.name] ?? 0),
        "borrowedLines": .integer(node.borrowedLineCount), "strays": .integer(extras.strays().count),
        "unshippedRecords": .integer(extras.unshippedRecords()),
        "engine": connection(config.servers, standing.isConnected, standing.since, standing.reason),
        "traffic": standing.traffic.map { connection(config.trafficServers, $0.isConnected, $0.since, $0.reason) },
        "takeovers": .integer(standing.takeovers),
        "renewalMs": standing.renewal.map { .integer($0) },
        "problem": (standing.problem ?? standing.reason).map { .string($0) },
      ])
    }

    private var nodesAnswer: JSONValue {
      let (node, now) = (member.gate.node, member.gate.now)
      let counts = SlotCounts(node)
      let rows = node.nodes.filter { !$0.isMissing }.map { watched -> JSONValue in
        let record = watched.record
        let isHere = watched.name == node.name
        let state = isHere ? state(of: node, at: now) : ClusterState(rawValue: record.state.rawValue) ?? .gone
        return .object(of: [
          "node": .string(watched.name.text), "incarnation": .string(uuid(record.incarnation)), "state": .string(state.rawValue),
          "dead": .bool(record.isDead), "beatAgeMs": .integer(max(0, now - watched.heardAt)),
          "speaks": .array([.integer(record.profile.speaks.lowerBound), .integer(record.profile.speaks.upperBound)]),
          "version": .string(record.profile.version), "weight": .integer(record.profile.weight), "sip": .strings(record.profile.sip),
          "load": .object(of: [
            "lines": .integer(record.load.lines), "calls": .integer(record.load.calls),
            "processor": .number(JSONNumber(record.load.processor)), "lagMs": .integer(record.load.lagMs),
          ]),
          "slots": .integer(counts.slots[watched.name] ?? 0), "lentLines": .integer(counts.lent[watched.name] ?? 0),
          "isHere": .bool(isHere),
        ])
      }
      return .object(of: ["nodes": .array(rows)])
    }

    private func place(of line: String) -> JSONValue {
      let place = member.gate.place(of: line)
      return .object(of: [
        "line": .string(line), "slot": .string(place.slot.description), "node": place.owner.map { .string($0.text) },
        "fence": place.fence.map { .integer($0) }, "standing": .string(place.standing.word),
        "lentTo": place.borrower.map { .string($0.text) }, "address": place.address.map { .string($0) },
      ])
    }

    private var lentAnswer: JSONValue {
      let node = member.gate.node
      var rows: [JSONValue] = []
      for (index, claim) in node.slots.enumerated() {
        guard let record = claim.record, let slot = Slot(index: index, digits: node.settings.digits) else { continue }
        for entry in record.lent.entries where entry.borrower != record.owner {
          rows.append(
            .object(of: [
              "line": .string(entry.line), "slot": .string(slot.description), "owner": record.owner.map { .string($0.node.text) },
              "borrower": .string(entry.borrower.node.text), "isBorrowedHere": .bool(entry.borrower == node.life),
            ]))
        }
      }
      return .object(of: ["lines": .array(rows)])
    }

    private var straysAnswer: JSONValue {
      let strays = extras.withLock { $0 }.strays()
      return .object(of: [
        "strays": .array(
          strays.map { call in
            .object(of: ["call": .string(call.id), "line": .string(call.line), "node": .string(call.holder.node.text)])
          })
      ])
    }

    private func records(_ line: String?, after sequence: Int, limit: Int) async throws(MethodError) -> JSONValue {
      let digits = member.settings.times.digits
      let key = line.map { "\(Slot(of: $0, digits: digits)).\(NameToken.encode($0))" } ?? ">"
      let store = member.trafficStore
      let result: Result<RecordPage, ClusterStoreError> = await withCheckedContinuation { continuation in
        store.lane.run {
          store.records(key, after: UInt64(max(0, sequence)), limit: min(max(limit, 1), 1_000)) { continuation.resume(returning: $0) }
        }
      }
      let page: RecordPage
      do throws(ClusterStoreError) { page = try result.get() } catch { throw Self.failure(error) }
      let rows = page.records.compactMap { record -> JSONValue? in
        // A record of another version that is no object is left out.
        guard let value = try? JSONReader.read(record.body), case .object = value else { return nil }
        return .object(of: [
          "sequence": .integer(record.sequence), "time": .string(SurfaceTime(milliseconds: record.time / 1_000_000).description),
          "key": .string(record.key), "record": value,
        ])
      }
      return .object(of: [
        "records": .array(rows), "next": page.records.last.map { .integer($0.sequence) }, "isLast": .bool(page.isLast),
      ])
    }

    /// The method's error for one of the engine.
    static func failure(_ error: ClusterStoreError) -> MethodError {
      MethodError(.unavailable, error.description, ["why": "engine"])
    }

    private func uuid(_ incarnation: Incarnation) -> String { incarnation.description.uppercased() }

    /// Returns an instant of the node's own clock as the time of day.
    private func time(of instant: ClusterTime, at now: ClusterTime) -> String {
      let date = Int64((Date().timeIntervalSince1970 * 1_000).rounded())
      return SurfaceTime(milliseconds: date - (now - instant)).description
    }
  }

  extension ClusterStanding {
    /// The word of the standing.
    var word: String {
      switch self {
      case .mine: "mine"
      case .borrowed: "borrowed"
      case .cutOff: "cutOff"
      case .draining: "draining"
      case .elsewhere: "elsewhere"
      case .lent: "lent"
      case .vacant: "vacant"
      }
    }
  }
#endif
