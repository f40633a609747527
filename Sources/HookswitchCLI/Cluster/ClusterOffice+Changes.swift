#if HOOKSWITCH_CLUSTER
  internal import ClusterControl
  internal import FoundationEssentials
  internal import HookswitchCluster
  internal import HostService
  internal import HostSurface
  internal import Locking
  internal import StrictJSON

  // The answers that change something.
  extension ClusterOffice {
    /// The longest time until another node answers, or a record changes.
    private static let patience = Duration.seconds(5)

    func change(_ parameters: Parameters) async throws(MethodError) -> JSONValue {
      switch parameters.method {
      case .clusterDrain, .clusterUndrain:
        if let node = parameters.optionalText("node"), node != config.node { return try await ask(NodeName(node), parameters) }
        if parameters.method == .clusterUndrain {
          await member.undrain()
        } else {
          let then = parameters.word("then", DrainEnd.self) ?? .end
          let limit = Int64(parameters.seconds("limitSeconds") * 1_000)
          await member.drain(NodeDrain(limit: limit, then: then == .end ? .end : .keep))
        }
        return statusAnswer
      case .clusterRelease:
        try await release(NodeName(parameters.text("node")), isDead: parameters.bool("dead"))
        return .object([])
      case .clusterForget:
        let node = try known(parameters.text("node")).name
        return .object(of: ["ended": .integer(await extras.withLock({ $0 }).forget(node))])
      default: throw MethodError(.internal, "\(parameters.method.rawValue) is no method of the cluster")
      }
    }

    /// Returns a node of the cluster.
    private func known(_ name: String) throws(MethodError) -> WatchedNode {
      guard let watched = member.gate.node.watched(NodeName(name)), !watched.isMissing else {
        throw MethodError(
          .notFound, "the cluster has no node \"\(name)\"; cluster.nodes lists them", ["what": "node", "name": .string(name)])
      }
      return watched
    }

    /// Declares that the process of a node has ended for certain (K10), and waits until the engine has it.
    private func release(_ node: NodeName, isDead: Bool) async throws(MethodError) {
      let record = try known(node.text).record
      if record.state == .gone && (record.isDead || !isDead) { return }
      guard node != member.settings.node else {
        throw MethodError(
          .wrongState, "this process is the node \"\(node)\"; cluster.drain lets it give its slots away",
          ["what": "node", "name": .string(node.text)])
      }
      guard isDead else {
        throw MethodError(
          .wrongState,
          "the node \"\(node)\" is \(record.state.rawValue): drain it, or release it as dead once its process has ended for certain",
          ["what": "node", "name": .string(node.text)])
      }
      member.handle(.declaredDead(NodeLife(node, record.incarnation)))
      let end = ContinuousClock.now + Self.patience
      while member.gate.node.watched(node)?.record.isDead != true {
        guard ContinuousClock.now < end else { throw Self.failure(.unanswered(subject: node.text)) }
        try? await Task.sleep(for: .milliseconds(20))
      }
    }

    /// Asks another node, with the JSON-RPC object of the socket on the node's subject.
    private func ask(_ node: NodeName, _ parameters: Parameters) async throws(MethodError) -> JSONValue {
      guard try known(node.text).record.state != .gone else {
        throw MethodError(.wrongState, "the node \"\(node)\" is gone", ["what": "node", "name": .string(node.text)])
      }
      // The service has judged the rights of the peer.
      let request = GatewayRequest(
        id: UUID().uuidString, deadline: 5_000, actor: RemoteActor(name: config.node, rights: [.configure]),
        method: parameters.method.rawValue, parameters: parameters.json)
      let message = request.message(to: member.settings.names.node(NameToken.encode(node.text)))
      let store = member.trafficStore
      let result: Result<ClusterMessage, ClusterStoreError> = await withCheckedContinuation { continuation in
        store.lane.run { store.request(message, within: Self.patience) { continuation.resume(returning: $0) } }
      }
      let answer: ClusterMessage
      do throws(ClusterStoreError) { answer = try result.get() } catch { throw Self.failure(error) }
      let reply: GatewayReply
      do throws(GatewayFault) { reply = try GatewayReply(answer, to: request.number) } catch {
        throw MethodError(.unavailable, "the node \"\(node)\" gave an answer that cannot be used: \(error.reason)", ["why": "answer"])
      }
      return try reply.answer.get()
    }
  }
#endif
