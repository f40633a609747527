extension Settings {
  /// The exact text of docs/mock-pstn.schema.json; a test compares them.
  static let schema = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Mock PSTN",
      "description": "A telephone exchange in a box: the settings of the transport, and the file that its setting file names.",
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "file": {
          "description": "A file with the same settings, as one JSON object; what stands beside it here goes before.",
          "type": "string", "pattern": "^."
        },
        "name": {"description": "A name for people.", "type": "string", "default": ""},
        "country": {
          "description": "Whose number plan and tones: ISO 3166.", "enum": ["US", "GB", "DE", "FR", "JP"], "default": "US"
        },
        "area-code": {
          "description": "Completes what is dialed without one; each country has a default.", "type": "string", "pattern": "^[0-9]{1,6}$"
        },
        "number": {
          "description": "Our own number, shown to whom we call; built-in 98 unless said.", "$ref": "#/$defs/number"
        },
        "line": {
          "description": "subscriber: one active and one held call, a conference of three. trunk: without such limits.",
          "enum": ["trunk", "subscriber"], "default": "trunk"
        },
        "call-waiting": {"description": "Whether a call is offered while another is up.", "type": "boolean", "default": true},
        "max-calls": {
          "description": "Calls at once on a trunk; 0 for no limit.", "type": "integer", "minimum": 0, "maximum": 1000000, "default": 0
        },
        "show-numbers": {
          "description": "How numbers of callers in this country are written: E.164, or as they are dialed.",
          "enum": ["international", "national"], "default": "international"
        },
        "seed": {
          "description": "Of all chance: the same seed does the same.", "type": "integer", "minimum": 0, "maximum": 4294967295,
          "default": 1
        },
        "congestion": {
          "description": "The probability that a call of ours finds no circuit.", "type": "number", "minimum": 0, "maximum": 1, "default": 0
        },
        "tone-s": {
          "description": "How long busy and its like are heard before the network clears; 0: no tones, not even ringback.",
          "type": "number", "minimum": 0, "maximum": 600, "default": 3
        },
        "no-answer-s": {
          "description": "How long it rings where nobody answers.", "type": "number", "minimum": 0, "maximum": 600, "default": 30
        },
        "numbers": {
          "description": "What numbers do, by the number as it is dialed here or with + and country code; before what is built in.",
          "type": "object", "default": {}, "additionalProperties": {"$ref": "#/$defs/behaviour"}
        },
        "recordings": {
          "description": "The folder for recordings whose path is not absolute; the folder for temporary files unless said.",
          "type": "string", "pattern": "^."
        },
        "schedule": {
          "description": "Calls that come by themselves: a Poisson process.",
          "type": "object", "additionalProperties": false, "required": ["calls-per-s"],
          "properties": {
            "calls-per-s": {"description": "In the mean.", "type": "number", "minimum": 0.0001, "maximum": 1000},
            "holding-s": {"description": "How long an answered call lasts, in the mean.", "$ref": "#/$defs/seconds", "default": 60},
            "from": {"description": "Who calls, by chance.", "type": "array", "items": {"$ref": "#/$defs/number"}},
            "limit": {"description": "How many calls in all; 0 for no end.", "type": "integer", "minimum": 0, "default": 0}
          }
        }
      },
      "examples": [
        {"country": "GB", "line": "subscriber", "numbers": {"7946 0123": {"does": "busy"}}},
        {
          "numbers": {
            "555-0123": {"does": "menu", "name": "Acme", "keys": {"1": ["echo"], "9": ["hang-up"]}},
            "555-0142": {"steps": ["proceed", "ring", {"wait-s": 2}, "answer", {"speak": "42"}, {"wait-s": 3}, {"hang-up": 16}]}
          },
          "schedule": {"calls-per-s": 0.1, "holding-s": 20, "from": ["555-0142"]}
        }
      ],
      "$defs": {
        "number": {"type": "string", "pattern": "^[-+0-9 ./()]+$"},
        "digits": {"type": "string", "pattern": "^[0-9*#A-D]+$"},
        "seconds": {"type": "number", "minimum": 0, "maximum": 86400},
        "cause": {"description": "ITU-T Q.850.", "type": "integer", "minimum": 1, "maximum": 127},
        "keys": {"type": "object", "propertyNames": {"pattern": "^[0-9*#A-D]$"}, "additionalProperties": {"$ref": "#/$defs/steps"}},
        "tone": {"enum": ["ringback", "busy", "reorder", "unallocated", "no-circuit", "confirmation"]},
        "behaviour": {
          "type": "object", "additionalProperties": false,
          "oneOf": [{"required": ["does"]}, {"required": ["steps"]}],
          "properties": {
            "name": {"description": "The name in its caller id.", "type": "string", "minLength": 1},
            "withheld": {"description": "Its caller id is kept back.", "type": "boolean", "default": false},
            "does": {
              "enum": [
                "answer", "ring-out", "busy", "decline", "reorder", "unallocated", "no-circuit", "hang-up", "drop", "elsewhere", "call-back",
                "play", "speak", "send", "echo", "record", "conference", "menu", "forward", "congestion", "test-peer"
              ]
            },
            "steps": {"$ref": "#/$defs/steps"},
            "after-s": {"description": "How long it rings first.", "$ref": "#/$defs/seconds"},
            "for-s": {"description": "ring-out, hang-up, drop: how long it lasts.", "$ref": "#/$defs/seconds"},
            "file": {"description": "play, record: a WAV file.", "type": "string", "minLength": 1},
            "digits": {"description": "speak, send.", "$ref": "#/$defs/digits"},
            "room": {"description": "conference: all in the room hear each other.", "type": "string", "minLength": 1},
            "to": {"description": "forward.", "$ref": "#/$defs/number"},
            "when": {"description": "forward.", "enum": ["always", "busy", "no-answer"], "default": "always"},
            "probability": {"description": "congestion; otherwise it answers.", "type": "number", "minimum": 0, "maximum": 1},
            "keys": {"description": "menu: the steps behind each digit.", "$ref": "#/$defs/keys"},
            "otherwise": {"description": "menu: the steps behind any other.", "$ref": "#/$defs/steps"}
          }
        },
        "steps": {"type": "array", "items": {"$ref": "#/$defs/step"}},
        "step": {
          "oneOf": [
            {
              "enum": [
                "proceed", "ring", "answer", "hold", "resume", "echo", "ignore", "quiet", "vanish", "ring-unanswered", "hang-up",
                "answer-elsewhere", "decline-elsewhere"
              ]
            },
            {
              "type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": false,
              "properties": {
                "wait-s": {"$ref": "#/$defs/seconds"},
                "tone": {"description": "For as long as tone-s says.", "$ref": "#/$defs/tone"},
                "play-tone": {"description": "For as long as nothing else is played.", "$ref": "#/$defs/tone"},
                "play": {"description": "A WAV file.", "type": "string", "minLength": 1},
                "sine-hz": {"type": "number", "minimum": 50, "maximum": 3900},
                "noise-dbm0": {"description": "White noise.", "type": "number", "minimum": -80, "maximum": 0},
                "repeat-digits": {"description": "Those that it has heard since it last did.", "enum": ["tones", "speech", "name"]},
                "speak": {"type": "string", "pattern": "^[0-9]+$"},
                "send": {"$ref": "#/$defs/digits"},
                "record": {"type": "string", "minLength": 1},
                "room": {"type": "string", "minLength": 1},
                "menu": {
                  "type": "object", "additionalProperties": false, "required": ["keys"],
                  "properties": {"keys": {"$ref": "#/$defs/keys"}, "otherwise": {"$ref": "#/$defs/steps"}}
                },
                "hang-up": {"$ref": "#/$defs/cause"},
                "forward": {"$ref": "#/$defs/number"},
                "chance": {
                  "description": "With this probability, these steps in place of the rest.",
                  "type": "object", "additionalProperties": false, "required": ["probability", "steps"],
                  "properties": {"probability": {"type": "number", "minimum": 0, "maximum": 1}, "steps": {"$ref": "#/$defs/steps"}}
                },
                "call-back": {
                  "type": "object", "additionalProperties": false,
                  "properties": {
                    "after-s": {"$ref": "#/$defs/seconds", "default": 1},
                    "from": {"$ref": "#/$defs/number"},
                    "diverted-from": {"description": "Whom the caller dialed.", "$ref": "#/$defs/number"},
                    "withheld": {"type": "boolean", "default": false},
                    "unavailable": {"description": "The network cannot say who calls.", "type": "boolean", "default": false},
                    "ringing": {"description": "What the caller does while it rings.", "$ref": "#/$defs/steps"},
                    "answered": {"description": "What the caller does once it was answered.", "$ref": "#/$defs/steps"}
                  }
                },
                "claim": {"description": "Says so, whether or not it is.", "enum": ["connecting", "ringing", "early-media"]},
                "cut-line-s": {"$ref": "#/$defs/seconds"},
                "restart-s": {"$ref": "#/$defs/seconds"}
              }
            }
          ]
        }
      }
    }
    """#
}
