#if HOOKSWITCH_SIP
  internal import CSIPReading

  extension FuzzTarget {
    /// A SIP message as a datagram brings it, up to the events that a stack would tell of it.
    static let sip = FuzzTarget(name: "sip") { bytes in csip_try_message(bytes, bytes.count) }

    /// A description of a session.
    static let sdp = FuzzTarget(name: "sdp") { bytes in csip_try_description(String(decoding: bytes, as: UTF8.self)) }
  }
#endif
