package import TransportABI

// The texts that a plugin writes and reads: configuration, state, diagnosis.
extension PluginInstance {
  /// Returns the schema of its configuration, with the flaw if it is no string of the contract.
  package func schema() throws -> (text: String, flaw: String?) {
    let function = try need(need(HSW_EXT_CONFIG, hsw_config()).schema, "config.schema")
    let text = cross("config.schema", .any) { _ in function(table.ctx) }
    return ForeignText.read(text, "the schema")
  }

  /// Returns the text of its schema where it lies; nil where it offers none.
  package func schemaText() throws -> hsw_str? {
    guard let function = try need(HSW_EXT_CONFIG, hsw_config()).schema else { return nil }
    return cross("config.schema", .any) { _ in function(table.ctx) }
  }

  package func apply(_ json: [UInt8], deadline: UInt32 = 30_000) throws -> ActionRef {
    let function = try need(need(HSW_EXT_CONFIG, hsw_config()).apply, "config.apply")
    return act("config.apply", saying: "\(json.count) bytes") { function(table.ctx, $1, $0.optional(json), deadline) }
  }

  package func apply(_ json: String) throws -> ActionRef { try apply(Array(json.utf8)) }

  /// Saves the state; the sink takes at most `portion` bytes at a time, and none beyond `limit`.
  package func save(portion: Int = .max, limit: Int = .max) throws -> (status: hsw_status, bytes: [UInt8]) {
    let function = try need(need(HSW_EXT_STATE, hsw_state()).save, "state.save")
    return collect("state.save", portion: portion, limit: limit) { function(table.ctx, $0) }
  }

  /// Loads the state; the source gives at most `portion` bytes at a time.
  package func load(_ bytes: [UInt8], portion: Int = .max) throws -> hsw_status {
    let function = try need(need(HSW_EXT_STATE, hsw_state()).load, "state.load")
    let source = ByteSource(bytes, portion: portion)
    return withExtendedLifetime(source) {
      cross("state.load", saying: "\(bytes.count) bytes") { lender in
        let lent = lender.raw(MemoryLayout<hsw_source>.size).assumingMemoryBound(to: hsw_source.self)
        lent.pointee = source.source
        return function(table.ctx, UnsafePointer(lent))
      }
    }
  }

  /// Describes the instance, or a call, as JSON.
  package func dump(
    _ call: CallRef? = nil, level: UInt32 = 1, portion: Int = .max, limit: Int = .max
  ) throws -> (status: hsw_status, bytes: [UInt8]) {
    let function = try need(need(HSW_EXT_DIAG, hsw_diag()).dump, "diag.dump")
    return collect("diag.dump", call: call?.id ?? 0, portion: portion, limit: limit) {
      function(table.ctx, hsw_call(id: call?.id ?? 0), level, $0)
    }
  }

  func collect(
    _ function: StaticString, call: UInt64 = 0, portion: Int = .max, limit: Int = .max, _ body: (UnsafePointer<hsw_sink>) -> hsw_status
  ) -> (status: hsw_status, bytes: [UInt8]) {
    let sink = ByteSink(portion: portion, limit: limit)
    let status = withExtendedLifetime(sink) {
      cross(function, call: call) { lender in
        let lent = lender.raw(MemoryLayout<hsw_sink>.size).assumingMemoryBound(to: hsw_sink.self)
        lent.pointee = sink.sink
        return body(UnsafePointer(lent))
      }
    }
    TextWitness.note("\(function)", sink.bytes, nil)
    return (status, sink.bytes)
  }
}

/// Receives the bytes that a plugin writes.
final class ByteSink {
  /// The bytes written so far.
  private(set) var bytes: [UInt8] = []
  private let portion: Int
  private let limit: Int

  init(portion: Int, limit: Int) {
    self.portion = portion
    self.limit = limit
  }

  /// The struct that the plugin gets, valid while the sink lives.
  var sink: hsw_sink {
    let write: @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Int64 = byteSinkWrite
    return hsw_sink(ctx: LentStreams.lend(self), write: ExecutorProcess.lend(write))
  }

  deinit { LentStreams.takeBack(self) }

  fileprivate func take(_ start: UnsafeRawPointer, _ count: Int) -> Int64 {
    guard bytes.count < limit else { return -1 }
    let taken = max(0, min(count, portion, limit - bytes.count))
    bytes += ForeignMemory.bytes(start, taken)
    return Int64(taken)
  }
}

private func byteSinkWrite(_ context: UnsafeMutableRawPointer?, _ start: UnsafeRawPointer, _ count: Int) -> Int64 {
  LentStreams.found(context, as: ByteSink.self)?.take(start, count) ?? -1
}

/// Provides the bytes that a plugin reads.
final class ByteSource {
  private var left: ArraySlice<UInt8>
  private let portion: Int

  init(_ bytes: [UInt8], portion: Int) {
    left = bytes[...]
    self.portion = portion
  }

  /// The struct that the plugin gets, valid while the source lives.
  var source: hsw_source {
    let read: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Int64 = byteSourceRead
    return hsw_source(ctx: LentStreams.lend(self), read: ExecutorProcess.lend(read))
  }

  deinit { LentStreams.takeBack(self) }

  fileprivate func give(_ start: UnsafeMutableRawPointer, _ count: Int) -> Int64 {
    let given = left.prefix(max(0, min(count, portion)))
    given.withUnsafeBytes { ForeignMemory.write($0, to: start) }
    left = left.dropFirst(given.count)
    return Int64(given.count)
  }
}

private func byteSourceRead(_ context: UnsafeMutableRawPointer?, _ start: UnsafeMutableRawPointer, _ count: Int) -> Int64 {
  LentStreams.found(context, as: ByteSource.self)?.give(start, count) ?? -1
}
