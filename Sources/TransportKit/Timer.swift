/// A timer of ``Host/after(_:_:)`` or ``Host/every(_:_:)``, to cancel it by.
public struct Timer: Hashable, Sendable {
  let id: UInt64
}
