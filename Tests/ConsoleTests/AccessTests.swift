import Foundation
import Locking
import StrictJSON
import Testing

@testable import HookswitchConsole

/// The ways to a console: HTTPS, a Unix socket behind a reverse proxy, and the health for monitoring systems.
@Suite(.serialized) struct AccessTests {
  // MARK: HTTPS

  @Test("With a certificate the console serves HTTPS alone, and knows no other origin")
  func servesHTTPS() throws {
    let authority = try CertificateFiles()
    let stage = try ConsoleStage(change: { $0.certificate = (authority.certificate, authority.key) })
    defer { stage.close() }
    let page = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(stage.port)\r\nConnection: close\r\n"
    let answer = try authority.exchange(stage.port, page + "\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("text/html"))
    let own = try authority.exchange(stage.port, page + "Origin: https://127.0.0.1:\(stage.port)\r\n\r\n")
    #expect(own.hasPrefix("HTTP/1.1 200 "))
    let plain = try authority.exchange(stage.port, page + "Origin: http://127.0.0.1:\(stage.port)\r\n\r\n")
    #expect(plain.hasPrefix("HTTP/1.1 403 "))
    // A browser that speaks without TLS gets no page.
    let client = stage.connect()
    client.send(page + "\r\n")
    client.finish()
    #expect(!client.readAnswer().contains("200 OK"))
  }

  @Test("An address that other machines reach needs a certificate and its key, which must be there")
  func refusesOpenAddresses() throws {
    let authority = try CertificateFiles()
    var settings = ConsoleSettings(try ConsoleAddress("0.0.0.0:0"), daemon: "/nonexistent/host.sock")
    #expect(throws: ConsoleError.self) { try ConsoleServer(settings) }
    settings.certificate = (authority.folder.path + "/missing.pem", authority.key)
    #expect(throws: ConsoleError.self) { try ConsoleServer(settings) }
    settings.certificate = (authority.certificate, authority.key)
    #expect(try ConsoleServer(settings).port > 0)
  }

  // MARK: The Unix socket

  /// Runs a test with a console on a Unix socket, and the persons that it named to the daemon.
  private func withSocket(trustsProxy: Bool, _ body: (ConsoleStage, String, Locked<[String]>) throws -> Void) throws {
    let path = "/tmp/hookswitch-console-\(getpid())-\(UInt32.random(in: 0 ... .max)).front"
    defer { unlink(path) }
    let actors = Locked<[String]>([])
    let change: (inout ConsoleSettings) -> Void = { ($0.trustsProxy, $0.names) = (trustsProxy, ["calls.example"]) }
    let stage = try ConsoleStage(at: "unix:\(path)", change: change) { method, parameters in
      guard method == "session.open", let actor = parameters["actor"]?.string else { return ConsoleStage.usual(method, parameters) }
      actors.withLock { $0.append(actor) }
      return .object(of: ["session": .object(of: ["actor": .string(actor)])])
    }
    defer { stage.close() }
    try body(stage, path, actors)
  }

  private static func handshake(_ more: String) -> String {
    "GET /rpc HTTP/1.1\r\nHost: calls.example\r\nOrigin: https://calls.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: hookswitch.v1\r\n\(more)\r\n"
  }

  @Test("Behind a proxy that is trusted, X-Remote-User opens the session of that person")
  func trustsProxy() throws {
    try withSocket(trustsProxy: true) { stage, path, actors in
      let client = HTTPClient(path: path)
      client.send(Self.handshake("X-Remote-User: anna\r\n"))
      #expect(client.readHead().hasPrefix("HTTP/1.1 101 "))
      client.sendFrame("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"host.status\"}")
      #expect(client.readText()?["id"]?.integer == 1)
      #expect(actors.withLock { $0 } == ["anna"])
      let metrics = HTTPClient(path: path)
      metrics.send("GET /metrics HTTP/1.1\r\nHost: calls.example\r\nX-Remote-User: bert\r\n\r\n")
      #expect(metrics.readAnswer().hasSuffix("hookswitch_ready 1\n"))
      #expect(actors.withLock { $0 } == ["anna", "bert"])
      // The proxy names a person on every request, or there is none.
      let nameless = HTTPClient(path: path)
      nameless.send(Self.handshake(""))
      #expect(nameless.readHead().hasPrefix("HTTP/1.1 401 "))
    }
  }

  @Test("Without trust in the proxy, X-Remote-User is no proof")
  func distrustsProxy() throws {
    try withSocket(trustsProxy: false) { stage, path, actors in
      let client = HTTPClient(path: path)
      client.send(Self.handshake("X-Remote-User: anna\r\n").replacing("https://", with: "http://"))
      #expect(client.readHead().hasPrefix("HTTP/1.1 401 "))
      let metrics = HTTPClient(path: path)
      metrics.send("GET /metrics HTTP/1.1\r\nHost: calls.example\r\nX-Remote-User: anna\r\n\r\n")
      #expect(metrics.readAnswer().hasPrefix("HTTP/1.1 401 "))
      let page = HTTPClient(path: path)
      page.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(page.readAnswer().hasPrefix("HTTP/1.1 200 "))
      #expect(actors.withLock { $0 }.isEmpty && stage.daemon.methods.isEmpty)
    }
  }

  @Test("On an address of IP, X-Remote-User is no proof, and trust in a proxy is refused")
  func distrustsNetwork() throws {
    let stage = try ConsoleStage()
    defer { stage.close() }
    let answer = stage.exchange("GET /metrics HTTP/1.1\nHost: HOST\nX-Remote-User: anna\n")
    #expect(answer.hasPrefix("HTTP/1.1 401 ") && stage.daemon.methods.isEmpty)
    #expect(throws: ConsoleError.self) { try ConsoleStage(change: { $0.trustsProxy = true }) }
  }

  // MARK: Health

  @Test(
    "/live and /ready answer 200 or 503 with the daemon's reasons, without a token",
    arguments: [(true, true), (true, false), (false, false)])
  func health(isLive: Bool, isReady: Bool) throws {
    let stage = try ConsoleStage(change: { _ in }) { method, parameters in
      guard method == "health.read" else { return ConsoleStage.usual(method, parameters) }
      return .object(of: ["live": .bool(isLive), "ready": .bool(isReady), "reasons": .strings(isReady ? [] : ["the host is draining"])])
    }
    defer { stage.close() }
    for (path, isWell) in [("/live", isLive), ("/ready", isReady)] {
      let answer = stage.exchange("GET \(path) HTTP/1.1\nHost: HOST\n")
      #expect(answer.hasPrefix("HTTP/1.1 \(isWell ? 200 : 503) "), "\(path)")
      #expect(answer.contains("Content-Type: application/json") && answer.contains("Cache-Control: no-store"))
      #expect(answer.contains("the host is draining") == !isReady)
      // Another site or name learns nothing.
      #expect(stage.exchange("GET \(path) HTTP/1.1\nHost: evil.example\n").hasPrefix("HTTP/1.1 421 "))
    }
    #expect(stage.exchange("POST /live HTTP/1.1\nHost: HOST\nContent-Length: 0\n").hasPrefix("HTTP/1.1 405 "))
    #expect(stage.daemon.methods == ["health.read", "health.read"])
  }
}

/// A certificate for 127.0.0.1 that signs itself, and its key, in a folder that is removed at the end.
final class CertificateFiles {
  let folder: URL
  var certificate: String { folder.appending(path: "server.pem").path }
  var key: String { folder.appending(path: "server.key").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "hookswitch-console-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let process = try Self.openssl([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=console",
      "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
    ])
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "openssl makes no certificate")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Sends a request over TLS to a console that must have this certificate, and returns the answer; the request must ask for the
  /// connection's end, which ends the answer.
  func exchange(_ port: UInt16, _ request: String) throws -> String {
    let (input, output) = (Pipe(), Pipe())
    let process = try Self.openssl(
      ["s_client", "-quiet", "-verify_return_error", "-CAfile", certificate, "-verify_ip", "127.0.0.1", "-connect", "127.0.0.1:\(port)"],
      input, output)
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    try input.fileHandleForWriting.write(contentsOf: Data(request.utf8))
    return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  private static func openssl(_ words: [String], _ input: Any? = nil, _ output: Any? = nil) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + words
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = output ?? FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }
}
