internal import Glibc

/// Checks that an instance stands still: it reads none of its sockets, touches no ring, and its far ends see no change.
package final class StillnessWatch {
  private static let word: [UInt8] = Array("conformance".utf8)

  private let stage: Stage
  private let sounds: [CallSound]
  private let frames: [Int]
  private let views: [(call: CallRef, view: PeerView)]
  /// Copies of the instance's sockets for datagrams, each of which has got one that nothing reads.
  private var sockets: [CInt] = []

  /// Sends each socket of the instance under test a datagram, and looks at its rings and far ends.
  ///
  /// Make it right after give.
  ///
  /// - Parameters:
  ///   - watched: the descriptors that the instance had on the loop before give.
  ///   - sounds: the audio of its calls.
  package init(_ stage: Stage, watched: [CInt], sounds: [CallSound]) throws {
    self.stage = stage
    self.sounds = sounds
    frames = sounds.map(Self.frames)
    views = try Self.views(stage)
    for number in watched {
      let copy = ExecutorProcess.copy(of: number)
      guard copy >= 0 else { continue }
      if Self.send(to: copy) { sockets.append(copy) } else { close(copy) }
    }
  }

  deinit { for socket in sockets { close(socket) } }

  /// The number of sockets that are watched.
  package var socketCount: Int { sockets.count }

  /// Fails on the first change since the beginning.
  package func requireNoChange(_ during: String) throws {
    for socket in sockets {
      var byte: UInt8 = 0
      guard recv(socket, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT)) >= 0 else {
        throw TestFailure("a datagram was read from a socket of the plugin \(during)")
      }
    }
    guard sounds.map(Self.frames) == frames else { throw TestFailure("a ring of audio was written or read \(during)") }
    for (seen, earlier) in zip(try Self.views(stage), views) where seen.view != earlier.view {
      throw TestFailure("the far end of \(seen.call) sees \(seen.view) \(during), and saw \(earlier.view) before")
    }
  }

  /// The positions in a call's rings, as one number.
  private static func frames(_ sound: CallSound) -> Int { sound.toNet.count * 1000 + sound.fromNet.count }

  /// Returns the far ends' views, where a far end can be asked without a function of the instance under test.
  private static func views(_ stage: Stage) throws -> [(call: CallRef, view: PeerView)] {
    guard let farEnd = stage.farEnd, !(farEnd is TestPeer) else { return [] }
    let calls = stage.near.ledger.handles(where: \.isUp).map(CallRef.init)
    return try calls.compactMap { call in
      do { return (call, try farEnd.see(call)) } catch is TestFailure { return nil }
    }
  }

  /// Sends a datagram to the address of a socket; false for anything but a bound socket for datagrams.
  private static func send(to socket: CInt) -> Bool {
    var kind: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    guard getsockopt(socket, SOL_SOCKET, SO_TYPE, &kind, &length) == 0, kind == CInt(SOCK_DGRAM.rawValue) else { return false }
    var address = sockaddr_storage()
    length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) == 0 }
    }
    // Without a name a local socket has no more than its family.
    guard isBound, length > MemoryLayout<sa_family_t>.size else { return false }
    let sender = Glibc.socket(CInt(address.ss_family), CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard sender >= 0 else { return false }
    defer { close(sender) }
    return withUnsafePointer(to: &address) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { sendto(sender, word, word.count, 0, $0, length) == word.count }
    }
  }
}

extension PluginInstance {
  /// The descriptors that it has watched on the loop.
  package var watchedDescriptors: [CInt] { loop.descriptors.numbers(of: host) }
}
