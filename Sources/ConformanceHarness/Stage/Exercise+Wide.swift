internal import TransportABI

// Steps that lend a plugin every kind of argument.
extension Exercise {
  /// Uses every function that gets texts or structs, with valid and with refused ones, and judges none.
  package func runWidely() {
    stage.longestWait = stage.loop.isRealTime ? .seconds(1) : nil
    defer { stage.longestWait = nil }
    run()
    stage.longestWait = stage.loop.isRealTime ? .seconds(1) : nil
    useTransfers()
    useIncoming()
    useTexts()
    useRefusals()
  }

  private func useTransfers() {
    stage.attempt {
      let call = try stage.connect()
      try stage.peer.order(.askTransfer(to: "5550133"), call)
      try stage.settle(.milliseconds(40))
      _ = try stage.near.verdict(
        call, accepted: 0, Fault(code: HSW_E_STATE, native: 486, cause: 21, domain: "conformance", message: "not now, the kit says"))
      try stage.peer.order(.askTransfer(to: "5550134"), call)
      try stage.settle(.milliseconds(40))
      _ = try stage.near.verdict(call, accepted: 1)
      try stage.settle(.milliseconds(40))
      try stage.hangUp(call)
    }
    stage.attempt {
      let call = try stage.connect()
      stage.attempt { _ = try stage.outcome(stage.near.transfer(call, to: CallTarget(kind: stage.peer.target().kind, handle: []))) }
      stage.attempt { try stage.complete(stage.near.transfer(call, to: stage.peer.target())) }
      try stage.settle()
    }
    stage.attempt {
      let (one, other) = (try stage.connect(), try stage.connect())
      stage.attempt { try stage.complete(stage.near.setGroup(one, with: other)) }
      stage.attempt { try stage.complete(stage.near.setGroup(one, with: nil)) }
      try stage.complete(stage.near.transfer(one, with: other))
      try stage.settle()
    }
  }

  private func useIncoming() {
    stage.attempt {
      try stage.needExtension(HSW_EXT_DEFLECT)
      try stage.complete(stage.near.deflect(stage.ringing(), to: stage.peer.target()))
      try stage.settle()
    }
    stage.attempt {
      var caller = try CallTarget(stage.peer.target().kindText, "5550143", name: "A caller with a name")
      caller.extraJSON = Array("{\"x-kit\":\"a header\"}".utf8)
      let call = try stage.ringing(from: caller)
      try stage.hangUp(call)
      try stage.look(call)
    }
  }

  private func useTexts() {
    stage.attempt { try stage.complete(stage.near.setRegistered(0)) }
    stage.attempt { try stage.settle() }
    stage.attempt { try stage.complete(stage.near.setRegistered(1)) }
    stage.attempt { try stage.settle() }
    stage.attempt {
      let (status, state) = try stage.near.save()
      guard status == HSW_OK else { return }
      let heir = try stage.another()
      defer { try? heir.destroy() }
      _ = try heir.initialise()
      _ = try heir.load(state)
      _ = try heir.load(Array(state.dropLast()))
      _ = try heir.save()
    }
    stage.attempt { _ = try stage.outcome(stage.near.apply("{\"no-such-setting\": \"a text of the kit\"}")) }
    stage.attempt { _ = try stage.outcome(stage.near.apply(stage.run.settings.near)) }
  }

  private func useRefusals() {
    stage.attempt { _ = try stage.createRaw(id: Array("org.example.nobody".utf8), config: []) }
    stage.attempt { _ = try stage.createRaw(id: Array(stage.run.descriptor.utf8), config: Array("{\"wrong\": tru".utf8)) }
    stage.attempt { _ = try stage.outcome(stage.startToNobody()) }
    stage.attempt {
      let call = stage.near.mintCall()
      let start = try stage.near.start(call, CallTarget("no-such-kind", "a handle of the kit's"))
      _ = try stage.outcome(start)
    }
    stage.attempt {
      let call = stage.near.mintCall()
      var target = try stage.peer.target()
      target.name = Array("A name for the far end".utf8)
      try stage.near.cancel(stage.near.start(call, target).id)
      try stage.settle(.milliseconds(40))
    }
  }
}
