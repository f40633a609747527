/// The first word of a command line of `hookswitch run`, with its help: the parser, `help` and the manual read this table.
enum RunWord: String, CaseIterable, Sendable {
  case dial, answer, decline, end, hold, resume, swap, merge, split, mute, unmute, dtmf
  case `continue`, transfer, accept, refuse, record, stop, audio, route, stats, configure, calls, wait, help, quit

  /// The operands of the command.
  var operands: String {
    switch self {
    case .dial: "PROVIDER HANDLE"
    case .answer: "[CALL] [CHOICE]"
    case .decline: "[CALL] [REASON [TEXT]]"
    case .end, .hold, .resume, .split, .mute, .unmute, .continue, .accept, .refuse, .stop: "[CALL]"
    case .merge: "[CALL CALL…]"
    case .dtmf: "[CALL] DIGITS"
    case .transfer: "[CALL] HANDLE|CALL"
    case .wait: "[CALL] STATE|EVENT [SECONDS]"
    case .record: "[CALL] FILE [group]"
    case .route: "ROUTE|default"
    case .stats: "[CALL|PROVIDER]"
    case .configure: "PROVIDER SETTINGS"
    case .swap, .audio, .calls, .help, .quit: ""
    }
  }

  /// The purpose in a few words.
  var meaning: String {
    switch self {
    case .dial: "call HANDLE"
    case .answer: "answer; CHOICE: automatic, holdActive, endActive, endHeldAndHoldActive"
    case .decline: "decline a ringing call; REASON: declined, busy, busyEverywhere; TEXT: a message for the caller"
    case .end: "end a call; a ringing one only when there is no other"
    case .hold: "hold a call and its group"
    case .resume: "resume a held call; the front group is held"
    case .swap: "hold the front group, resume the call that was held last"
    case .merge: "merge calls: the active and the newest held one, or the named ones"
    case .split: "take a call out of its group; it becomes the front call alone"
    case .mute: "mute our side of a call"
    case .unmute: "unmute our side of a call"
    case .dtmf: "send tones: 0-9 * # A-D, a comma for 2 s, a semicolon to wait for continue"
    case .continue: "send the tones after a semicolon"
    case .transfer: "transfer a call: to a handle, or to the far end of another call"
    case .accept: "accept a far end's transfer request"
    case .refuse: "refuse a far end's transfer request"
    case .record: "record a call to a new WAV file: left the audio sent, right the audio received; group: the whole group"
    case .stop: "stop recording a call"
    case .audio: "show the owner and the route of the audio, and the engine's counters"
    case .route: "change the audio route to speaker, headset, bluetooth … or a device by its name; default: the desktop's choice"
    case .stats: "show the transport's measurements of a call, or its counters: packets, loss, jitter, registration"
    case .configure: "change a provider's settings, one JSON object: all of it applies or none; existing calls continue"
    case .calls: "list the calls"
    case .wait: "wait until the newest call is in a state, or for an event; at most 30 s, or SECONDS"
    case .help: "show this list"
    case .quit: "end all calls and exit"
    }
  }

  /// The word and its operands.
  var synopsis: String { operands.isEmpty ? rawValue : "\(rawValue) \(operands)" }
}
