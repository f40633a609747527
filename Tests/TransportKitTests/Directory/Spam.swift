import TransportKit

/// The directory of the documentation.
struct Spam: DirectoryProvider {
  static let descriptor = DirectoryDescriptor(id: "org.example.spam", name: "Spam", version: "1.0.0", license: "Apache-2.0")

  func beginRequest(with context: DirectoryRequestContext) throws(TransportError) {
    if context.isIncremental {
      try context.removeBlockingEntry(withPhoneNumber: 1_202_555_0142)
      try context.addBlockingEntry(withNextSequentialPhoneNumber: 1_202_555_0188)
    } else {
      try context.addBlockingEntry(withNextSequentialPhoneNumber: 1_202_555_0142)
      try context.addIdentificationEntry(withNextSequentialPhoneNumber: 1_202_555_0171, label: "Clinic")
    }
    try context.completeRequest()
  }
}
