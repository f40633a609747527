/// The scenarios of SIPp in the tests of the edge.
enum FrontScenario {
  /// The answer of a node to a call.
  enum Answer {
    /// It rings and answers.
    case takes
    /// It rings, and nothing follows.
    case rings
    /// It sends the call to another node.
    case moved(to: String)
    /// It is cut off.
    case unavailable
  }

  /// The end of a caller's scenario.
  enum End {
    /// The caller hangs up after a moment.
    case hangsUp
    /// The far end hangs up.
    case awaitsBye
    /// The call is refused with this status.
    case refused(Int)
  }

  static func node(_ answer: Answer) -> String {
    let invite = "<recv request=\"INVITE\" crlf=\"true\" rrs=\"true\"/>\n"
    let contact = "Contact: <sip:node@[local_ip]:[local_port]>\r\n"
    let body =
      switch answer {
      case .takes:
        invite + reply("180 Ringing", contact) + reply("200 OK", contact) + "<recv request=\"ACK\"/>\n<recv request=\"BYE\"/>\n"
          + reply("200 OK", "", to: "[last_To:]")
      case .rings: invite + reply("180 Ringing", contact) + "<recv request=\"CANCEL\"/>\n" + reply("200 OK", "", to: "[last_To:]")
      case .moved(let address):
        invite + reply("302 Moved Temporarily", "Contact: <sip:line@\(address)>\r\n") + "<recv request=\"ACK\"/>\n"
      case .unavailable: invite + reply("503 Service Unavailable", "Retry-After: 1\r\n") + "<recv request=\"ACK\"/>\n"
      }
    return document("node", body)
  }

  static func caller(_ end: End) -> String {
    let optional = [100, 180].map { "<recv response=\"\($0)\" optional=\"true\"/>\n" }.joined()
    let invite = send(
      "INVITE sip:[service]@[remote_ip]:[remote_port] SIP/2.0", "To: <sip:[service]@[remote_ip]:[remote_port]>", cseq: "1 INVITE",
      "Contact: <sip:caller@[local_ip]:[local_port]>\r\n", " retrans=\"500\"")
    let answered =
      "<recv response=\"200\" rrs=\"true\"/>\n"
      + send("ACK [next_url] SIP/2.0", "To: <sip:[service]@[remote_ip]:[remote_port]>[peer_tag_param]", cseq: "1 ACK", "[routes]\r\n")
    let rest =
      switch end {
      case .hangsUp:
        answered + "<pause milliseconds=\"100\"/>\n"
          + send(
            "BYE [next_url] SIP/2.0", "To: <sip:[service]@[remote_ip]:[remote_port]>[peer_tag_param]", cseq: "2 BYE", "[routes]\r\n",
            " retrans=\"500\"")
          + "<recv response=\"200\"/>\n"
      case .awaitsBye: answered + "<recv request=\"BYE\"/>\n" + reply("200 OK", "", to: "[last_To:]")
      case .refused(let status):
        "<recv response=\"\(status)\"/>\n"
          + send(
            "ACK sip:[service]@[remote_ip]:[remote_port] SIP/2.0", "To: <sip:[service]@[remote_ip]:[remote_port]>[peer_tag_param]",
            cseq: "1 ACK", "")
      }
    return document("caller", invite + optional + rest)
  }

  private static func document(_ name: String, _ body: String) -> String {
    "<?xml version=\"1.0\" encoding=\"ISO-8859-1\" ?>\n<scenario name=\"\(name)\">\n\(body)</scenario>\n"
  }

  private static func reply(_ status: String, _ headers: String, to: String = "[last_To:];tag=[pid]node[call_number]") -> String {
    """
    <send><![CDATA[
    SIP/2.0 \(status)
    [last_Via:]
    [last_Record-Route:]
    [last_From:]
    \(to)
    [last_Call-ID:]
    [last_CSeq:]
    \(headers.replacing("\r\n", with: "\n"))Content-Length: 0

    ]]></send>

    """
  }

  private static func send(_ line: String, _ to: String, cseq: String, _ headers: String, _ attributes: String = "") -> String {
    """
    <send\(attributes)><![CDATA[
    \(line)
    Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
    Max-Forwards: 70
    From: <sip:caller@example.org>;tag=[pid]caller[call_number]
    \(to)
    Call-ID: [call_id]
    CSeq: \(cseq)
    \(headers.replacing("\r\n", with: "\n"))Content-Length: 0

    ]]></send>

    """
  }
}
