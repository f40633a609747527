internal import TransportKit

// The form of a call's sound in a parcel.

extension LineSound {
  /// Writes the sound of a call whose stream stands still.
  func write(to parcel: ParcelWriter) throws(TransportError) {
    let report = task?.report
    let memory = task?.stream.memory ?? resumed?.memory
    for mark in [orders.hears, orders.isHeard, orders.echoes, orders.metersTone] { parcel.write(mark) }
    parcel.write(optional: room) { parcel.write($0) }
    down.write(to: parcel, from: memory?.down.number ?? 0)
    up.write(to: parcel, from: memory?.up.number ?? 0)
    parcel.write(list: sending) { clip, action in
      parcel.write(clip)
      parcel.write(action)
    }
    parcel.write(optional: memory) { $0.write(to: parcel) }
    parcel.write(report?.heard.after(heard) ?? resumed?.heard ?? "")
    parcel.write(report?.told.after(told) ?? resumed?.told ?? "")
    parcel.write(orders.recording != nil)
    if orders.recording != nil, let recording = recordings.last { try recording.write(to: parcel) }
  }

  /// Reads the sound of a call; the clips come from the library.
  init(from parcel: ParcelReader, _ library: SoundLibrary, _ country: Country, whenItFails: @escaping (String) -> Void)
    throws(TransportError)
  {
    orders.hears = try parcel.boolean()
    orders.isHeard = try parcel.boolean()
    orders.echoes = try parcel.boolean()
    orders.metersTone = try parcel.boolean()
    room = try parcel.optional { () throws(TransportError) in try parcel.text() }
    orders.room = room.map { library.room($0).mix }
    down = try SoundTape(from: parcel)
    up = try SoundTape(from: parcel)
    orders.down = try down.clips(library, country)
    orders.up = try up.clips(library, country)
    sending = try parcel.list(atMost: 10_000, each: 12) { () throws(TransportError) in (try parcel.integer(), try parcel.action()) }
    let memory = try parcel.optional { () throws(TransportError) in try LineStream.Memory(from: parcel) }
    // A tape holds 32 digits; more than that were lost before.
    let (heard, told) = (try parcel.text(atMost: 32), try parcel.text(atMost: 32))
    resumed = memory.map { Resumed(memory: $0, heard: heard, told: told) }
    try memory?.check(orders, parcel)
    guard try parcel.boolean() else { return }
    let recording = try WaveRecording(from: parcel, whenItFails: whenItFails)
    recordings = [recording]
    orders.recording = recording.pipe.writer
  }
}

extension SoundTape {
  /// Writes the sounds that may still play, from this number on.
  fileprivate func write(to parcel: ParcelWriter, from first: UInt32) {
    let first = max(first, cut, count > ClipTape.room ? count - ClipTape.room : 0)
    parcel.write(count)
    parcel.write(list: (min(first, count)..<count).compactMap { sounds[$0] }) { $0.write(to: parcel) }
  }

  fileprivate init(from parcel: ParcelReader) throws(TransportError) {
    count = try parcel.integer(in: 0...UInt32.max / 2)
    let sounds = try parcel.list(atMost: Int(ClipTape.room), each: 2) { () throws(TransportError) in try Sound(from: parcel) }
    try parcel.check(sounds.count <= count, "a tape has more sounds than it counts")
    cut = count - UInt32(sounds.count)
    for (place, sound) in sounds.enumerated() { self.sounds[cut + UInt32(place)] = sound }
  }

  /// Returns the tape for the stream.
  fileprivate func clips(_ library: SoundLibrary, _ country: Country) throws(TransportError) -> ClipTape {
    var tape = ClipTape(emptyAfter: cut)
    for number in cut..<count { if let sound = sounds[number] { tape.append(try library.clip(sound, country).reference) } }
    return tape
  }
}

extension LineStream.Memory {
  fileprivate func write(to parcel: ParcelWriter) {
    for player in [down, up] {
      parcel.write(player.number)
      parcel.write(player.position)
    }
    for digit in [farDigit, ownDigit] { parcel.write(digit.current) }
    for hush in [farHush, ownHush] { parcel.write(UInt8(hush.quiet)) }
    parcel.write(meter.hertz)
    parcel.write(UInt32(meter.samples))
    parcel.write(UInt32(meter.crossings))
    parcel.write(meter.first)
    parcel.write(meter.last)
    parcel.write(meter.peak)
    parcel.write(meter.before)
  }

  fileprivate init(from parcel: ParcelReader) throws(TransportError) {
    down = ClipPlayer(number: try parcel.integer(in: 0...UInt32.max / 2), position: try parcel.integer(in: 0...Int32.max / 2))
    up = ClipPlayer(number: try parcel.integer(in: 0...UInt32.max / 2), position: try parcel.integer(in: 0...Int32.max / 2))
    farDigit = DigitWatch(resuming: try parcel.integer())
    ownDigit = DigitWatch(resuming: try parcel.integer())
    farHush.quiet = Int(try parcel.integer(UInt8.self, in: 0...4))
    ownHush.quiet = Int(try parcel.integer(UInt8.self, in: 0...4))
    meter.hertz = try parcel.integer(in: 0...100_000)
    meter.samples = Int(try parcel.integer(UInt32.self, in: 0...1_600))
    meter.crossings = Int(try parcel.integer(UInt32.self, in: 0...1_600))
    meter.first = try parcel.double(in: -1...2_000)
    meter.last = try parcel.double(in: -1...2_000)
    meter.peak = try parcel.integer(in: 0...32_768)
    meter.before = try parcel.integer(in: -32_768...32_767)
  }

  /// Checks that the positions lie within the clips: nothing checks them on the audio thread.
  fileprivate func check(_ orders: LineOrders, _ parcel: ParcelReader) throws(TransportError) {
    for (player, tape) in [(down, orders.down), (up, orders.up)] {
      try parcel.check(player.number <= tape.count, "a player is behind its tape")
      // A player before the cut has not yet been told that its clip was cancelled: its next frame skips it.
      let isCancelled = player.number < tape.cut
      let length = tape.clip(player.number)?.count ?? 0
      try parcel.check(isCancelled || player.position == 0 || player.position < length, "a player is behind the end of its clip")
    }
  }
}

extension WaveRecording {
  fileprivate func write(to parcel: ParcelWriter) throws(TransportError) {
    parcel.write(path)
    parcel.write(written)
    parcel.write(hasFailed)
    try parcel.write(descriptor: descriptor)
  }

  fileprivate convenience init(from parcel: ParcelReader, whenItFails: @escaping (String) -> Void) throws(TransportError) {
    let (path, written, hasFailed) = (try parcel.text(), try parcel.integer(in: 0...UInt32.max - 36), try parcel.boolean())
    self.init(path, try parcel.descriptor(), written: written, hasFailed: hasFailed, whenItFails: whenItFails)
  }
}
