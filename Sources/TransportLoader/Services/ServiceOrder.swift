/// What is asked of an instance beside its calls: what it keeps and what it counts.
enum ServiceOrder: Sendable {
  case save
  case load([UInt8])
  case dump(CallHandle, level: UInt32)
}
