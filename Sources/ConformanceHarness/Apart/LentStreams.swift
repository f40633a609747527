internal import Locking

/// The sinks and sources that plugin functions have got; a context from a plugin may be any address.
enum LentStreams {
  /// The type of each stream, by its address.
  private static let types = Locked<[UInt: ObjectIdentifier]>([:])

  /// Returns the context of a stream, which its caller keeps alive while the plugin may use it, and takes back when it ends.
  static func lend<Stream: AnyObject>(_ stream: Stream) -> UnsafeMutableRawPointer {
    let context = Unmanaged.passUnretained(stream).toOpaque()
    types.withLock { $0[UInt(bitPattern: context)] = ObjectIdentifier(Stream.self) }
    return context
  }

  /// Forgets a stream.
  ///
  /// Its `deinit` calls this.
  static func takeBack(_ stream: AnyObject) {
    let context = UInt(bitPattern: Unmanaged.passUnretained(stream).toOpaque())
    types.withLock { $0[context] = nil }
  }

  /// Returns the stream with that context; nil for one that has gone, and for any other address.
  static func found<Stream: AnyObject>(_ context: UnsafeMutableRawPointer?, as type: Stream.Type) -> Stream? {
    guard let context, types.withLock({ $0[UInt(bitPattern: context)] == ObjectIdentifier(type) }) else { return nil }
    return Unmanaged<Stream>.fromOpaque(context).takeUnretainedValue()
  }
}
