/// The first word of a command line of `hookswitch run`, with what help says about it: parser, `help` and the manual read this table.
enum RunWord: String, CaseIterable, Sendable {
  case dial, answer, decline, end, hold, resume, swap, merge, split, mute, unmute, dtmf
  case `continue`, transfer, accept, refuse, record, stop, audio, route, stats, configure, calls, wait, help, quit

  /// What may follow the word.
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

  /// What it does, in a few words.
  var meaning: String {
    switch self {
    case .dial: "call somebody"
    case .answer: "answer; CHOICE: automatic, holdActive, endActive, endHeldAndHoldActive"
    case .decline: "send a ringing call away; REASON: declined, busy, busyEverywhere; TEXT: what the caller is told"
    case .end: "end a call; one that rings only when there is no other"
    case .hold: "set a call and its group aside"
    case .resume: "take a held call back; whoever is in front is held"
    case .swap: "hold the front, resume the call that was held last"
    case .merge: "hear calls together: the active and the newest held one, or those named"
    case .split: "talk to one call of a group alone"
    case .mute: "be silent on a call"
    case .unmute: "be heard again"
    case .dtmf: "send tones: 0-9 * # A-D, a comma for 2 s, a semicolon to wait for continue"
    case .continue: "send the tones after a semicolon"
    case .transfer: "hand a call over: to a handle, or to the far end of another call"
    case .accept: "let a far end send us to somebody else"
    case .refuse: "do not"
    case .record: "write a call to a new WAV file: left what is sent, right what comes; group: with all that are heard with it"
    case .stop: "stop recording a call"
    case .audio: "show whose the audio is, which way it takes, and how it goes"
    case .route: "send the sound to speaker, headset, bluetooth … or a device by its name; default: as the desktop wants"
    case .stats: "show what the transport measures of a call, or counts: packets, loss, jitter, registration"
    case .configure: "give a provider other settings, one JSON object: all of it is taken or none; calls that are up go on"
    case .calls: "list the calls"
    case .wait: "wait for the newest call to be in a state, or for an event; at most 30 s, or SECONDS"
    case .help: "show this"
    case .quit: "end all calls and leave"
    }
  }

  /// Word and operands.
  var synopsis: String { operands.isEmpty ? rawValue : "\(rawValue) \(operands)" }
}
