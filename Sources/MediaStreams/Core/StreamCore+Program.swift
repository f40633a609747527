internal import StrictJSON

// The messages and the audio of the program.
extension StreamCore {
  /// Takes a text message.
  mutating func take(text bytes: [UInt8], at now: UInt64) -> [StreamEffect] {
    guard phase == .linked else { return [] }
    let cost = 1_000_000_000 / Self.messageRate
    busyUntil = max(busyUntil, now) + cost
    do throws(StreamFault) {
      guard busyUntil <= now + Self.messageRate * cost else {
        throw StreamFault(.policy, "more than \(Self.messageRate) text messages came in a second")
      }
      return obey(try StreamOrder(bytes), at: now)
    } catch {
      return fail(error, at: now)
    }
  }

  private mutating func obey(_ order: StreamOrder, at now: UInt64) -> [StreamEffect] {
    switch order {
    case .mark(let name): return [.mark(name)]
    case .flush(let id): return [.flush(id: id)]
    case .pause: return [.pause]
    case .resume: return [.resume]
    case .status(let id): return [.status(id: id)]
    case .detach: return stop(.detached, nil, at: now)
    case .control(let control, let id):
      guard options.isControlling else {
        return send(.refused(id: id, code: "unentitled", message: "this stream may not control the call; open it with that right"))
      }
      return [.control(control, id: id)]
    case .invalid(let id, let message): return send(.refused(id: id, code: "invalidAction", message: message))
    case .unknown:
      ignored += 1
      return []
    }
  }

  /// Ends the connection because of a breach of the protocol.
  mutating func fail(_ fault: StreamFault, at now: UInt64) -> [StreamEffect] {
    guard phase == .linked else { return [] }
    return stop(.refused, fault.reason, code: fault.code, at: now)
  }

  /// Takes a message of AudioSocket; its audio is taken by `say`.
  mutating func take(_ message: AudioSocketMessage, at now: UInt64) -> [StreamEffect] {
    guard phase == .linked else { return [] }
    switch message {
    case .audio: return []
    case .terminate: return (options.ending == .onTerminate ? [.endCall] : []) + stop(.detached, nil, at: now)
    case .error, .ignored:
      ignored += 1
      return []
    }
  }

  /// Takes samples of the program.
  mutating func say(_ samples: [Int16]) -> [StreamEffect] {
    guard phase == .linked, !samples.isEmpty else { return [] }
    guard leftover.isEmpty else {
      leftover += samples
      return []
    }
    return [.speak(samples)]
  }

  /// The call took some of the program's samples.
  mutating func wrote(_ taken: Int, of samples: [Int16]) -> [StreamEffect] {
    guard taken < samples.count, phase == .linked else { return [] }
    if isAudioSocket {
      leftover += samples[taken...]
      return [.setReading(false)]
    }
    let count = Int64(samples.count - taken)
    dropped += count
    // One message tells of all that was dropped since the last one was sent.
    if first < outbox.count, case .overflow(let before) = outbox[outbox.count - 1] {
      outbox[outbox.count - 1] = .overflow(dropped: before + count)
      return []
    }
    return send(.overflow(dropped: count))
  }
}
