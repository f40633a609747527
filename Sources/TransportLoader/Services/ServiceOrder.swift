/// A request to an instance about its saved state or its diagnostics.
enum ServiceOrder: Sendable {
  case save
  case load([UInt8])
  case dump(CallHandle, level: UInt32)
}
