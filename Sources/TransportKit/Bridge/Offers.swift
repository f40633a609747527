/// The extensions that a transport offers, from the protocols that its type conforms to.
struct Offers: OptionSet, Sendable {
  let rawValue: UInt32

  static let hold = Offers(rawValue: 1 << 0)
  static let mute = Offers(rawValue: 1 << 1)
  static let dtmf = Offers(rawValue: 1 << 2)
  static let group = Offers(rawValue: 1 << 3)
  static let transfer = Offers(rawValue: 1 << 4)
  static let line = Offers(rawValue: 1 << 5)
  static let config = Offers(rawValue: 1 << 6)
  static let state = Offers(rawValue: 1 << 7)
  static let health = Offers(rawValue: 1 << 8)
  static let diag = Offers(rawValue: 1 << 9)
  static let audio = Offers(rawValue: 1 << 10)
  static let testPeer = Offers(rawValue: 1 << 11)

  /// The names in ids and capabilities, in the order of the bits.
  static let names = ["hold", "mute", "dtmf", "group", "transfer", "line", "config", "state", "health", "diag", "audio", "test-peer"]

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  init(_ type: any Transport.Type) {
    self = []
    if type is any HoldingTransport.Type { insert(.hold) }
    if type is any MutingTransport.Type { insert(.mute) }
    if type is any DTMFTransport.Type { insert(.dtmf) }
    if type is any GroupingTransport.Type { insert(.group) }
    if type is any TransferringTransport.Type { insert(.transfer) }
    if type is any LineTransport.Type { insert(.line) }
    if type is any ConfigurableTransport.Type { insert(.config) }
    if type is any PersistentTransport.Type { insert(.state) }
    if type is any MonitoredTransport.Type { insert(.health) }
    if type is any DiagnosableTransport.Type { insert(.diag) }
    if type is any AudioTransport.Type { insert(.audio) }
    if type is any TestPeerTransport.Type { insert(.testPeer) }
  }

  /// The names of the extensions.
  ///
  /// Calls, which every transport offers, come first.
  var capabilities: [String] {
    ["calls"] + Offers.names.enumerated().filter { rawValue >> $0.offset & 1 == 1 }.map(\.element)
  }
}
