internal import TransportABI

@testable internal import TransportKit

/// A host that sends an instance the requests that the fuzzer's bytes select.
struct HostWords {
  private let host: LentHost
  private let entry: hsw_entry
  let instance: hsw_instance
  var lender: Lender { host.lender }
  var draw: Draw { host.draw }

  /// Negotiates a version and creates an instance; nil when the plugin refuses.
  init?(_ host: LentHost) {
    self.host = host
    var query = hsw_query()
    query.size = UInt32(MemoryLayout<hsw_query>.size)
    query.magic = UInt32(HSW_MAGIC)
    query.major_min = 1
    query.major_max = 1
    guard TransportPlugin.answer(&query, with: Obedient.self) == HSW_OK, let entry = query.entry?.pointee else {
      preconditionFailure("no agreement")
    }
    self.entry = entry
    _ = entry.load?(host.lender.string())
    let lender = host.lender
    var out: UnsafePointer<hsw_instance>?
    let id = host.draw.byte() < 240 ? lender.string(of: Obedient.descriptor.id) : lender.string()
    let configuration = host.draw.byte() < 200 ? hsw_str() : lender.string()
    let status = entry.create?(id, host.table(), configuration, &out, HostWords.why(lender)) ?? HSW_E_FAIL
    precondition((status == HSW_OK) == (out != nil) && status <= HSW_OK, "create answered \(status)")
    guard let out else {
      entry.unload?()
      return nil
    }
    instance = out.pointee
  }

  /// Runs the instance from `init` to `destroy`.
  func live() {
    let context = instance.ctx
    var isBorn = false
    if draw.byte() < 250 { isBorn = instance.`init`?(context, HostWords.why(lender)) == HSW_OK }
    if isBorn { _ = instance.activate?(context, HostWords.why(lender)) }
    while !draw.isEmpty {
      ask()
      if draw.bit() { host.runLater(rounds: 1) }
    }
    if draw.bit() { instance.reset?(context) }
    // Posted functions must run before destroy; the bytes are used up, so they post no more.
    host.runLater()
    instance.destroy?(context)
    entry.unload?()
    precondition(host.timers.isEmpty, "timers were left behind")
  }

  static func why(_ lender: Lender) -> UnsafeMutablePointer<hsw_why> { lender.table(hsw_why()) }

  /// Passes structs and strings to the readers; they must return the text that they were given.
  static func readStructs(_ lender: Lender) {
    if lender.draw.bit() {
      lender.forgetStrings()
      let info = lender.callInfo()
      if let read = try? CallInfo(info), info.pointee.size == UInt32(MemoryLayout<hsw_call_info>.size) {
        let texts = [
          read.kind, read.handle, read.displayName, read.localHandle, read.divertedFrom, read.correlationID, read.extraJSON,
        ]
        precondition(texts.map { Array($0.utf8) } == lender.strings, "the strings read differ from those in memory")
      }
    }
    if lender.draw.bit() { _ = try? TransportError(lender.error()) }
    if lender.draw.bit() { _ = try? Configuration(lender.string()) }
    if lender.draw.bit() {
      let status = explain(TransportError(.failed, "a reason that is some words long, and \u{1F4DE} is in it"), why(lender))
      precondition(status == HSW_E_FAIL)
    }
  }
}
