import CSIPStack
import Foundation
import SIPWire
import Testing

@Suite("A SIP stack")
struct StackTests {
  private static func descriptors() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").sorted() }

  /// Tries to start a stack at an address; returns the reason why it cannot.
  private static func failure(at url: String, _ secure: String?) -> String {
    var error = [CChar](repeating: 0, count: 256)
    let (address, sips) = (strdup(url), secure.flatMap { strdup($0) })
    defer { for text in [address, sips] { free(text) } }
    guard let address else { return "" }
    var settings = csip_settings(
      url: address, sips_url: sips, certificates: nil, checks_certificates: 1, resolver: nil, session_expires: 1800,
      min_session_expires: 90, transaction_seconds: 32, user_agent: nil, limits: csip_limits(), inherited: nil, n_inherited: 0, calls: nil,
      calls_bytes: 0, link: -1, is_traced: 0)
    let stack = csip_start(&settings, { _, _ in }, nil, nil, &error, error.count)
    #expect(stack == nil)
    return String(decoding: error.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Test("A stack that cannot listen gives the reason, and leaves no descriptor")
  func noAddress() async {
    // In a process of its own, whose descriptors no other test changes.
    await #expect(processExitsWith: .success) {
      let taken = try StackUnderTest()
      for (url, secure) in [
        ("sip:192.0.2.1:5060", nil), ("sip:127.0.0.1:\(taken.port)", nil), ("sip:127.0.0.1:\(taken.port);transport=tcp", nil),
        ("sip:127.0.0.1:*", "sips:127.0.0.1:\(taken.port)"), ("sip:127.0.0.1:*;transport=nothing", nil), ("nonsense", nil),
      ] {
        #expect(!Self.failure(at: url, secure).isEmpty)
        let before = try Self.descriptors()
        for _ in 0..<3 { #expect(!Self.failure(at: url, secure).isEmpty) }
        #expect(try Self.descriptors() == before, "\(url) \(secure ?? "")")
      }
    }
  }

  @Test(
    "A stack that stops leaves no descriptor: with a call, with events under way, with a request for a transfer (RFC 3515)",
    arguments: 0..<3)
  func stops(_ ending: Int) async {
    await #expect(processExitsWith: .success) { [ending] in
      func playOnce() throws {
        let stack = try StackUnderTest()
        let call = try LiveCall(to: stack)
        if ending == 1 { for _ in 0..<20 { call.askTransfer(to: "sip:other@127.0.0.1") } }
        if ending == 2 {
          call.askTransfer(to: "sip:other@127.0.0.1")
          #expect(stack.told.comes { $0.referred == 1 })
          call.hangUp()
          #expect(stack.told.comes { $0.hungUp == 1 })
        }
        stack.stop()
      }
      try playOnce()
      let before = try Self.descriptors()
      for _ in 0..<20 { try playOnce() }
      #expect(try Self.descriptors() == before)
    }
  }

  @Test(
    "A character that no token has makes a media line unreadable, whatever its protocol (RFC 8866 section 5.14)",
    .timeLimit(.minutes(1)),
    arguments: [
      "40000 foo \u{b}", "40000 foo 1 (", "40000 RTP/A \u{3}V0P8 96 101\u{b}", "40000 RTP/AVP 0\u{b}", "40000 udptl t38 \u{7f}",
      "40000 RTPS0 /AV 9", "40000 foo a//b", "40000foo /x", "40000/2foo /x", "/5 40000 /x", "5 /7 /x", "40000 foo \t", "40000 foo\t\t",
    ])
  func unreadableMedia(_ media: String) {
    let lines = ["v=0", "o=- 1 1 IN IP4 192.0.2.1", "s=-", "c=IN IP4 192.0.2.1", "t=0 0", "m=audio \(media)", ""]
    for (separator, start) in [("\r\n", ""), ("\n", ""), ("\r\n", " \t")] {
      var sound = csip_sound()
      #expect(csip_read_sound(lines.map { $0.hasPrefix("m=") ? start + $0 : $0 }.joined(separator: separator), &sound) == -1)
    }
    for readable in ["m=audio 40000 RTP/AVP 0 8", "m=audio 40000/2 RTP/AVP 0 8"] {
      var sound = csip_sound()
      #expect(csip_read_sound(lines.map { $0.hasPrefix("m=") ? readable : $0 }.joined(separator: "\r\n"), &sound) == 0)
    }
  }

  @Test("Every function that a wrapper replaces is listed for the linker, and sofia-sip refers to it (L6)")
  func functions() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = package.appending(path: "Sources/CSIPStack/Wrapped")
    var defined: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) where file.pathExtension == "c" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        if let name = line.firstMatch(of: /^[A-Za-z].*__wrap_(\w+)\(/)?.1 { defined.insert(String(name)) }
      }
    }
    let manifest = try String(contentsOf: package.appending(path: "Package.swift"), encoding: .utf8)
    let list = try #require(manifest.firstMatch(of: /let wrapped = \[(?<names>[^\]]*)\]/)?.names)
    #expect(Set(list.matches(of: /"(\w+)"/).map { String($0.1) }) == defined)
    // The linker does not report a wrapped name that nothing refers to.
    #expect(defined.subtracting(try undefinedNames()) == [])
  }

  /// Returns the names that an object of sofia-sip's archive refers to and does not define itself.
  private func undefinedNames() throws -> Set<String> {
    let nm = Process()
    let output = Pipe()
    nm.executableURL = URL(filePath: "/bin/sh")
    nm.arguments = ["-c", "nm --undefined-only \"$(cc -print-file-name=libsofia-sip-ua.a)\""]
    nm.standardOutput = output
    nm.standardError = FileHandle.nullDevice
    try nm.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    nm.waitUntilExit()
    return Set(text.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) })
  }

  @Test("The stack records a message whole, though a body line is a rule, and without its keys (L10)")
  func records() throws {
    let stack = try StackUnderTest(.rings, traces: true)
    let socket = try WireSocket(from: "127.0.0.3")
    let rule = String(repeating: "-", count: 72)
    let body = SIPText.offer("127.0.0.3") + "k=clear:secret1\r\na=ice-pwd:secret2secret2secret2\r\n\(rule)\r\n   \(rule)\r\na=last:1\r\n"
    socket.send(SIPText.request("INVITE", from: socket, callID: "ruled", branch: "ruled", body: body), to: stack.port)
    #expect(stack.told.comes { $0.wire.contains { $0.hasPrefix("INVITE") } })
    let record = try #require(stack.told.now.wire.first { $0.hasPrefix("INVITE") })
    #expect(record.hasSuffix("\(rule)\na=last:1\n"), "\(record)")
    #expect(record.contains("k=*****") && record.contains("a=ice-pwd:*****") && !record.contains("secret"), "\(record)")
  }

  @Test("A trace begins and ends while the stack runs") func traceChanges() throws {
    let stack = try StackUnderTest(.rings)
    let socket = try WireSocket(from: "127.0.0.3")
    func invite(_ id: String) throws {
      let calls = stack.told.now.calls.count
      socket.send(
        SIPText.request("INVITE", from: socket, callID: id, branch: "z9hG4bK\(id)", body: SIPText.offer("127.0.0.3")), to: stack.port)
      #expect(stack.told.comes { $0.calls.count > calls })
    }
    try invite("before")
    #expect(stack.told.now.wire.isEmpty)
    _ = stack.with { csip_trace($0, 1) }
    // Orders are carried out in turn, before the next message is read.
    #expect(stack.with { csip_port($0) } != nil)
    try invite("within")
    #expect(stack.told.comes { $0.wire.contains { $0.contains("within") } })
    #expect(!stack.told.now.wire.contains { $0.hasPrefix("INVITE") && $0.contains("before") })
    _ = stack.with { csip_trace($0, 0) }
    try invite("after")
    #expect(!stack.told.now.wire.contains { $0.hasPrefix("INVITE") && $0.contains("after") })
  }
}
