// The rows of docs/migration.md about call directories: CallKit's names on the left there, these lines on the right.
import TransportKit

/// A directory with every function of CXCallDirectoryExtensionContext.
struct Numbers: DirectoryProvider {
  static let descriptor = DirectoryDescriptor(id: "org.example.numbers", name: "Numbers", version: "1", license: "MIT")

  func beginRequest(with context: DirectoryRequestContext) throws(TransportError) {
    if context.isIncremental, context.token == "2" {
      try context.removeBlockingEntry(withPhoneNumber: 12_125_550_100)
      try context.removeIdentificationEntry(withPhoneNumber: 12_125_550_101)
    } else if context.isIncremental {
      try context.removeAllBlockingEntries()
      try context.removeAllIdentificationEntries()
    }
    guard !context.isCancelled else {
      return context.cancelRequest(withError: TransportError(.failed, "the request was cancelled"))
    }
    try context.addBlockingEntry(withNextSequentialPhoneNumber: 12_125_550_102)
    try context.addIdentificationEntry(withNextSequentialPhoneNumber: 12_125_550_103, label: "Library")
    let isExpired = try context.completeRequest(token: "2")
    print(isExpired)
  }
}
