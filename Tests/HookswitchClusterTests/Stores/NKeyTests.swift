import HookswitchCluster
import Testing

/// The keys of NATS users, and the addresses of servers.
@Suite struct NKeyTests {
  @Test func `a seed gives back its own text, and a user's public key`() throws {
    let key = try NKey(random: Array(0..<32))
    #expect(key.seed.hasPrefix("SU") && key.seed.utf8.count == 58)
    #expect(key.publicKey.hasPrefix("U") && key.publicKey.utf8.count == 56)
    let again = try NKey(seed: key.seed + "\n" + key.publicKey + "\n")
    #expect(again.seed == key.seed && again.publicKey == key.publicKey)
  }

  @Test(arguments: ["", "SU", "password", String(repeating: "A", count: 58)]) func `refuses other text, without showing it`(_ text: String)
  {
    let error = #expect(throws: ClusterStoreError.self) { try NKey(seed: text) }
    if text.count > 2, let error { #expect(!"\(error)".contains(text)) }
  }

  @Test func `finds each wrong letter of a seed`() throws {
    let seed = Array(try NKey(random: Array(repeating: 0x5a, count: 32)).seed)
    for place in seed.indices {
      var wrong = seed
      wrong[place] = wrong[place] == "A" ? "B" : "A"
      #expect(throws: ClusterStoreError.self, "\(place)") { try NKey(seed: String(wrong)) }
    }
  }

  @Test func `reads addresses, and nothing with a password in it`() throws {
    let address = try #require(NATSAddress("tls://n1.example:4222"))
    #expect(address.isSecure && address.host == "n1.example" && address.port == 4_222)
    #expect(NATSAddress("nats://[::1]:4222")?.host == "::1")
    for text in [
      "", "n1:4222", "tls://n1", "tls://:4222", "tls://user:secret@n1:4222", "tls://n1:0", "tls://n1:65536", "tls://n 1:1", "tls://::1:4",
    ] {
      #expect(NATSAddress(text) == nil, "\(text)")
    }
  }

  @Test func `a cluster's name stands in the names of streams`() throws {
    #expect(try ClusterNames(cluster: "acme").stream(.slots) == "KV_hsw_acme_slots")
    for name in ["", "a.b", "a b", "ä", String(repeating: "x", count: 33)] {
      #expect(throws: ClusterStoreError.self) { try ClusterNames(cluster: name) }
    }
  }
}
