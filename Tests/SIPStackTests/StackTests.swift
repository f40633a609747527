import CSIPStack
import Testing

@Suite("A SIP stack")
struct StackTests {
  @Test("that cannot listen says why, and is none")
  func noAddress() {
    var error = [CChar](repeating: 0, count: 256)
    let stack = "sip:192.0.2.1:5060".withCString { url in
      var settings = csip_settings(
        url: url, sips_url: nil, certificates: nil, checks_certificates: 1, resolver: nil, session_expires: 1800, min_session_expires: 90,
        transaction_seconds: 32, user_agent: nil, limits: csip_limits())
      return csip_start(&settings, { _, _ in }, nil, nil, &error, error.count)
    }
    #expect(stack == nil)
    #expect(error[0] != 0)
  }
}
