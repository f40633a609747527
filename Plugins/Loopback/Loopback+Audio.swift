internal import TransportKit

extension Loopback: AudioTransport {
  func audioFormats(of call: Call) -> [AudioFormat] { [.fullband, .wideband, .narrowband] }

  func attach(_ call: Call, _ port: AudioPort) throws(TransportError) -> MediaTask? {
    guard let leg = legs[call] else { throw TransportError(.noSuchCall) }
    let end = leg.wire?.end(isCaller: !call.isIncoming, port.format)
    let memory = leg.heard?.memory ?? VoiceStream.Memory()
    let task = StreamTask(
      VoiceStream(wire: end, memory: memory), orders: leg.orders, report: VoiceStream.Report(hertz: memory.meter.hertz),
      keeping: leg.wire.map { [$0] } ?? [])
    (leg.sound, leg.heard) = (task, nil)
    return task
  }

  func detach(_ call: Call) {
    guard let leg = legs[call] ?? past[call] else { return }
    leg.lastTone = leg.tone
    leg.sound = nil
  }
}
