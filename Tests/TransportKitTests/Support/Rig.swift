import Testing
import TransportABI

/// An instance of a plugin under a test host, with one short method for each operation of a host.
final class Rig {
  let plugin: PluginUnderTest
  let host: TestHost
  private(set) var table: UnsafePointer<hsw_instance>
  private let id: String?
  private var lastAction: UInt64 = 0
  private var lastCall: UInt64 = 0
  private var isDestroyed = false

  /// Makes an instance, and by default activates it.
  init(_ plugin: PluginUnderTest, id: String? = nil, _ configuration: String = "", host: TestHost = TestHost(), activate: Bool = true)
    throws
  {
    self.plugin = plugin
    self.host = host
    self.id = id
    var out: UnsafePointer<hsw_instance>?
    var why = hsw_why.blank
    let (name, json) = (LentText(id ?? plugin.id), LentText(configuration))
    let status = plugin.entry.pointee.create!(name.string, host.table.pointer, json.string, &out, &why)
    guard status == HSW_OK, let out else { throw Refusal(status: status, sentence: why.sentence) }
    table = out
    #expect(host.calls == 0, "create called the host")
    guard activate else { return }
    try step(table.pointee.`init`)
    try step(table.pointee.activate)
    host.turn()
    _ = host.heard()
  }

  /// The id that it was made with.
  var kind: String? { id }

  /// Takes the numbers of actions and calls over from another rig, whose instance hands over to this one.
  func goOn(from other: Rig) { (lastAction, lastCall) = (other.lastAction, other.lastCall) }

  deinit {
    if !isDestroyed { destroy() }
  }

  /// The plugin's reason for a failure.
  struct Refusal: Error {
    var status: hsw_status
    var sentence: String
  }

  func step(_ function: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<hsw_why>) -> hsw_status)?) throws {
    var why = hsw_why.blank
    let status = function!(table.pointee.ctx, &why)
    guard status == HSW_OK else { throw Refusal(status: status, sentence: why.sentence) }
  }

  func reset() { table.pointee.reset!(table.pointee.ctx) }

  func deactivate(_ drain: UInt32) -> hsw_status { table.pointee.deactivate!(table.pointee.ctx, drain) }

  func destroy() {
    isDestroyed = true
    host.turn()
    table.pointee.destroy!(table.pointee.ctx)
  }

  func find<Table>(_ id: String, _ type: Table.Type = Table.self) -> Table? {
    table.pointee.get_extension!(table.pointee.ctx, id)?.assumingMemoryBound(to: Table.self).pointee
  }

  var context: UnsafeMutableRawPointer? { table.pointee.ctx }

  /// Sends the next action; a completion is recorded in the same form whether it comes at once or later.
  func action(_ body: (hsw_action) -> hsw_status) -> hsw_status {
    lastAction += 1
    let status = body(hsw_action(id: lastAction))
    if status == HSW_OK { _ = host.complete(lastAction, nil) }
    return status
  }

  /// The number of actions so far.
  var actions: UInt64 { lastAction }

  /// Returns a handle for a new call.
  func fresh() -> hsw_call {
    lastCall += 1
    let call = hsw_call(id: lastCall)
    _ = host.name(call)
    return call
  }

  /// Calls a number; returns the new call.
  @discardableResult
  func dial(_ number: String, kind: String = "tel", expecting expected: hsw_status? = nil) -> hsw_call {
    let call = fresh()
    let status = start(call, number, kind)
    if let expected { #expect(status == expected) } else { #expect(status >= 0) }
    return call
  }

  func start(_ call: hsw_call, _ number: String, _ kind: String = "tel", flags: UInt32 = 0, extra: Int = 0) -> hsw_status {
    let (kind, handle) = (LentText(kind), LentText(number))
    var info = hsw_call_info()
    info.flags = flags
    info.handle_kind = kind.string
    info.handle = handle.string
    let lent = Lent(info, count: MemoryLayout<hsw_call_info>.size + extra)
    defer { lent.takeBack() }
    let calls = find(HSW_EXT_CALLS, hsw_calls.self)!
    return action { calls.start!(context, $0, call, lent.pointer, 5000) }
  }

  @discardableResult func answer(_ call: hsw_call) -> hsw_status {
    let calls = find(HSW_EXT_CALLS, hsw_calls.self)!
    return action { calls.answer!(context, $0, call, 5000) }
  }

  @discardableResult func end(_ call: hsw_call, why: UInt32 = HSW_WHY_HANGUP) -> hsw_status {
    let calls = find(HSW_EXT_CALLS, hsw_calls.self)!
    return action { calls.end!(context, $0, call, why, 5000) }
  }

  func shown(_ call: hsw_call) { find(HSW_EXT_CALLS, hsw_calls.self)!.shown!(context, call) }

  func cancel(_ action: UInt64) { find(HSW_EXT_CALLS, hsw_calls.self)!.cancel!(context, hsw_action(id: action)) }

  @discardableResult func hold(_ call: hsw_call, _ on: UInt32 = 1) -> hsw_status {
    let hold = find(HSW_EXT_HOLD, hsw_hold.self)!
    return action { hold.set_held!(context, $0, call, on, 5000) }
  }

  @discardableResult func mute(_ call: hsw_call, _ on: UInt32 = 1) -> hsw_status {
    let mute = find(HSW_EXT_MUTE, hsw_mute.self)!
    return action { mute.set_muted!(context, $0, call, on, 5000) }
  }

  @discardableResult func play(_ call: hsw_call, _ digits: String, kind: UInt32 = HSW_DTMF_TONE) -> hsw_status {
    let dtmf = find(HSW_EXT_DTMF, hsw_dtmf.self)!
    let text = LentText(digits)
    return action { dtmf.play!(context, $0, call, text.string, kind, 5000) }
  }

  @discardableResult func group(_ call: hsw_call, with other: hsw_call = hsw_call(id: 0)) -> hsw_status {
    let group = find(HSW_EXT_GROUP, hsw_group.self)!
    return action { group.set_group!(context, $0, call, other, 5000) }
  }

  @discardableResult func deflect(_ call: hsw_call, to number: String, kind: String = "tel") -> hsw_status {
    let (kind, handle) = (LentText(kind), LentText(number))
    var info = hsw_call_info()
    info.handle_kind = kind.string
    info.handle = handle.string
    let lent = Lent(info)
    defer { lent.takeBack() }
    let deflect = find(HSW_EXT_DEFLECT, hsw_deflect.self)!
    return action { deflect.deflect!(context, $0, call, lent.pointer, 5000) }
  }

  @discardableResult func order(_ call: hsw_call, _ what: UInt32, _ argument: String = "") -> hsw_status {
    let text = LentText(argument)
    return find(HSW_EXT_TESTPEER, hsw_test_peer.self)!.order!(context, call, what, text.string)
  }

  /// Makes a far end of the test-peer call the host; returns the plugin's status.
  func callIn(_ handle: String) -> hsw_status {
    let (kind, handle) = (LentText("tel"), LentText(handle))
    var info = hsw_call_info()
    info.handle_kind = kind.string
    info.handle = handle.string
    let lent = Lent(info)
    defer { lent.takeBack() }
    return find(HSW_EXT_TESTPEER, hsw_test_peer.self)!.call!(context, lent.pointer)
  }

  /// The far end's view; nil if the plugin does not know the call.
  func observe(_ call: hsw_call) -> String? {
    let peer = find(HSW_EXT_TESTPEER, hsw_test_peer.self)!
    return written { peer.observe!(context, call, $0) }
  }

  /// Sends an instruction to the probe; returns its answer.
  @discardableResult
  func tell(_ command: Probe.Command, _ call: hsw_call = hsw_call(id: 0)) -> String? {
    let diag = find(HSW_EXT_DIAG, hsw_diag.self)!
    return written { diag.dump!(context, call, command.rawValue, $0) }
  }

  /// Returns the bytes written to a sink that accepts three at a time.
  func written(_ body: (UnsafePointer<hsw_sink>) -> hsw_status) -> String? {
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) { bytes in
      var sink = hsw_sink(ctx: bytes) { context, start, count in
        let taken = min(count, 3)
        context!.assumingMemoryBound(to: [UInt8].self).pointee += UnsafeRawBufferPointer(start: start, count: taken)
        return Int64(taken)
      }
      return body(&sink)
    }
    return status == HSW_OK ? String(decoding: bytes, as: UTF8.self) : nil
  }
}

extension hsw_why {
  static var blank: hsw_why {
    var why = hsw_why()
    why.size = UInt32(MemoryLayout<hsw_why>.size)
    return why
  }

  var sentence: String {
    withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
