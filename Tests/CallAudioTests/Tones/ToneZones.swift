import Glibc

/// libtonezone's table of countries, read from the installed library: `apt-get install libtonezone2.0`.
struct ToneZones {
  static let areThere = dlopen("libtonezone.so.2.0", RTLD_NOW) != nil

  private let find: @convention(c) (UnsafePointer<CChar>) -> UnsafeRawPointer?

  init?() {
    guard let library = dlopen("libtonezone.so.2.0", RTLD_NOW), let symbol = dlsym(library, "tone_zone_find") else { return nil }
    // libtonezone's header declares the function with this signature: a country code in, its zone out.
    find = unsafeBitCast(symbol, to: (@convention(c) (UnsafePointer<CChar>) -> UnsafeRawPointer?).self)
  }

  /// Returns a country's tones by number, in libtonezone's notation; nil for an unknown country.
  ///
  /// A zone consists of its number, country code (10 bytes), name (40) and 16 bell durations, then 16 tones: a number and a text of 256
  /// bytes each.
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
