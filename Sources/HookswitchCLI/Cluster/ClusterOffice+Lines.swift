#if HOOKSWITCH_CLUSTER
  internal import CallControl
  internal import ClusterControl
  internal import HookswitchCluster
  internal import HookswitchCore
  internal import HostConfiguration
  internal import HostDoors
  internal import HostService
  internal import HostSurface
  internal import Locking
  internal import StrictJSON

  // The accounts, policies and do-not-disturb of the lines that this node owns.
  extension ClusterOffice {
    /// Begins the work for lines, before the node joins.
    func beginLines(_ callers: ClusterCallers) {
      let (host, service, lane, gate) = (callers.host, callers.service, member.store.lane, member.gate)
      let (book, parts) = (book, parts)
      let crew = AccountCrew(
        callers, book: book,
        addresses: { node in gate.node.watched(NodeName(node))?.record.profile.sip ?? [] },
        ended: { [weak self] id, turn in
          guard let lines = self?.lines.withLock({ $0?.lines }) else { return }
          lane.run { lines.ended(id, turn: turn) }
        })
      let hands = LineHands(
        read: { line, value throws(LineFault) in
          do throws(RunConfigError) {
            let config = try LineConfig(value, line: line, ignoresUnknown: true)
            var settings = LineSettings()
            (settings.accounts, settings.doNotDisturb, settings.policy) = (book.take(config.accounts), config.doNotDisturb, config.policy)
            return settings
          } catch {
            throw LineFault("\(error)")
          }
        },
        carryOut: { crew.carryOut($0) },
        setDoNotDisturb: { host.setDoNotDisturb($0, on: LineID(rawValue: $1)) },
        setPolicy: { value, line in
          let (line, parts) = (LineID(rawValue: line), parts.withLock { $0 })
          guard let parts else { return }
          if let policy = value.flatMap({ LineConfig.policy($0, over: parts.policy(of: line)) }) {
            host.setPolicy(policy, for: line)
          } else if let policy = parts.policies[line] {
            host.setPolicy(policy, for: line)
          } else {
            host.withdrawPolicy(of: line)
          }
        },
        tell: { problem, line in
          if let problem { callers.log(.error, "the settings of the line \(line) are not used: \(problem)") }
          service.setProblem("line", line, problem)
        })
      let lines = ClusterLines(member.store, gate: gate, host: host, hands: hands)
      self.lines.withLock { $0 = (lines, crew) }
      takeParts()
    }

    func setLines(_ parts: LineParts) {
      self.parts.withLock { $0 = parts }
      takeParts()
    }

    private func takeParts() {
      guard let lines = lines.withLock({ $0?.lines }), let parts = parts.withLock({ $0 }) else { return }
      let accounts = Dictionary(grouping: parts.accounts) { $0.line?.rawValue ?? "" }.mapValues { book.take($0) }
      member.store.lane.run {
        lines.setConfigured(accounts)
        lines.renewPolicies()
      }
    }

    /// Ends the work for lines, before the connection.
    func endLines() {
      guard let (lines, crew) = lines.withLock({ $0 }) else { return }
      crew.close()
      member.store.lane.run { lines.close() }
    }

    // MARK: Methods

    func lineAnswer(_ parameters: Parameters) async throws(MethodError) -> JSONValue {
      let line = parameters.text("line")
      guard let lines = lines.withLock({ $0?.lines }) else {
        throw MethodError(.unavailable, "the node has not joined its cluster yet", ["why": "joining"])
      }
      switch parameters.method {
      case .clusterSetLine:
        let settings = parameters["settings"] ?? .object([])
        do throws(RunConfigError) { _ = try LineConfig(settings, line: line, ignoresUnknown: false) } catch {
          throw MethodError(
            .rejected, "\(error)", ["what": "line", "name": .string(line), "at": .string(error.path), "reason": .string(error.reason)])
        }
        _ = try await change(lines, line, to: settings.setting("v", 1))
        return .object([])
      case .clusterRemoveLine:
        guard await settings(of: line, lines) != nil else { throw Self.unknown(line) }
        _ = try await change(lines, line, to: nil)
        return .object([])
      default:
        guard let (value, revision) = await settings(of: line, lines) else { throw Self.unknown(line) }
        return .object(of: ["line": .string(line), "revision": .integer(revision), "settings": value])
      }
    }

    private func settings(of line: String, _ lines: ClusterLines) async -> (value: JSONValue, revision: UInt64)? {
      let lane = member.store.lane
      return await withCheckedContinuation { continuation in
        lane.run { continuation.resume(returning: lines.settings(of: line)) }
      }
    }

    private func change(_ lines: ClusterLines, _ line: String, to value: JSONValue?) async throws(MethodError) -> UInt64 {
      let lane = member.store.lane
      let result: Result<UInt64, LineChangeFault> = await withCheckedContinuation { continuation in
        lane.run { lines.change(line, to: value) { continuation.resume(returning: $0) } }
      }
      do throws(LineChangeFault) { return try result.get() } catch {
        switch error {
        case .engine(let error): throw Self.failure(error)
        case .contested:
          throw MethodError(.unavailable, "others change the line \(line) at the same time: try again", ["why": "contested"])
        case .notRead: throw MethodError(.unavailable, "the node has not read the lines yet: try again", ["why": "joining"])
        }
      }
    }

    private static func unknown(_ line: String) -> MethodError {
      MethodError(.notFound, "the cluster has no settings of the line \(line)", ["what": "line", "name": .string(line)])
    }
  }
#endif
