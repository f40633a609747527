internal import CTones
internal import Glibc

/// What the telephone of a country sounds like.
///
/// Some twenty plans are built in (docs/tones.md has the table); a file adds others or changes single tones:
///
///     let plan = TonePlan(country: "DE") ?? .international
///     let busy = plan[.busy]
public struct TonePlan: Hashable, Sendable {
  /// Two letters of ISO 3166; `ZZ` is no country.
  public let country: String
  /// The country's English name.
  public let name: String
  private let tones: [ToneCadence]

  /// What the tone sounds like here.
  ///
  /// Every plan has every tone.
  public subscript(tone: CallTone) -> ToneCadence { tones[Int(tone.kind)] }

  /// The built-in plan of a country, by its two letters of either case; nil when there is none.
  public init?(country: String) {
    var plan = ctones_plan()
    guard ctones_find(country, &plan) == 0 else { return nil }
    self.init(plan)
  }

  /// What ITU-T E.180 recommends, for everybody who has nothing better.
  public static let international = TonePlan(at: ctones_builtin_count() - 1)

  /// All plans that are built in, by their letters.
  public static let builtIn: [TonePlan] = (0..<ctones_builtin_count()).map { TonePlan(at: $0) }

  /// Reads a text of plans in the notation of docs/tones.md: at most 300.
  ///
  /// A plan whose country is built in begins as that one, another as `international`; its lines replace single tones.
  /// - Throws: `TonePlanError` for the first line that is wrong; nothing is read by halves.
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
  /// - Throws: `TonePlanError` with the path, when it cannot be read or a line is wrong.
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

  /// The largest file of plans that is read, in bytes.
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
    // An index below the count always has one.
    ctones_builtin(index, &plan)
    self.init(plan)
  }

  private init(_ plan: ctones_plan) {
    country = withUnsafeBytes(of: plan.country) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    name = withUnsafeBytes(of: plan.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    tones = withUnsafeBytes(of: plan.tones) { $0.bindMemory(to: ctones_tone.self).map { ToneCadence($0) } }
  }
}
