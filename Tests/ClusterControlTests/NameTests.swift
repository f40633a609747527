import ClusterControl
import Digests
import Testing

@Suite("Names of a cluster")
struct NameTests {
  @Test(
    "SHA-256 gives the digests of FIPS 180-4",
    arguments: [
      ("", [0xe3b0_c442, 0x98fc_1c14, 0x9afb_f4c8, 0x996f_b924, 0x27ae_41e4, 0x649b_934c, 0xa495_991b, 0x7852_b855] as [UInt32]),
      ("abc", [0xba78_16bf, 0x8f01_cfea, 0x4141_40de, 0x5dae_2223, 0xb003_61a3, 0x9617_7a9c, 0xb410_ff61, 0xf200_15ad]),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        [0x248d_6a61, 0xd206_38b8, 0xe5c0_2693, 0x0c3e_6039, 0xa33c_e459, 0x64ff_2167, 0xf6ec_edd4, 0x19db_06c1]
      ),
    ])
  func digests(text: String, digest: [UInt32]) {
    #expect(SHA256.state(of: Array(text.utf8)) == digest)
  }

  @Test("SHA-256 of a million letters a")
  func longDigest() {
    let digest = SHA256.state(of: Array(repeating: 0x61, count: 1_000_000))
    #expect(digest == [0xcdc7_6e5c, 0x9914_fb92, 0x81a1_c7e2, 0x84d7_3e67, 0xf180_9a48, 0xa497_200e, 0x046d_39cc, 0xc711_2cd0])
  }

  @Test("K1 A line's slot is the first digits of SHA-256 of its name", arguments: [("alice", "2bd"), ("bob", "81b"), ("carol", "4c2")])
  func slots(line: String, slot: String) {
    #expect(Slot(of: line, digits: 3).description == slot)
    #expect(Slot(of: line, digits: 4).description.hasPrefix(slot))
    #expect(Slot(slot) == Slot(of: line, digits: 3))
  }

  @Test("A slot is read from lower-case digits only", arguments: ["A3F", "g00", "", "12345", "a3 ", "+12"])
  func badSlots(text: String) {
    #expect(Slot(text) == nil)
  }

  @Test(
    "A name as a token",
    arguments: [("agent-9", "agent-9"), ("a_B", "a_B"), ("a.b*>", "a=2eb=2a=3e"), ("=", "=3d"), ("ü", "=c3=bc"), ("", "")])
  func tokens(name: String, token: String) {
    #expect(NameToken.encode(name) == token)
    #expect(NameToken.decode(token) == name)
  }

  @Test("A name has one token only", arguments: ["=61", "=2E", "=2", "=", "a.b", "=ff", "ü"])
  func badTokens(token: String) {
    #expect(NameToken.decode(token) == nil)
  }

  @Test("An incarnation is a UUID in lower case")
  func incarnations() {
    let text = "0123abcd-0000-4fff-8000-00000000000a"
    #expect(Incarnation(text)?.description == text)
    #expect(Incarnation(text.uppercased())?.description == text)
    #expect(Incarnation("0123abcd00004fff800000000000000a") == nil)
    #expect(Incarnation("0123abcd-0000-4fff-8000-00000000000g") == nil)
  }
}
