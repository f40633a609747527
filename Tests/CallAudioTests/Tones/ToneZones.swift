import Glibc

/// libtonezone's table of countries, asked of the library itself where it is installed: `apt-get install libtonezone2.0`.
struct ToneZones {
  static let areThere = dlopen("libtonezone.so.2.0", RTLD_NOW) != nil

  private let find: @convention(c) (UnsafePointer<CChar>) -> UnsafeRawPointer?

  init?() {
    guard let library = dlopen("libtonezone.so.2.0", RTLD_NOW), let symbol = dlsym(library, "tone_zone_find") else { return nil }
    // The function is declared in its header as taking a country's letters and giving its zone.
    find = unsafeBitCast(symbol, to: (@convention(c) (UnsafePointer<CChar>) -> UnsafeRawPointer?).self)
  }

  /// A country's tones by their numbers, in the notation that they have there; nil when it is unknown.
  ///
  /// A zone is its number, letters (10 bytes), a name (40) and 16 lengths of the bell, then 16 tones: a number and a text of 256 bytes each.
  func tones(of country: String) -> [Int32: String]? {
    guard let zone = find(country) else { return nil }
    var tones: [Int32: String] = [:]
    for place in 0..<16 {
      let tone = zone + 4 + 10 + 40 + 2 + 16 * 4 + place * 260
      let text = String(cString: (tone + 4).assumingMemoryBound(to: CChar.self))
      if !text.isEmpty { tones[tone.load(as: Int32.self)] = text }
    }
    return tones
  }
}
