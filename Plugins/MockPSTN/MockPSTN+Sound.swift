internal import Glibc
internal import TransportKit

extension MockPSTN: AudioTransport {
  /// The interval at which the loop reads the reports of the streams.
  private var lookPeriod: Duration { .milliseconds(20) }

  func audioFormats(of call: Call) -> [AudioFormat] { [.narrowband] }

  func attach(_ call: Call, _ port: AudioPort) throws(TransportError) -> MediaTask? {
    let desk = try LineDesk()
    var line = sounds[call] ?? LineSound()
    line.orders.metersTone = exchange.parties[call]?.isTest == true
    let stream = desk.stream(line.resumed?.memory ?? LineStream.Memory())
    let task = StreamTask(stream, orders: line.orders, report: LineReport(line.resumed), keeping: [desk, library])
    (line.task, line.heard, line.told, line.resumed) = (task, 0, 0, nil)
    sounds[call] = line
    if looking == nil { looking = host.every(lookPeriod) { [unowned self] in look() } }
    return task
  }

  func detach(_ call: Call) {
    look()
    if let played = sounds[call]?.task?.report.played ?? sounds[call]?.resumed?.memory.down.number { sounds[call]?.forget(played) }
    sounds[call]?.task = nil
    sounds[call]?.resumed = nil
    for (_, action) in sounds[call]?.sending ?? [] {
      host.fail(action, TransportError(.cancelled, "the audio was detached while digits were sent", domain: "mock-pstn"))
    }
    sounds[call]?.sending = []
    sounds[call]?.clearUp()
    if exchange.parties[call] == nil { sounds[call] = nil }
    if !sounds.values.contains(where: \.isAttached) {
      host.cancel(looking)
      looking = nil
    }
  }

  // MARK: Effects of the exchange

  func play(_ sound: Sound?, on call: Call) {
    var line = sounds[call] ?? LineSound()
    if case .digits(let digits) = sound, !line.isAttached {
      // Without audio, report the digits themselves.
      host.digits(call, digits)
      return
    }
    if case .digits = sound {} else { line.clearDown() }
    line.orders.echoes = sound == nil ? false : line.orders.echoes
    if let sound {
      do {
        line.playDown(sound, try library.clip(sound, exchange.plan.country))
      } catch {
        host.log(.warning, error.message)
      }
    }
    keep(line, call)
  }

  func listen(_ listening: Listening, on call: Call) {
    var line = sounds[call] ?? LineSound()
    (line.orders.echoes, line.orders.room, line.orders.recording, line.room) = (listening == .echo, nil, nil, nil)
    switch listening {
    case .ignore, .echo: break
    case .room(let name): (line.orders.room, line.room) = (library.room(name).mix, name)
    case .record(let name):
      do {
        let recording = try WaveRecording(exchange.settings.recordingPath(name)) { [weak host] in host?.log(.warning, $0) }
        line.recordings.append(recording)
        line.orders.recording = recording.pipe.writer
        host.log(.info, "\(exchange.parties[call]?.number ?? "") records the audio that it receives in \(recording.path)")
      } catch {
        host.log(.warning, error.message)
      }
    }
    keep(line, call)
  }

  func setSpeech(_ call: Call, hears: Bool, isHeard: Bool) {
    var line = sounds[call] ?? LineSound()
    (line.orders.hears, line.orders.isHeard) = (hears, isHeard)
    keep(line, call)
  }

  /// Ends the recordings and stops all audio of an ended call.
  func silence(_ call: Call) {
    guard var line = sounds[call] else { return }
    for recording in line.recordings { recording.finish() }
    (line.orders, line.room) = (LineOrders(), nil)
    keep(line, call)
    if !line.isAttached { sounds[call] = nil }
  }

  /// Sends digits as audio; returns false when the call has no audio.
  func send(_ digits: String, on call: Call, _ action: Action) -> Bool {
    guard var line = sounds[call], line.isAttached else { return false }
    guard let clip = try? library.clip(.digits(digits), exchange.plan.country) else { return false }
    line.sending.append((line.orders.up.count, action))
    line.playUp(.digits(digits), clip)
    keep(line, call)
    return true
  }

  private func keep(_ line: LineSound, _ call: Call) {
    sounds[call] = line
    line.tell()
  }

  // MARK: Reports of the streams

  /// Reads what each stream has heard and sent since the last look.
  private func look() {
    for call in sounds.keys.sorted(by: { $0.id < $1.id }) {
      guard let line = sounds[call], let report = line.task?.report else { continue }
      line.recordings.last?.drain()
      if report.heard.count != line.heard {
        sounds[call]?.heard = report.heard.count
        exchange.heard(report.heard.after(line.heard), on: call)
        carryOut()
      }
      if report.told.count != line.told {
        sounds[call]?.told = report.told.count
        host.digits(call, report.told.after(line.told))
      }
      let done = line.sending.filter { $0.clip < report.sent }
      guard !done.isEmpty else { continue }
      sounds[call]?.sending.removeAll { $0.clip < report.sent }
      for (_, action) in done { host.fulfil(action) }
    }
  }
}
