import Dispatch
import Testing
import TransportABI
import TransportKit

/// The port, through which other threads reach a transport.
@Suite struct ThreadTests {
  /// A transport that publishes its port.
  final class Open: Transport {
    static let descriptor = TransportDescriptor(id: "org.example.open", name: "Open", version: "1")
    var count = 0
    let host: Host

    init(host: Host, configuration: Configuration) throws(TransportError) { self.host = host }
    func begin() throws(TransportError) { Door.shared.send(host.port(to: self)) }
    func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
      host.fulfil(action)
      host.update(call, CallInfo(handle: "", displayName: "\(count)"))
      return .done
    }
    func answer(_ call: Call, action: Action) throws(TransportError) -> Outcome { .done }
    func end(_ call: Call, why: EndWhy, action: Action) throws(TransportError) -> Outcome { .done }
  }

  /// Holds the port of the one instance in this suite.
  actor Door {
    static let shared = Door()
    private var continuation: CheckedContinuation<Port<Open>, Never>?
    private var port: Port<Open>?

    nonisolated func send(_ port: Port<Open>) {
      Task { await self.take(port) }
    }

    private func take(_ port: Port<Open>) {
      self.port = port
      continuation?.resume(returning: port)
    }

    func receive() async -> Port<Open> {
      if let port { return port }
      return await withCheckedContinuation { continuation = $0 }
    }
  }

  @Test func everyPostRunsOnceOnTheLoopUntilTheInstanceGoes() async throws {
    let rig = try Rig(.kit, id: Open.descriptor.id)
    let port = await Door.shared.receive()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1000 { port.post { $0.count += 1 } }
    }
    #expect(rig.host.posts == 1, "the host is asked once for all that waits")
    rig.host.turn()
    rig.dial("1")
    #expect(rig.host.heard() == ["done 1", "a update 8000"])
    port.post { $0.count += 1 }
    rig.destroy()
    #expect(port.post { $0.count += 1 } == false)
  }

  @Test(arguments: PluginUnderTest.all)
  func anyThreadMayAskForExtensions(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let found = Counted()
    let (table, context) = (rig.table.pointee, UInt(bitPattern: rig.context))
    // A C function with the contract's tag [any].
    nonisolated(unsafe) let ask = table.get_extension!
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1000 where ask(UnsafeMutableRawPointer(bitPattern: context), HSW_EXT_CALLS) != nil { found.add() }
    }
    #expect(found.count == 8000)
  }
}
