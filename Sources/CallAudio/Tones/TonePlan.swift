internal import CTones
internal import Glibc

/// The tones of a country's telephone network.
///
/// Some twenty plans are built in (see the table in docs/tones.md); a file can add plans or change single tones:
///
///     let plan = TonePlan(country: "DE") ?? .international
///     let busy = plan[.busy]
public struct TonePlan: Hashable, Sendable {
  /// The country's two-letter ISO 3166 code; `ZZ` stands for no country.
  public let country: String
  /// The country's English name.
  public let name: String
  private let tones: [ToneCadence]

  /// The cadence of a tone in this country.
  ///
  /// Every plan defines every tone.
  public subscript(tone: CallTone) -> ToneCadence { tones[Int(tone.kind)] }

  /// Finds a country's built-in plan by its two-letter code, in either case; nil when there is none.
  public init?(country: String) {
    var plan = ctones_plan()
    guard ctones_find(country, &plan) == 0 else { return nil }
    self.init(plan)
  }

  /// The plan recommended by ITU-T E.180, for countries without a plan of their own.
  public static let international = TonePlan(at: ctones_builtin_count() - 1)

  /// All built-in plans, by country code.
  public static let builtIn: [TonePlan] = (0..<ctones_builtin_count()).map { TonePlan(at: $0) }

  /// Parses up to 300 plans in the notation of docs/tones.md.
  ///
  /// A plan starts as a copy of the country's built-in plan, or of `international`; its lines replace single tones.
  /// - Throws: `TonePlanError` for the first wrong line; no plan is returned then.
  public static func read(_ text: String) throws(TonePlanError) -> [TonePlan] {
    var error = ctones_error()
    var plans = [ctones_plan](repeating: ctones_plan(), count: 300)
    var text = text
    let count = text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { ctones_read($0, characters.count, &plans, plans.count, &error) } ?? 0
      }
    }
    guard count >= 0 else { throw TonePlanError(error) }
    return plans.prefix(Int(count)).map(TonePlan.init)
  }

  /// Reads a file of plans.
  ///
  /// - Throws: `TonePlanError` with the path, when the file is unreadable or a line is wrong.
  public static func load(path: String) throws(TonePlanError) -> [TonePlan] {
    let bytes = try contents(of: path)
    do {
      return try read(String(decoding: bytes, as: UTF8.self))
    } catch {
      var error = error
      error.path = path
      throw error
    }
  }

  /// The size limit for a file of plans, in bytes.
  private static let maximumSize = 1 << 20

  private static func contents(of path: String) throws(TonePlanError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { if file >= 0 { close(file) } }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = file < 0 ? -1 : Glibc.read(file, &piece, piece.count)
      if count < 0, file >= 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw TonePlanError(path: path, unreadable: "it cannot be read: check that it is there and that this user may read it")
      }
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
      guard bytes.count <= maximumSize else {
        throw TonePlanError(path: path, unreadable: "it has more than \(maximumSize) bytes: name a file of tone plans")
      }
    }
  }

  private init(at index: Int) {
    var plan = ctones_plan()
    // Every index below the count is valid.
    ctones_builtin(index, &plan)
    self.init(plan)
  }

  private init(_ plan: ctones_plan) {
    country = withUnsafeBytes(of: plan.country) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    name = withUnsafeBytes(of: plan.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    tones = withUnsafeBytes(of: plan.tones) { $0.bindMemory(to: ctones_tone.self).map { ToneCadence($0) } }
  }
}
