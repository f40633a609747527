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
          "description": "A file with the same settings, as one JSON object; settings beside it here override those in the file.",
          "type": "string", "format": "path", "pattern": "^."
        },
        "name": {"description": "A name for people.", "type": "string", "default": ""},
        "country": {
          "description": "The country of the number plan and the tones: ISO 3166.", "enum": ["US", "GB", "DE", "FR", "JP"], "default": "US"
        },
        "area-code": {
          "description": "The area code for numbers dialed without one; each country has a default.", "type": "string", "pattern": "^[0-9]{1,6}$"
        },
        "number": {
          "description": "Our own number, which callees see; default: built-in 98.", "$ref": "#/$defs/number"
        },
        "line": {
          "description": "subscriber: one active and one held call, a conference of three. trunk: without such limits.",
          "enum": ["trunk", "subscriber"], "default": "trunk"
        },
        "call-waiting": {"description": "True: the exchange offers a call while another is up.", "type": "boolean", "default": true},
        "call-deflection": {
          "description": "True: the line may send a ringing call on to another number.", "type": "boolean", "default": true
        },
        "max-calls": {
          "description": "The limit on simultaneous calls on a trunk; 0: no limit.", "type": "integer", "minimum": 0, "maximum": 1000000, "default": 0
        },
        "show-numbers": {
          "description": "The format of callers' numbers in this country: E.164, or as they are dialed.",
          "enum": ["international", "national"], "default": "international"
        },
        "seed": {
          "description": "The seed of all random choices: the same seed gives the same results.", "type": "integer", "minimum": 0, "maximum": 4294967295,
          "default": 1
        },
        "congestion": {
          "description": "The probability that one of our calls finds no circuit.", "type": "number", "minimum": 0, "maximum": 1, "default": 0
        },
        "tone-s": {
          "description": "The seconds of busy and similar tones before the network clears the call; 0: no tones, not even ringback.",
          "type": "number", "minimum": 0, "maximum": 600, "default": 3
        },
        "no-answer-s": {
          "description": "The seconds that an unanswered number rings.", "type": "number", "minimum": 0, "maximum": 600, "default": 30
        },
        "numbers": {
          "description": "The behaviour of numbers, by the number as dialed here or with + and country code; overrides the built-in ones.",
          "type": "object", "default": {}, "additionalProperties": {"$ref": "#/$defs/behaviour"}
        },
        "recordings": {
          "description": "The folder for recordings with a relative path; default: the folder for temporary files.",
          "type": "string", "format": "write-path", "pattern": "^."
        },
        "schedule": {
          "description": "Calls that come by themselves: a Poisson process.",
          "type": "object", "additionalProperties": false, "required": ["calls-per-s"],
          "properties": {
            "calls-per-s": {"description": "The average rate of calls.", "type": "number", "minimum": 0.0001, "maximum": 1000},
            "holding-s": {"description": "The average length of an answered call.", "$ref": "#/$defs/seconds", "default": 60},
            "from": {"description": "The callers; each call picks one at random.", "type": "array", "items": {"$ref": "#/$defs/number"}},
            "limit": {"description": "The total number of calls; 0: no limit.", "type": "integer", "minimum": 0, "default": 0}
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
            "withheld": {"description": "True: its caller id is withheld.", "type": "boolean", "default": false},
            "does": {
              "enum": [
                "answer", "ring-out", "busy", "decline", "reorder", "unallocated", "no-circuit", "hang-up", "drop", "elsewhere", "call-back",
                "play", "speak", "send", "echo", "record", "conference", "menu", "forward", "congestion", "test-peer"
              ]
            },
            "steps": {"$ref": "#/$defs/steps"},
            "after-s": {"description": "The seconds of ringing before the behaviour.", "$ref": "#/$defs/seconds"},
            "for-s": {"description": "ring-out, hang-up, drop: the seconds until the end.", "$ref": "#/$defs/seconds"},
            "file": {"description": "play, record: a WAV file.", "type": "string", "format": "path", "minLength": 1},
            "digits": {"description": "speak, send.", "$ref": "#/$defs/digits"},
            "room": {"description": "conference: all in the room hear each other.", "type": "string", "minLength": 1},
            "to": {"description": "forward.", "$ref": "#/$defs/number"},
            "when": {"description": "forward.", "enum": ["always", "busy", "no-answer"], "default": "always"},
            "probability": {"description": "congestion; otherwise it answers.", "type": "number", "minimum": 0, "maximum": 1},
            "keys": {"description": "menu: the steps for each digit.", "$ref": "#/$defs/keys"},
            "otherwise": {"description": "menu: the steps for any other digit.", "$ref": "#/$defs/steps"}
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
                "tone": {"description": "Plays for tone-s seconds.", "$ref": "#/$defs/tone"},
                "play-tone": {"description": "Plays until another step plays something else.", "$ref": "#/$defs/tone"},
                "play": {"description": "A WAV file.", "type": "string", "format": "path", "minLength": 1},
                "sine-hz": {"type": "number", "minimum": 50, "maximum": 3900},
                "noise-dbm0": {"description": "White noise.", "type": "number", "minimum": -80, "maximum": 0},
                "repeat-digits": {"description": "The digits heard since the last repetition.", "enum": ["tones", "speech", "name"]},
                "speak": {"type": "string", "pattern": "^[0-9]+$"},
                "send": {"$ref": "#/$defs/digits"},
                "record": {"type": "string", "format": "write-path", "minLength": 1},
                "room": {"type": "string", "minLength": 1},
                "menu": {
                  "type": "object", "additionalProperties": false, "required": ["keys"],
                  "properties": {"keys": {"$ref": "#/$defs/keys"}, "otherwise": {"$ref": "#/$defs/steps"}}
                },
                "hang-up": {"$ref": "#/$defs/cause"},
                "forward": {"$ref": "#/$defs/number"},
                "chance": {
                  "description": "With this probability, these steps instead of the rest.",
                  "type": "object", "additionalProperties": false, "required": ["probability", "steps"],
                  "properties": {"probability": {"type": "number", "minimum": 0, "maximum": 1}, "steps": {"$ref": "#/$defs/steps"}}
                },
                "call-back": {
                  "type": "object", "additionalProperties": false,
                  "properties": {
                    "after-s": {"$ref": "#/$defs/seconds", "default": 1},
                    "from": {"$ref": "#/$defs/number"},
                    "diverted-from": {"description": "The number that the caller dialed.", "$ref": "#/$defs/number"},
                    "withheld": {"type": "boolean", "default": false},
                    "unavailable": {"description": "True: the network does not know the caller.", "type": "boolean", "default": false},
                    "ringing": {"description": "The caller's steps while the call rings.", "$ref": "#/$defs/steps"},
                    "answered": {"description": "The caller's steps after the answer.", "$ref": "#/$defs/steps"}
                  }
                },
                "claim": {"description": "Reports this state, true or not.", "enum": ["connecting", "ringing", "early-media"]},
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
