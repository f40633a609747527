import FoundationEssentials

/// A caller with media that holds and resumes the call.
enum SoakCaller {
  /// Writes the scenario and its audio into the folder, and returns the path of the scenario.
  static func prepare(in folder: TemporaryFolder) throws -> String {
    // A second of silence in G.711 µ-law.
    try Data(repeating: 0xFF, count: 8000).write(to: URL(filePath: "\(folder.path)/silence.raw"))
    try folder.write(scenario(sound: "\(folder.path)/silence.raw"), to: "soak.xml")
    return "\(folder.path)/soak.xml"
  }

  private static func scenario(sound: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <scenario name="soak">
      <send retrans="500"><![CDATA[
    \(invite(1, "sendrecv"))
    ]]></send>
      <recv response="100" optional="true"/>
      <recv response="180" optional="true"/>
      <recv response="200"/>
      <send><![CDATA[
    \(request("ACK", 1))
    ]]></send>
      <nop><action><exec rtp_stream="\(sound),1,0"/></action></nop>
      <pause milliseconds="1500"/>
      <send retrans="500"><![CDATA[
    \(invite(2, "sendonly"))
    ]]></send>
      <recv response="100" optional="true"/>
      <recv response="200"/>
      <send><![CDATA[
    \(request("ACK", 2))
    ]]></send>
      <pause milliseconds="500"/>
      <send retrans="500"><![CDATA[
    \(invite(3, "sendrecv"))
    ]]></send>
      <recv response="100" optional="true"/>
      <recv response="200"/>
      <send><![CDATA[
    \(request("ACK", 3))
    ]]></send>
      <pause milliseconds="500"/>
      <send retrans="500"><![CDATA[
    \(request("BYE", 4))
    ]]></send>
      <recv response="200"/>
    </scenario>

    """
  }

  private static func head(_ method: String, _ number: Int) -> String {
    """

    \(method) sip:service@[remote_ip]:[remote_port] SIP/2.0
    Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
    From: <sip:soak@[local_ip]:[local_port]>;tag=[pid]-[call_number]
    To: <sip:service@[remote_ip]:[remote_port]>[peer_tag_param]
    Call-ID: [call_id]
    CSeq: \(number) \(method)
    Contact: <sip:soak@[local_ip]:[local_port]>
    Max-Forwards: 70
    """
  }

  private static func request(_ method: String, _ number: Int) -> String { head(method, number) + "\nContent-Length: 0\n" }

  private static func invite(_ number: Int, _ direction: String) -> String {
    head("INVITE", number) + """

      Content-Type: application/sdp
      Content-Length: [len]

      v=0
      o=soak 1 \(number) IN IP4 [local_ip]
      s=-
      c=IN IP4 [media_ip]
      t=0 0
      m=audio [rtpstream_audio_port] RTP/AVP 0
      a=rtpmap:0 PCMU/8000
      a=\(direction)

      """
  }
}
