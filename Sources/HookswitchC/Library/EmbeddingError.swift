internal import CHookswitch
internal import Hookswitch

/// An error that a function of the header answers.
struct EmbeddingError: Error, Sendable {
  /// The source of the sentence.
  private enum Sentence: Sendable {
    case text(String)
    /// A rule's error, whose sentence is made when the program asks for it.
    indirect case rule(CallError)
  }

  var status: hk_status
  private let sentence: Sentence
  /// The calls that stand in the way.
  var calls: [CallID] = []
  /// The transport's error, when that is the reason.
  var transport: TransportError?

  init(_ status: hk_status, _ message: String) {
    (self.status, sentence) = (status, .text(message))
  }

  /// The error of a rule.
  init(_ error: CallError) {
    (status, sentence) = (StatusNames.status(of: error.code), .rule(error))
    (calls, transport) = (error.calls, error.transport)
  }

  /// One sentence: the fault, its place and the remedy.
  var message: String {
    switch sentence {
    case .text(let text): text
    case .rule(let error): error.description
    }
  }

  /// The error of a host's function.
  init(_ error: HostError) {
    let status =
      switch error.code {
      case .providerExists: HK_E_EXISTS
      case .unknownTransport, .unknownRoute: HK_E_NOT_FOUND
      case .transportRefused, .upgradeRefused: HK_E_REFUSED
      case .unusableRingtone: HK_E_INVALID
      case .notRecordable: HK_E_STATE
      }
    self.init(status, error.errorDescription ?? error.description)
  }

  static func invalid(_ message: String) -> EmbeddingError { EmbeddingError(HK_E_INVALID, message) }
  static func notFound(_ message: String) -> EmbeddingError { EmbeddingError(HK_E_NOT_FOUND, message) }
  static func wrongState(_ message: String) -> EmbeddingError { EmbeddingError(HK_E_STATE, message) }
}

/// The statuses of the header with their names.
enum StatusNames {
  /// The rules' errors.
  private static let rules: [(code: CallError.Code, status: hk_status)] = [
    (.emptyTransaction, HK_E_EMPTY_TRANSACTION), (.unknownCallProvider, HK_E_UNKNOWN_CALL_PROVIDER),
    (.providerUnavailable, HK_E_PROVIDER_UNAVAILABLE), (.unknownCallUUID, HK_E_UNKNOWN_CALL), (.callUUIDAlreadyExists, HK_E_CALL_EXISTS),
    (.invalidAction, HK_E_INVALID_ACTION), (.unsupportedHandle, HK_E_UNSUPPORTED_HANDLE), (.holdingUnsupported, HK_E_HOLDING_UNSUPPORTED),
    (.groupingUnsupported, HK_E_GROUPING_UNSUPPORTED), (.cannotHold, HK_E_CANNOT_HOLD),
    (.maximumCallGroupsReached, HK_E_MAXIMUM_CALL_GROUPS), (.maximumCallsPerCallGroupReached, HK_E_MAXIMUM_CALLS_PER_GROUP),
    (.outgoingCallInProgress, HK_E_OUTGOING_CALL_IN_PROGRESS), (.ringingCallPresent, HK_E_RINGING_CALL_PRESENT),
    (.answerInProgress, HK_E_ANSWER_IN_PROGRESS), (.wouldEndCalls, HK_E_WOULD_END_CALLS), (.transferUnsupported, HK_E_TRANSFER_UNSUPPORTED),
    (.deflectUnsupported, HK_E_DEFLECT_UNSUPPORTED), (.emergencyInProgress, HK_E_EMERGENCY_IN_PROGRESS),
    (.transactionAborted, HK_E_TRANSACTION_ABORTED), (.timedOut, HK_E_TIMED_OUT), (.actionFailed, HK_E_ACTION_FAILED),
    (.notSupported, HK_E_NOT_SUPPORTED), (.providerLost, HK_E_PROVIDER_LOST), (.unentitled, HK_E_UNENTITLED),
    (.callIsProtected, HK_E_CALL_PROTECTED), (.filteredByBlockList, HK_E_FILTERED_BY_BLOCK_LIST),
    (.filteredByDoNotDisturb, HK_E_FILTERED_BY_DO_NOT_DISTURB), (.filteredByScreener, HK_E_FILTERED_BY_SCREENER),
    (.maximumRingingCallsReached, HK_E_MAXIMUM_RINGING_CALLS), (.lineElsewhere, HK_E_LINE_ELSEWHERE),
    (.nodeCutOff, HK_E_NODE_CUT_OFF), (.nodeDraining, HK_E_NODE_DRAINING),
  ]

  /// The other statuses.
  private static let others: [(word: String, status: hk_status)] = [
    ("ok", HK_OK), ("invalid", HK_E_INVALID), ("wrongState", HK_E_STATE), ("notFound", HK_E_NOT_FOUND), ("exists", HK_E_EXISTS),
    ("rejected", HK_E_REFUSED), ("unsupported", HK_E_UNSUPPORTED), ("io", HK_E_IO), ("deadline", HK_E_TIMEOUT), ("tooLarge", HK_E_LIMIT),
  ]

  private static let byCode = Dictionary(uniqueKeysWithValues: rules.map { ($0.code, $0.status) })
  private static let names = FixedTexts(
    Dictionary(uniqueKeysWithValues: rules.map { (Int64($0.status), $0.code.rawValue) } + others.map { (Int64($0.status), $0.word) }),
    other: "unknown")

  /// Returns the status of a rule's error.
  static func status(of code: CallError.Code) -> hk_status { byCode[code] ?? HK_E_ACTION_FAILED }

  /// Returns the status of an optional error.
  static func status(of error: CallError?) -> hk_status { error.map { status(of: $0.code) } ?? HK_OK }

  /// Returns the status with a name; nil for an unknown name.
  static func status(named name: String) -> hk_status? {
    CallError.Code(rawValue: name).map { status(of: $0) } ?? others.first { $0.word == name }?.status
  }

  /// Returns the name of a status.
  static func name(_ status: Int64) -> UnsafePointer<CChar> { names[status] }
}

/// Texts that live as long as the library, by number.
///
/// The pointers are written once, in the initialiser, and never freed; so every thread may read them.
struct FixedTexts: @unchecked Sendable {
  private let texts: [Int64: UnsafePointer<CChar>]
  private let other: UnsafePointer<CChar>

  init(_ texts: [Int64: String], other: String) {
    self.texts = texts.mapValues { Self.fixed($0) }
    self.other = Self.fixed(other)
  }

  subscript(_ number: Int64) -> UnsafePointer<CChar> { texts[number] ?? other }

  private static func fixed(_ text: String) -> UnsafePointer<CChar> {
    let bytes = Array(text.utf8)
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
    copy[bytes.count] = 0
    return UnsafePointer(copy)
  }
}
