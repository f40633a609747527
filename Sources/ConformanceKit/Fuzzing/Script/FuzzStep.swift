/// One step of a fuzz script.
struct FuzzStep: Sendable, Hashable {
  var act: FuzzAct
  var call: FuzzCall?
  var with: FuzzCall?
  var number: UInt32?
  /// Bytes, since some of a plugin's input is not valid text.
  var text: [UInt8]?
  /// The virtual milliseconds that pass after it.
  var wait: UInt32 = 0

  init(_ act: FuzzAct, _ call: FuzzCall? = nil, with: FuzzCall? = nil, number: UInt32? = nil, text: [UInt8]? = nil, wait: UInt32 = 0) {
    self.act = act
    self.call = call
    self.with = with
    self.number = number
    self.text = text
    self.wait = wait
  }
}
