/// A transport under each optional protocol that it conforms to, cast once when it is made.
struct Faces {
  var holding: (any HoldingTransport)?
  var muting: (any MutingTransport)?
  var dtmf: (any DTMFTransport)?
  var grouping: (any GroupingTransport)?
  var transferring: (any TransferringTransport)?
  var line: (any LineTransport)?
  var configurable: (any ConfigurableTransport)?
  var persistent: (any PersistentTransport)?
  var monitored: (any MonitoredTransport)?
  var diagnosable: (any DiagnosableTransport)?
  var audio: (any AudioTransport)?
  var testPeer: (any TestPeerTransport)?

  init() {}

  init(_ transport: any Transport, _ offers: Offers) {
    if offers.contains(.hold) { holding = transport as? any HoldingTransport }
    if offers.contains(.mute) { muting = transport as? any MutingTransport }
    if offers.contains(.dtmf) { dtmf = transport as? any DTMFTransport }
    if offers.contains(.group) { grouping = transport as? any GroupingTransport }
    if offers.contains(.transfer) { transferring = transport as? any TransferringTransport }
    if offers.contains(.line) { line = transport as? any LineTransport }
    if offers.contains(.config) { configurable = transport as? any ConfigurableTransport }
    if offers.contains(.state) { persistent = transport as? any PersistentTransport }
    if offers.contains(.health) { monitored = transport as? any MonitoredTransport }
    if offers.contains(.diag) { diagnosable = transport as? any DiagnosableTransport }
    if offers.contains(.audio) { audio = transport as? any AudioTransport }
    if offers.contains(.testPeer) { testPeer = transport as? any TestPeerTransport }
  }
}
