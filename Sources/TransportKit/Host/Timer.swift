/// A timer of ``Host/after(_:_:)`` or ``Host/every(_:_:)``, for ``Host/cancel(_:)``.
public struct Timer: Hashable, Sendable {
  let id: UInt64
}
