/// The way from other threads to a transport: whoever holds it may ask for a turn on the transport's loop.
///
/// Made by ``Host/port(to:)``. It keeps neither the transport nor its host alive.
public struct Port<Destination: Transport>: Sendable {
  let gate: Gate

  /// Runs `body` once on the loop, with the transport, never inside another call of the instance.
  ///
  /// From any thread, without a lock held.
  ///
  /// - Returns: False if it will never run, because the instance is gone or going.
  @discardableResult
  public func post(_ body: @escaping @Sendable (Destination) -> Void) -> Bool {
    gate.enter { host in
      if let transport = host.transport as? Destination { body(transport) }
    }
  }
}
