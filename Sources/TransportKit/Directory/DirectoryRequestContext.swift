internal import Locking
internal import TransportABI

/// A request of the host to a directory, with the functions of CallKit's `CXCallDirectoryExtensionContext`.
///
/// Any thread may call its functions; those that send entries may wait until the host has read earlier ones. The host checks each entry at
/// once: the first one that breaks a rule throws, and the request has failed. Then, and after the host has given up, all functions throw.
///
/// `@unchecked Sendable`: the host's functions may be called on any thread until the process ends, and `isOver` has a lock.
public final class DirectoryRequestContext: @unchecked Sendable {
  /// The directory's id in the host's configuration.
  public let directory: String
  /// The token of the last request that counted; empty without one.
  public let token: String
  /// The member `settings` of the directory's configuration.
  public let settings: Configuration

  private let table: hsw_directory_context
  private let domain: String
  /// True once the request was completed or cancelled.
  private let isOver = Locked(false)

  /// True once the host of this process has given up its request; the process makes no other.
  private static let gaveUp = Locked(false)

  /// Takes the host's request.
  ///
  /// - Parameters:
  ///   - borrowed: the host's table.
  ///   - configuration: the settings as JSON; empty for none.
  ///   - domain: the domain of errors without one.
  init(
    _ borrowed: UnsafePointer<hsw_directory_context>, _ configuration: hsw_str, domain: String
  ) throws(TransportError) {
    let table = copied(borrowed, into: hsw_directory_context())
    guard table.flags & HSW_MUST == 0, table.complete != nil, table.cancel != nil else {
      throw TransportError(.notSupported, "the host requests something that is unknown in version \(HSW_ABI_MAJOR).\(HSW_ABI_MINOR)")
    }
    settings = try Configuration(configuration, of: "directory")
    directory = try text(table.directory)
    token = try text(table.token)
    self.table = table
    self.domain = domain
    Self.gaveUp.withLock { $0 = false }
  }

  deinit {
    // Otherwise the host would wait for its deadline.
    guard !hasEnded else { return }
    cancelRequest(withError: TransportError(.failed, "the directory let go of its request without completing it"))
  }

  // MARK: The request

  /// True when the request changes the present entries; false when it replaces them all, and allows no removal.
  public var isIncremental: Bool { table.is_incremental?(table.ctx) == 1 }

  /// True once the host has given up: its deadline is over, a person cancelled the load, or the host ends.
  ///
  /// The process has two seconds left.
  public var isCancelled: Bool { Self.gaveUp.withLock { $0 } }

  /// Blocks a number: country code and number, without "+".
  ///
  /// The numbers of this function ascend strictly.
  public func addBlockingEntry(withNextSequentialPhoneNumber number: Int64) throws(TransportError) {
    try check(table.add_blocking?(table.ctx, number), "\(number)")
  }

  /// Gives a number a label of 1 to 256 bytes.
  ///
  /// The numbers of this function ascend; a number may come several times with different labels.
  public func addIdentificationEntry(withNextSequentialPhoneNumber number: Int64, label: String) throws(TransportError) {
    let status = label.lent { table.add_identification?(table.ctx, number, $0) }
    try check(status, "\(number) with the label \"\(label)\"")
  }

  /// Blocks a number no more.
  ///
  /// The numbers of this function ascend strictly, and come in incremental requests alone.
  public func removeBlockingEntry(withPhoneNumber number: Int64) throws(TransportError) {
    try check(table.remove_blocking?(table.ctx, number), "the removal of \(number)")
  }

  /// Blocks none of the earlier numbers any more; before all other blocking entries of an incremental request.
  public func removeAllBlockingEntries() throws(TransportError) {
    try check(table.remove_all_blocking?(table.ctx), "the removal of all blocking entries")
  }

  /// Takes all labels of a number back.
  ///
  /// The numbers of this function ascend strictly, and come in incremental requests alone.
  public func removeIdentificationEntry(withPhoneNumber number: Int64) throws(TransportError) {
    try check(table.remove_identification?(table.ctx, number), "the removal of \(number)")
  }

  /// Takes all earlier labels back; before all other identification entries of an incremental request.
  public func removeAllIdentificationEntries() throws(TransportError) {
    try check(table.remove_all_identification?(table.ctx), "the removal of all identification entries")
  }

  // MARK: Its end

  /// Ends the request: its entries count.
  ///
  /// It waits for the host's answer.
  ///
  /// - Parameter token: the text that the next request has as its ``token``: at most 1,014 bytes without control characters.
  /// - Returns: True when the request is expired: the host had given up before, and nothing counts.
  @discardableResult
  public func completeRequest(token: String = "") throws(TransportError) -> Bool {
    var expired: Int32 = 0
    let status = token.lent { token in table.complete?(table.ctx, token, &expired) }
    try check(status, "the token")
    isOver.withLock { $0 = true }
    return expired != 0
  }

  /// Ends the request: nothing of it counts, and the host reports the error.
  ///
  /// - Parameter error: the reason. The host shows its sentence, and ``TransportError/native`` as the directory's own code; without one the
  ///   kit's code. Its domain is the directory's id when it has none.
  public func cancelRequest(withError error: TransportError) { _ = cancel(error) }

  /// True once the provider has ended the request.
  var hasEnded: Bool { isOver.withLock { $0 } }

  /// Cancels the request; returns false when it was over already.
  func cancel(_ error: TransportError) -> Bool {
    let code = error.native == 0 ? error.code.rawValue : error.native
    let domain = error.domain.isEmpty ? self.domain : error.domain
    let status = domain.lent { domain in
      error.description.lent { message in table.cancel?(table.ctx, domain, Int64(code), message) }
    }
    isOver.withLock { $0 = true }
    return status == HSW_OK
  }

  /// Notes that the host has given up.
  static func giveUp() { gaveUp.withLock { $0 = true } }

  private func check(_ status: hsw_status?, _ subject: String) throws(TransportError) {
    let code = TransportError.Code(rawValue: status ?? HSW_E_NOTSUP) ?? .failed
    switch status {
    case HSW_OK: return
    case HSW_E_INVAL: throw TransportError(code, "\(subject) is out of order, comes twice, or is no valid text")
    case HSW_E_RANGE: throw TransportError(code, "\(subject) is not a number from 1 to \(Int64.max - 1)")
    case HSW_E_STATE: throw TransportError(code, "\(subject) is not allowed now: the request is over or not incremental")
    case HSW_E_CANCELLED: throw TransportError(code, "the host has given up")
    default: throw TransportError(code, "the host refuses \(subject)")
    }
  }
}
