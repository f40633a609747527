extension Settings {
  /// The configuration's JSON schema, for forms and file checkers; sip.transport.json contains the same, and a test compares them.
  ///
  /// A pattern accepts everything that the Swift code accepts.
  static let schema = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "SIP account",
      "type": "object",
      "additionalProperties": false,
      "dependentRequired": {"registrar": ["uri"], "private-key": ["certificate"]},
      "properties": {
        "uri": {
          "description": "Our address, such as sip:alice@example.org; empty: direct calls between addresses.",
          "type": "string", "pattern": "^([Ss][Ii][Pp][Ss]?:[^ <>,]+@[^ <>,]+)?$", "maxLength": 1024, "default": ""
        },
        "display-name": {"description": "Our name, which the far end sees.", "type": "string", "maxLength": 256, "default": ""},
        "registrar": {
          "description": "The registrar's address, such as sip:example.org; empty: no registration.",
          "type": "string", "pattern": "^([Ss][Ii][Pp][Ss]?:[^ <>,]+)?$", "maxLength": 1024, "default": ""
        },
        "expires": {
          "description": "The lifetime of a registration, in seconds; the account renews it earlier.",
          "type": "integer", "minimum": 1, "maximum": 86400, "default": 3600
        },
        "contacts": {
          "description": "Our Contact addresses: udp, tcp, tls for the stack's own address, or complete addresses; none: the listening address.",
          "type": "array", "items": {"type": "string", "pattern": "^(udp|tcp|tls|[Ss][Ii][Pp][Ss]?:[^ <>,]+)$"}, "maxItems": 8, "default": []
        },
        "keep-alive": {
          "description": "Seconds between keep-alive messages to the registrar, which keep a NAT open; 0: none.",
          "type": "integer", "minimum": 0, "maximum": 3600, "default": 30
        },
        "instance": {
          "description": "The account's instance at its registrar, which replaces the contact of another host with it: a UUID, or a name; empty: none.",
          "type": "string", "maxLength": 256, "default": ""
        },
        "former-contacts": {
          "description": "Contacts of another host of this account, which registering removes.",
          "type": "array", "items": {"type": "string", "pattern": "^[Ss][Ii][Pp][Ss]?:[^ <>,]+$"}, "maxItems": 8, "default": []
        },
        "outbound-proxy": {
          "description": "The first hop of requests, such as sip:proxy.example.org;transport=tcp; empty: by the target's domain.",
          "type": "string", "pattern": "^([Ss][Ii][Pp][Ss]?:[^ <>,]+)?$", "maxLength": 1024, "default": ""
        },
        "auth-user": {"description": "The user name for digests; default: that of uri.", "type": "string", "maxLength": 256},
        "realm": {"description": "The only realm whose challenges the account answers; empty: any of our own servers.", "type": "string", "maxLength": 256, "default": ""},
        "digest-without-qop": {
          "description": "True: answers challenges of our own servers with MD5 and without qop (RFC 2069).",
          "type": "boolean", "default": true
        },
        "secret": {
          "description": "The name of the secret with the password; empty: none.",
          "type": "string", "format": "hookswitch-secret", "default": ""
        },
        "withhold-identity": {"description": "True: every call hides our identity (RFC 3323).", "type": "boolean", "default": false},
        "trusted-peers": {
          "description": "Trusted addresses: their P-Asserted-Identity is believed, and their rate of calls is not limited.",
          "type": "array", "items": {"type": "string", "pattern": "^[0-9A-Fa-f.:]+$"}, "maxItems": 256, "default": []
        },
        "address": {
          "description": "The listening address: one of this machine, IPv4 or IPv6; auto: the one on the route to the registrar.",
          "type": "string", "pattern": "^(auto|[0-9A-Fa-f.:]+)$", "default": "127.0.0.1"
        },
        "port": {
          "description": "The port of UDP and TCP; 0: any.", "type": "integer", "minimum": 0, "maximum": 65535, "default": 5060
        },
        "transport": {
          "description": "The transport protocol; empty: UDP and TCP.", "type": "string", "enum": ["", "udp", "tcp", "tls"], "default": ""
        },
        "tls-port": {
          "description": "The additional port for TLS; 0: any, -1: none.",
          "type": "integer", "minimum": -1, "maximum": 65535, "default": -1
        },
        "certificate": {
          "description": "A PEM file with our certificate for callers over TLS; empty: no calls over TLS to us.",
          "type": "string", "format": "path", "default": ""
        },
        "private-key": {
          "description": "A PEM file with the certificate's key; empty: the certificate's file has it.",
          "type": "string", "format": "path", "default": ""
        },
        "ca-file": {
          "description": "A PEM file with the authorities that sign callees' certificates; empty: the system's.",
          "type": "string", "format": "path", "default": ""
        },
        "check-certificates": {
          "description": "True: a certificate's signature and name must be valid.", "type": "boolean", "default": true
        },
        "resolver-file": {
          "description": "Another /etc/resolv.conf; empty: the system's.", "type": "string", "format": "path", "default": ""
        },
        "session-expires": {
          "description": "Seconds after which a call without a refresh ends (RFC 4028); not below min-session-expires.",
          "type": "integer", "minimum": 2, "maximum": 86400, "default": 1800
        },
        "min-session-expires": {
          "description": "The smallest accepted session-expires; less than 90 is for tests.",
          "type": "integer", "minimum": 2, "maximum": 86400, "default": 90
        },
        "transaction-seconds": {
          "description": "The time-out of a request (64*T1 of RFC 3261).",
          "type": "integer", "minimum": 1, "maximum": 64, "default": 32
        },
        "max-ringing": {
          "description": "The limit on calls that ring at once; further callers get 503.",
          "type": "integer", "minimum": 1, "maximum": 100000, "default": 1000
        },
        "calls-per-second-per-source": {
          "description": "The limit on new calls from one address in a second.",
          "type": "integer", "minimum": 1, "maximum": 100000, "default": 500
        },
        "max-calls": {
          "description": "The limit on calls at once, ringing or up; further callers get 503. 0: two for every five files that the process may open.",
          "type": "integer", "minimum": 0, "maximum": 100000, "default": 0
        },
        "max-calls-per-source": {
          "description": "The limit on these calls from one address that is not in trusted-peers; 0: half of max-calls.",
          "type": "integer", "minimum": 0, "maximum": 100000, "default": 0
        },
        "ring-seconds": {
          "description": "The ring time of an incoming call in seconds, after which its caller gets 480.",
          "type": "integer", "minimum": 1, "maximum": 3600, "default": 300
        },
        "codecs": {
          "description": "The offered codecs, in this order.",
          "type": "array", "items": {"type": "string", "enum": ["opus", "g722", "pcma", "pcmu"]}, "minItems": 1, "uniqueItems": true,
          "default": ["opus", "g722", "pcma", "pcmu"]
        },
        "packet-ms": {
          "description": "The preferred milliseconds of media in a packet.",
          "type": "integer", "enum": [10, 20, 30, 40, 50, 60], "default": 20
        },
        "srtp": {
          "description": "The encryption in our offers: sdes: keys in the session description, only over TLS; dtls: a handshake.",
          "type": "string", "enum": ["off", "sdes", "dtls"], "default": "off"
        },
        "sdes-without-tls": {
          "description": "True: sends media keys in session descriptions without TLS as well. Any reader of them can hear the call.",
          "type": "boolean", "default": false
        },
        "ice": {"description": "True: offers ICE lite. The account always answers an offer with ICE.", "type": "boolean", "default": false},
        "comfort-noise": {
          "description": "True: describes silence instead of sending it (RFC 3389), for codecs of 8 kHz.", "type": "boolean", "default": false
        },
        "dtmf": {
          "description": "The way to send digits: beside the audio, as INFO, in the audio; auto: the first that the far end accepts.",
          "type": "string", "enum": ["auto", "events", "info", "in-band"], "default": "auto"
        },
        "first-media-port": {
          "description": "The first media port; below last-media-port.",
          "type": "integer", "minimum": 1024, "maximum": 65000, "default": 16384
        },
        "last-media-port": {
          "description": "The last media port.", "type": "integer", "minimum": 1024, "maximum": 65535, "default": 32767
        },
        "media-timeout": {
          "description": "Seconds without a packet after which the account reports that an active call has no media; 0: never.",
          "type": "integer", "minimum": 0, "maximum": 3600, "default": 10
        },
        "media-timeout-end": {
          "description": "Seconds without a packet after which the account ends such a call; 0: never; not below media-timeout.",
          "type": "integer", "minimum": 0, "maximum": 86400, "default": 0, "examples": [60]
        }
      }
    }
    """#
}
