/// Posts work from other threads to a transport's loop.
///
/// ``Host/port(to:)`` makes it. It keeps neither the transport nor its host alive.
public struct Port<Destination: Transport>: Sendable {
  let gate: Gate

  /// Runs `body` once on the loop, with the transport, never inside another function of the instance.
  ///
  /// Call it on any thread, without holding a lock.
  ///
  /// - Returns: False if `body` will never run, because the instance is gone or going.
  @discardableResult
  public func post(_ body: @escaping @Sendable (Destination) -> Void) -> Bool {
    gate.enter { host in
      if let transport = host.transport as? Destination { body(transport) }
    }
  }
}
