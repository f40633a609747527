#if HOOKSWITCH_SIP
  internal import CSIPReading

  extension FuzzTarget {
    /// Parses a SIP message from a datagram, up to the events of the stack.
    static let sip = FuzzTarget(name: "sip") { bytes in csip_try_message(bytes, bytes.count) }

    /// Reads a packet between two versions of the stack, and the Call-IDs of a datagram.
    static let sipPackets = FuzzTarget(name: "sip-packets") { bytes in csip_try_packet(bytes, bytes.count) }

    /// Parses a session description.
    static let sdp = FuzzTarget(name: "sdp") { bytes in csip_try_description(String(decoding: bytes, as: UTF8.self)) }
  }
#endif
