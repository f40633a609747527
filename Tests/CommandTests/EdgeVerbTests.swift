#if HOOKSWITCH_CLUSTER
  import Foundation
  import Testing

  @Suite("hookswitch edge")
  struct EdgeVerbTests {
    @Test(
      "names the wrong setting, and connects to nothing",
      arguments: [
        ([], "--config FILE with the member cluster"),
        (["--cluster", "acme"], "--server ADDRESS"),
        (["--cluster", "a b", "--server", "nats://127.0.0.1:4222"], "letters, digits, - and _"),
        (["--cluster", "acme", "--server", "127.0.0.1"], "is not of the form tls://HOST:PORT"),
        (["--cluster", "acme", "--server", "nats://127.0.0.1:4222", "--kamailio", "rpc.sock"], "is no path of a socket"),
        (["--cluster", "acme", "--server", "nats://127.0.0.1:4222", "--kamailio", "/a", "--kamailio", "/a"], "was given twice"),
        (["--cluster", "acme", "--server", "nats://127.0.0.1:4222", "--silence", "1"], "--silence is 1"),
        (["--config", "/nowhere/edge.json"], "/nowhere/edge.json"),
      ])
    func mistakes(_ arguments: [String], _ names: String) async throws {
      let outcome = try await BuiltCommand.run(["edge"] + arguments)
      #expect(outcome.exitCode == 2, "\(outcome.complaint)")
      #expect(outcome.complaint.contains(names), "\(outcome.complaint)")
    }

    @Test(
      "names the place of a fault in its file",
      arguments: [
        ("{\"cluster\": {\"name\": \"acme\"}}", "$.cluster"),
        ("{\"cluster\": {\"name\": \"acme\", \"servers\": [], \"nkye\": \"x\"}}", "$.cluster.nkye"),
        ("{\"edge\": {\"kamailio\": \"/a\"}}", "$.edge.kamailio"), ("{\"edge\": {\"silence\": 1}}", "$.edge.silence"), ("[]", "$"),
      ])
    func files(_ text: String, _ names: String) async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "edge-\(UUID()).json")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(text.utf8).write(to: file)
      let outcome = try await BuiltCommand.run(["edge", "--config", file.path])
      #expect(outcome.exitCode == 2)
      #expect(outcome.complaint.contains(names), "\(outcome.complaint)")
    }
  }
#endif
