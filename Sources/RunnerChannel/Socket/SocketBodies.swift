/// The types of the messages on the socket.
package enum SocketType: UInt32, CaseIterable, Sendable {
  /// The runner lives.
  case hello = 1
  /// The host says what to open, and passes the channel and two eventfds: the runner's, then its own.
  case open
  /// The runner has opened the library, or not.
  case loaded
  /// A region of audio rings.
  case region
  /// Bytes that are too long for a frame.
  case blob
  /// Descriptors that an upgrade passes on.
  case parcel
  /// A secret.
  case secret
  /// The runner is to end.
  case shut

  /// The number of descriptors that a message of this type carries; a parcel has up to 253.
  package var descriptors: ClosedRange<Int> {
    switch self {
    case .hello, .loaded, .secret, .shut: 0...0
    case .open: 3...3
    case .region, .blob: 1...1
    case .parcel: 1...253
    }
  }
}

/// The version of the protocol between host and runner.
package enum RunnerProtocol {
  /// "HSWR", little-endian.
  package static let magic: UInt32 = 0x5257_5348
  /// The major version; both sides must have the same.
  package static let major: UInt32 = 1
  /// The minor version; the smaller one counts.
  package static let minor: UInt32 = 0
  /// The descriptor of the socket in the runner.
  package static let socket: CInt = 3
}

/// The body of HELLO.
package struct HelloBody: FrameBody {
  package var magic: UInt32 = RunnerProtocol.magic
  package var major: UInt32 = RunnerProtocol.major
  package var minor: UInt32 = RunnerProtocol.minor
  package var pid: UInt32 = 0
  package var nonce: UInt64 = 0

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&magic)
    try frame.word(&major)
    try frame.word(&minor)
    try frame.word(&pid)
    try frame.long(&nonce)
  }
}

/// The body of OPEN: the library, as it was scanned, and the limits of the process.
package struct OpenBody: FrameBody {
  package var major: UInt32 = RunnerProtocol.major
  package var minor: UInt32 = RunnerProtocol.minor
  package var device: UInt64 = 0
  package var inode: UInt64 = 0
  package var size: UInt64 = 0
  package var modified: UInt64 = 0
  package var patienceMilliseconds: UInt32 = 0
  /// The data that the process may have, in MiB.
  package var memoryMegabytes: UInt32 = 0
  /// The number of files that it may have open.
  package var files: UInt32 = 0
  package var library = FrameText()
  /// The first time of a clock that the conformance kit sets, in nanoseconds; 0 for the system's clock.
  package var beginning: UInt64 = 0
  /// The sandbox to enter before the library's code runs.
  package var sandbox = SandboxBody()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&major)
    try frame.word(&minor)
    try frame.long(&device)
    try frame.long(&inode)
    try frame.long(&size)
    try frame.long(&modified)
    try frame.word(&patienceMilliseconds)
    try frame.word(&memoryMegabytes)
    try frame.word(&files)
    try frame.zero()
    try frame.long(&beginning)
    try frame.text(&library)
    try frame.part(&sandbox)
  }
}

/// The body of LOADED: the library's record as in a scan, or a refusal, as JSON.
package struct LoadedBody: FrameBody {
  package var isLoaded = false
  /// The kernel's ids of the loop's and the media's thread.
  package var loopThread: UInt32 = 0
  package var mediaThread: UInt32 = 0
  package var text = FrameText()
  /// The layers of its sandbox, in words.
  package var sandbox = FrameText()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.flag(&isLoaded)
    try frame.word(&loopThread)
    try frame.word(&mediaThread)
    try frame.text(&text)
    try frame.text(&sandbox)
  }
}

/// The body of REGION: the number of the region, and its length.
package struct RegionBody: FrameBody {
  package var index: UInt32 = 0
  package var bytes: UInt32 = 0

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&index)
    try frame.word(&bytes)
  }
}

/// The body of BLOB: the ticket and the length of the bytes in the memory that comes with it.
package struct BlobBody: FrameBody {
  package var ticket: UInt64 = 0
  package var bytes: UInt64 = 0

  package init() {}

  /// Makes the body of a message.
  package init(ticket: UInt64, bytes: UInt64) { (self.ticket, self.bytes) = (ticket, bytes) }

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.long(&ticket)
    try frame.long(&bytes)
  }
}

/// The body of PARCEL: the ticket of the order or answer that its descriptors belong to, and the number of the first of them.
package struct ParcelBody: FrameBody {
  package var ticket: UInt64 = 0
  package var first: UInt32 = 0
  package var count: UInt32 = 0

  /// The number of the socket to the other version, which is a parcel of its own.
  package static let link = UInt32.max
  /// The most descriptors of a parcel in one message.
  package static let most = 253

  package init() {}

  /// Makes the body of a message.
  package init(ticket: UInt64, first: UInt32, count: UInt32) { (self.ticket, self.first, self.count) = (ticket, first, count) }

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.long(&ticket)
    try frame.word(&first)
    try frame.word(&count)
  }
}

/// The body of SECRET: the answer to a request, which never lies in a ring.
package struct SecretBody: FrameBody {
  package var ticket: UInt64 = 0
  package var instance: UInt32 = 0
  package var status: Int32 = 0
  package var value = FrameText()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.long(&ticket)
    try frame.word(&instance)
    try frame.number(&status)
    try frame.text(&value)
  }
}
