extension Settings {
  /// What can be set, for forms and for whoever checks files; sip.transport.json has the same, and a test compares them.
  ///
  /// A pattern says no more than its reader in Swift does.
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
        "display-name": {"description": "The name that others see.", "type": "string", "maxLength": 256, "default": ""},
        "registrar": {
          "description": "Where to register, such as sip:example.org; empty: nowhere.",
          "type": "string", "pattern": "^([Ss][Ii][Pp][Ss]?:[^ <>,]+)?$", "maxLength": 1024, "default": ""
        },
        "expires": {
          "description": "How long a registration holds, in seconds; it is renewed before that.",
          "type": "integer", "minimum": 1, "maximum": 86400, "default": 3600
        },
        "contacts": {
          "description": "Under which addresses others reach us: udp, tcp, tls for where the stack listens, or whole ones; none: where it listens.",
          "type": "array", "items": {"type": "string", "pattern": "^(udp|tcp|tls|[Ss][Ii][Pp][Ss]?:[^ <>,]+)$"}, "maxItems": 8, "default": []
        },
        "keep-alive": {
          "description": "Seconds between signs of life on the way to the registrar, which keep a NAT open; 0: none.",
          "type": "integer", "minimum": 0, "maximum": 3600, "default": 30
        },
        "outbound-proxy": {
          "description": "Where requests go first, such as sip:proxy.example.org;transport=tcp; empty: where the target's domain says.",
          "type": "string", "pattern": "^([Ss][Ii][Pp][Ss]?:[^ <>,]+)?$", "maxLength": 1024, "default": ""
        },
        "auth-user": {"description": "The user name for digests; that of uri unless said.", "type": "string", "maxLength": 256},
        "realm": {"description": "The one realm whose challenges are answered; empty: any of our own servers.", "type": "string", "maxLength": 256, "default": ""},
        "digest-without-qop": {
          "description": "Whether challenges of our own servers with MD5 and without qop are answered (RFC 2069).",
          "type": "boolean", "default": true
        },
        "secret": {
          "description": "The name of the secret with the password; empty: there is none.",
          "type": "string", "format": "hookswitch-secret", "default": ""
        },
        "withhold-identity": {"description": "Whether every call hides who we are (RFC 3323).", "type": "boolean", "default": false},
        "trusted-peers": {
          "description": "Addresses whose P-Asserted-Identity is believed, and that may call as often as they like.",
          "type": "array", "items": {"type": "string", "pattern": "^[0-9A-Fa-f.:]+$"}, "maxItems": 256, "default": []
        },
        "address": {
          "description": "Where to listen: an address of this machine, IPv4 or IPv6; auto: the one that leads to the registrar.",
          "type": "string", "pattern": "^(auto|[0-9A-Fa-f.:]+)$", "default": "127.0.0.1"
        },
        "port": {
          "description": "The port of UDP and TCP; 0: any.", "type": "integer", "minimum": 0, "maximum": 65535, "default": 5060
        },
        "transport": {
          "description": "What is spoken there; empty: UDP and TCP.", "type": "string", "enum": ["", "udp", "tcp", "tls"], "default": ""
        },
        "tls-port": {
          "description": "Where TLS is taken as well; 0: any, -1: nowhere.",
          "type": "integer", "minimum": -1, "maximum": 65535, "default": -1
        },
        "certificate": {
          "description": "A PEM file: by what callers over TLS know us; empty: nobody can call us by TLS.",
          "type": "string", "format": "path", "default": ""
        },
        "private-key": {
          "description": "A PEM file with the certificate's key; empty: it stands in the certificate's file.",
          "type": "string", "format": "path", "default": ""
        },
        "ca-file": {
          "description": "A PEM file: who signs the certificates of those whom we call; empty: whom the system trusts.",
          "type": "string", "format": "path", "default": ""
        },
        "check-certificates": {
          "description": "Whether signature and name of certificates must be right.", "type": "boolean", "default": true
        },
        "resolver-file": {
          "description": "Another /etc/resolv.conf; empty: the system's.", "type": "string", "format": "path", "default": ""
        },
        "session-expires": {
          "description": "Seconds after which a call that nobody refreshed is over (RFC 4028); not below min-session-expires.",
          "type": "integer", "minimum": 2, "maximum": 86400, "default": 1800
        },
        "min-session-expires": {
          "description": "The least of them that is accepted; less than 90 is for trials.",
          "type": "integer", "minimum": 2, "maximum": 86400, "default": 90
        },
        "transaction-seconds": {
          "description": "How long a request waits for its answer (64*T1 of RFC 3261).",
          "type": "integer", "minimum": 1, "maximum": 64, "default": 32
        },
        "max-ringing": {
          "description": "How many calls may ring at once before others hear 503.",
          "type": "integer", "minimum": 1, "maximum": 100000, "default": 1000
        },
        "calls-per-second-per-source": {
          "description": "How many calls one address may begin in a second.",
          "type": "integer", "minimum": 1, "maximum": 100000, "default": 500
        },
        "max-calls": {
          "description": "How many calls there may be at once, ringing or up, before others hear 503; 0: two for every five files that the process may open.",
          "type": "integer", "minimum": 0, "maximum": 100000, "default": 0
        },
        "max-calls-per-source": {
          "description": "How many of them one address may have, unless it is in trusted-peers; 0: half of them.",
          "type": "integer", "minimum": 0, "maximum": 100000, "default": 0
        },
        "ring-seconds": {
          "description": "How many seconds a call that came may ring before its caller hears 480.",
          "type": "integer", "minimum": 1, "maximum": 3600, "default": 300
        },
        "codecs": {
          "description": "What is offered, in this order.",
          "type": "array", "items": {"type": "string", "enum": ["opus", "g722", "pcma", "pcmu"]}, "minItems": 1, "uniqueItems": true,
          "default": ["opus", "g722", "pcma", "pcmu"]
        },
        "packet-ms": {
          "description": "Milliseconds of sound that we want in a packet.",
          "type": "integer", "enum": [10, 20, 30, 40, 50, 60], "default": 20
        },
        "srtp": {
          "description": "How the sound that we offer is encrypted: sdes: by keys in the description, over TLS alone; dtls: by a handshake.",
          "type": "string", "enum": ["off", "sdes", "dtls"], "default": "off"
        },
        "sdes-without-tls": {
          "description": "Whether keys of sound stand in descriptions that go without TLS as well: who reads along hears the call.",
          "type": "boolean", "default": false
        },
        "ice": {"description": "Whether ICE lite is offered; one that is offered is answered.", "type": "boolean", "default": false},
        "comfort-noise": {
          "description": "Whether silence is described instead of sent (RFC 3389), for codecs of 8 kHz.", "type": "boolean", "default": false
        },
        "dtmf": {
          "description": "How digits go out: beside the sound, as INFO, in the sound; auto: the first of them that the far end takes.",
          "type": "string", "enum": ["auto", "events", "info", "in-band"], "default": "auto"
        },
        "first-media-port": {
          "description": "The first port that sound may use; below last-media-port.",
          "type": "integer", "minimum": 1024, "maximum": 65000, "default": 16384
        },
        "last-media-port": {
          "description": "The last port that sound may use.", "type": "integer", "minimum": 1024, "maximum": 65535, "default": 32767
        },
        "media-timeout": {
          "description": "Seconds without a packet after which a call that is up is told to have no sound; 0: never.",
          "type": "integer", "minimum": 0, "maximum": 3600, "default": 10
        },
        "media-timeout-end": {
          "description": "Seconds without a packet after which such a call is ended; 0: never; not below media-timeout.",
          "type": "integer", "minimum": 0, "maximum": 86400, "default": 0
        }
      }
    }
    """#
}
