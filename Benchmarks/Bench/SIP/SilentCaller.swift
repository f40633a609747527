/// A caller that offers no media in either direction and stays connected, so that only signalling is measured.
enum SilentCaller {
  static let scenario = """
    <?xml version="1.0" encoding="UTF-8"?>
    <scenario name="silent">
      <send retrans="500" start_rtd="1"><![CDATA[

    INVITE sip:service@[remote_ip]:[remote_port] SIP/2.0
    Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
    From: <sip:sipp@[local_ip]:[local_port]>;tag=[pid]-[call_number]
    To: <sip:service@[remote_ip]:[remote_port]>
    Call-ID: [call_id]
    CSeq: 1 INVITE
    Contact: <sip:sipp@[local_ip]:[local_port]>
    Max-Forwards: 70
    Content-Type: application/sdp
    Content-Length: [len]

    v=0
    o=sipp 1 1 IN IP4 [local_ip]
    s=-
    c=IN IP4 [media_ip]
    t=0 0
    m=audio [media_port] RTP/AVP 0
    a=rtpmap:0 PCMU/8000
    a=inactive

    ]]></send>
      <recv response="100" optional="true"/>
      <recv response="180" optional="true"/>
      <recv response="200" rtd="1"/>
      <send><![CDATA[

    ACK sip:service@[remote_ip]:[remote_port] SIP/2.0
    Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
    From: <sip:sipp@[local_ip]:[local_port]>;tag=[pid]-[call_number]
    To: <sip:service@[remote_ip]:[remote_port]>[peer_tag_param]
    Call-ID: [call_id]
    CSeq: 1 ACK
    Max-Forwards: 70
    Content-Length: 0

    ]]></send>
      <pause/>
      <send retrans="500"><![CDATA[

    BYE sip:service@[remote_ip]:[remote_port] SIP/2.0
    Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
    From: <sip:sipp@[local_ip]:[local_port]>;tag=[pid]-[call_number]
    To: <sip:service@[remote_ip]:[remote_port]>[peer_tag_param]
    Call-ID: [call_id]
    CSeq: 2 BYE
    Max-Forwards: 70
    Content-Length: 0

    ]]></send>
      <recv response="200" crlf="true"/>
    </scenario>

    """
}
