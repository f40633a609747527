import Locking
import TransportABI
import TransportKit

/// A host's request to a directory of the kit: it notes what the provider sends.
final class DirectoryHost: Sendable {
  struct State: Sendable {
    var records: [String] = []
    /// The statuses of records that the host refuses.
    var refusals: [String: hsw_status] = [:]
    var isIncremental = false
    var isExpired = false
    var isOver = false
  }

  private static let kept = Locked<[DirectoryHost]>([])
  let state: Locked<State>

  init(isIncremental: Bool = false, isExpired: Bool = false, refusals: [String: hsw_status] = [:]) {
    var state = State()
    (state.isIncremental, state.isExpired, state.refusals) = (isIncremental, isExpired, refusals)
    self.state = Locked(state)
  }

  var records: [String] { state.withLock { $0.records } }

  /// Makes the request, with strings that are valid only meanwhile; returns the status, and the reason of a refusal.
  func begin(settings: String = "", token: String = "", flags: UInt32 = 0) -> (status: hsw_status, why: String) {
    guard let function = Self.entry.begin_request else { return (HSW_E_NOTSUP, "") }
    let texts = [LentText("org.example.shelf"), LentText(token), LentText(settings)]
    var why = hsw_why()
    why.size = UInt32(MemoryLayout<hsw_why>.size)
    let context = Lent(context(texts[0].string, texts[1].string, flags))
    let status = withExtendedLifetime(texts) { function(context.pointer, texts[2].string, &why) }
    context.takeBack()
    return (status, withUnsafeBytes(of: why.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
  }

  /// The entry of the tests' provider.
  static var entry: hsw_directory_entry {
    var query = hsw_directory_query.asked()
    guard DirectoryPlugin.answer(&query, with: ScriptedDirectory.self) == HSW_OK, let entry = query.entry else {
      fatalError("the kit offers no directory")
    }
    return entry.pointee
  }

  private func context(_ directory: hsw_str, _ token: hsw_str, _ flags: UInt32) -> hsw_directory_context {
    var table = hsw_directory_context()
    table.size = UInt32(MemoryLayout<hsw_directory_context>.size)
    table.flags = flags
    // A provider may end its request after the test, as that of a process may.
    Self.kept.withLock { $0.append(self) }
    table.ctx = Unmanaged.passUnretained(self).toOpaque()
    table.directory = directory
    table.token = token
    table.is_incremental = { host($0).state.withLock { $0.isIncremental ? 1 : 0 } }
    table.add_blocking = { host($0).take("block \($1)") }
    table.add_identification = { host($0).take("identify \($1) \(text($2))") }
    table.remove_blocking = { host($0).take("unblock \($1)") }
    table.remove_all_blocking = { host($0).take("unblock *") }
    table.remove_identification = { host($0).take("unidentify \($1)") }
    table.remove_all_identification = { host($0).take("unidentify *") }
    table.complete = { context, token, expired in
      let it = host(context)
      expired?.pointee = it.state.withLock { $0.isExpired ? 1 : 0 }
      return it.take("complete \(text(token))", isEnd: true)
    }
    table.cancel = { host($0).take("cancel \(text($1)) \($2) \(text($3))", isEnd: true) }
    return table
  }

  /// Takes a record; the first one that is refused ends the request, as in a real host.
  fileprivate func take(_ record: String, isEnd: Bool = false) -> hsw_status {
    state.withLock { state in
      if state.isOver { return HSW_E_STATE }
      let refusal = state.refusals[record] ?? HSW_OK
      state.isOver = isEnd || refusal != HSW_OK
      state.records.append(record)
      return refusal
    }
  }
}

private func host(_ context: UnsafeMutableRawPointer?) -> DirectoryHost {
  guard let context else { preconditionFailure("the kit passes no context") }
  return Unmanaged<DirectoryHost>.fromOpaque(context).takeUnretainedValue()
}

extension hsw_directory_query {
  /// Makes the query of a host that supports these versions.
  static func asked(_ low: UInt32 = 1, _ high: UInt32 = 1, minor: UInt32 = 1) -> hsw_directory_query {
    var query = hsw_directory_query()
    query.size = UInt32(MemoryLayout<hsw_directory_query>.size)
    query.magic = HSW_MAGIC
    query.major_min = low
    query.major_max = high
    query.minor = minor
    return query
  }
}

/// A provider that does what the present test says.
struct ScriptedDirectory: DirectoryProvider {
  typealias Script = @Sendable (DirectoryRequestContext) throws(TransportError) -> Void

  static let descriptor = DirectoryDescriptor(id: "org.example.scripted", name: "Scripted", version: "1.2.3", license: "MIT")
  /// The script of the next request.
  static let script = Locked<Script?>(nil)

  func beginRequest(with context: DirectoryRequestContext) throws(TransportError) {
    let script = Self.script.withLock { $0 }
    try script?(context)
  }
}
