/// One step of a fuzz script.
struct FuzzStep: Sendable, Hashable {
  var act: FuzzAct
  var call: FuzzCall?
  var with: FuzzCall?
  var number: UInt32?
  /// Bytes, since not all that a plugin is given must be text.
  var text: [UInt8]?
  /// How many virtual milliseconds pass after it.
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
