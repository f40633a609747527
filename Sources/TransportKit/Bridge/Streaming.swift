internal import TransportABI

/// The size limit of a saved state in bytes; a larger one is not from this kit.
private let longestState = 16 << 20

/// Writes all bytes to a sink, which may accept them in pieces.
func write(_ bytes: [UInt8], to sink: hsw_sink) throws(TransportError) {
  guard let write = sink.write else { throw TransportError(.invalid) }
  var done = 0
  while done < bytes.count {
    let taken = bytes.withUnsafeBytes { rest in
      rest.baseAddress.map { write(sink.ctx, $0 + done, rest.count - done) } ?? 0
    }
    guard taken > 0, taken <= Int64(bytes.count - done) else { throw TransportError(.failed) }
    done += Int(taken)
  }
}

/// Reads a source to its end; it may give the bytes in pieces.
func read(_ source: hsw_source) throws(TransportError) -> [UInt8] {
  guard let read = source.read else { throw TransportError(.invalid) }
  var bytes: [UInt8] = []
  while bytes.count <= longestState {
    var given: Int64 = 0
    let piece = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      given = read(source.ctx, start, buffer.count)
      count = Int(max(0, min(given, Int64(buffer.count))))
    }
    guard given >= 0, given <= 4096 else { throw TransportError(.failed) }
    if given == 0 { return bytes }
    bytes += piece
  }
  throw TransportError(.outOfRange)
}

/// Writes an error into the host's `hsw_why`, and returns its code.
///
/// It writes nothing past the host's `size`.
func explain(_ error: TransportError, _ why: UnsafeMutablePointer<hsw_why>) -> hsw_status {
  let raw = UnsafeMutableRawPointer(why)
  let size = min(Int(raw.loadUnaligned(as: UInt32.self)), MemoryLayout<hsw_why>.size)
  guard size >= 8 else { return error.code.rawValue }
  raw.storeBytes(of: error.code.rawValue, toByteOffset: 4, as: Int32.self)
  fill(UnsafeMutableRawBufferPointer(start: raw + 8, count: size - 8), with: error.description)
  return error.code.rawValue
}

/// Writes as much of the text as fits before a NUL, cut between characters.
func fill(_ field: UnsafeMutableRawBufferPointer, with text: String) {
  guard field.count > 0 else { return }
  var end = 0
  for scalar in text.unicodeScalars where scalar.value != 0 {
    let bytes = UTF8.encode(scalar).map(Array.init) ?? []
    guard end + bytes.count < field.count else { break }
    for byte in bytes {
      field[end] = byte
      end += 1
    }
  }
  field[end] = 0
}
