package import TransportABI

// The texts that a plugin writes and reads: configuration, state, diagnosis.
extension PluginInstance {
  /// Returns the schema of its configuration, with the flaw if it is no string of the contract.
  package func schema() throws -> (text: String, flaw: String?) {
    let function = try need(need(HSW_EXT_CONFIG, hsw_config()).schema, "config.schema")
    let text = cross("config.schema", .any) { _ in function(table.ctx) }
    return ForeignText.read(text, "the schema")
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
    return (status, sink.bytes)
  }
}
