internal import Glibc
internal import RunnerChannel

// The descriptors that the host passes on to a runner.
extension RunnerLink {
  /// Has the runner map a region of audio rings, once; false when it does not read its socket.
  func pass(_ region: TransportAudioMemory.Region) -> Bool {
    guard let descriptor = region.take() else { return true }
    var body = RegionBody()
    (body.index, body.bytes) = (region.index, UInt32(region.bytes))
    guard socket.send(.region, body, descriptors: [descriptor]) else {
      region.putBack(descriptor)
      return false
    }
    close(descriptor)
    return true
  }

  /// Sends the bytes that belong to the order with a ticket; false when there is no memory, or the runner does not read its socket.
  func pass(_ bytes: [UInt8], for ticket: UInt64) -> Bool {
    guard let descriptor = Blob.make(bytes) else { return false }
    defer { close(descriptor) }
    return socket.send(.blob, BlobBody(ticket: ticket, bytes: UInt64(bytes.count)), descriptors: [descriptor])
  }
}
