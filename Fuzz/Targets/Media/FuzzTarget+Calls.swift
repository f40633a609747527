#if HOOKSWITCH_SIP
  extension FuzzTarget {
    /// Runs a call between two sessions with repeated new descriptions, and datagrams from strangers.
    ///
    /// The first byte configures the start. Each step has a byte for its kind, and draws the rest. Whatever the strangers send, both ends
    /// must get keys and hear each other, and nobody else may hear them.
    static let calls = FuzzTarget(name: "calls") { bytes in
      let draw = Draw(bytes)
      guard let trial = MediaTrial(draw.byte()) else { return }
      for _ in 0..<200 where !draw.isEmpty { step(trial, draw) }
      trial.prove()
      trial.end()
    }

    private static func step(_ trial: MediaTrial, _ draw: Draw) {
      switch draw.byte() % 16 {
      case 0, 1, 2: trial.tick(1 + draw.below(8))
      case 3: trial.describe(draw.byte(), draw.byte())
      case 4: trial.sendAway()
      case 5: trial.bringBack()
      case 6: trial.strangers[draw.below(2)].send(Array(draw.bytes(draw.below(200))), to: trial.port(draw))
      case 7: trial.strangers[draw.below(2)].send(Malice.of(draw), to: trial.port(draw))
      case 8:
        let packet = Malice.sound(draw)
        for number in 0..<8 { trial.strangers[0].send(packet(UInt8(number)), to: trial.port(draw)) }
      case 9: trial.forge(Array(draw.bytes(draw.below(250))), isControl: draw.bit())
      case 10: trial.forge(Malice.of(draw), isControl: draw.bit())
      case 11: trial.toggleRings()
      case 12: trial.play(draw.below(16))
      case 13: trial.mute(draw.bit())
      case 14: trial.turn(draw.byte())
      default: trial.tick(20)
      }
    }
  }

  /// Datagrams that resemble valid ones.
  enum Malice {
    static func of(_ draw: Draw) -> [UInt8] {
      switch draw.byte() % 10 {
      case 0: [0x14]
      case 1: record(21, [2, 40])
      case 2: record(21, [1, 0])
      case 3: hello(draw.byte())
      case 4: record(22, [draw.byte() % 24, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 8] + [UInt8](repeating: 0, count: 8))
      case 5: record(20, [1])
      case 6: record(draw.byte() % 4 + 20, epoch: 1, [UInt8](repeating: 5, count: 40))
      case 7: [0x80, 200, 0, 6] + [UInt8](repeating: draw.byte(), count: 24)
      case 8: [0x80, 203, 0, 1, 1, 2, 3, 4]
      default: sound(draw)(draw.byte())
      }
    }

    static func record(_ type: UInt8, epoch: UInt8 = 0, _ body: [UInt8]) -> [UInt8] {
      [type, 0xfe, 0xfd, 0, epoch, 0, 0, 0, 0, 0, 9, 0, UInt8(body.count)] + body
    }

    /// Returns a ClientHello with one cipher suite and no extension.
    private static func hello(_ random: UInt8) -> [UInt8] {
      let body: [UInt8] = [0xfe, 0xfd] + [UInt8](repeating: random, count: 32) + [0, 0, 0, 2, 0xc0, 0x2b, 1, 0]
      return record(22, [1, 0, 0, UInt8(body.count), 0, 0, 0, 0, 0, 0, 0, UInt8(body.count)] + body)
    }

    /// Returns a generator of consecutive RTP packets of one source, with audio or a digit.
    static func sound(_ draw: Draw) -> (UInt8) -> [UInt8] {
      let (type, source) = (draw.bit() ? UInt8(0) : 101, draw.byte())
      return { number in
        [0x80, type, 7, number, 0, 0, number, 0, 9, 9, 9, source] + [UInt8](repeating: number, count: type == 0 ? 160 : 4)
      }
    }
  }
#endif
