internal import CallControl
internal import DoorKit
internal import HostSurface

/// The subject of a notification; each has one notification at most.
package enum NoteKey: Hashable, Sendable {
  /// A call, by its UUID: while it rings, while it is active, and when it was missed.
  case call(String)
  /// A question of a program.
  case question(Int)
}

/// The text and the buttons of a notification, for any service that shows it.
struct NoteContent: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case incoming, call, missed, question
  }

  /// A button.
  struct Button: Equatable, Sendable {
    /// The action's name.
    var name: String
    var label: String
    /// The purpose that the portal knows.
    var purpose: String?
  }

  var kind: Kind
  var title: String
  var lines: [String]
  var buttons: [Button] = []

  /// The category of the specification of notifications.
  var category: String? {
    switch kind {
    case .incoming: Self.incomingCategory
    case .call: "call"
    case .missed: "call.unanswered"
    case .question: nil
    }
  }
}

// Notifications about calls.
extension NoteContent {
  /// The prefix of the action that answers with a choice.
  static let answerPrefix = "answer-"

  /// Creates the notification of a ringing call.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - hasChoices: true when calls are in the way.
  ///   - hidesNames: true to show the handle alone.
  init(incoming call: DesktopCallFacts, hasChoices: Bool, hidesNames: Bool) {
    self.init(kind: .incoming, title: Self.title(of: call, hidesNames), lines: Self.lines(of: call, hidesNames))
    if call.choices.isEmpty || !hasChoices {
      buttons = [Button(name: "answer", label: "Answer", purpose: "call.accept")]
    } else {
      // The first choice is the accept button of the portal, which has one.
      buttons = call.choices.enumerated().map { place, choice in
        Button(name: Self.answerPrefix + choice.rawValue, label: choice.label, purpose: place == 0 ? "call.accept" : nil)
      }
    }
    buttons.append(Button(name: "decline", label: "Decline", purpose: "call.decline"))
  }

  /// Creates the notification of a call that was answered here.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - hidesNames: true to show the handle alone.
  init(active call: DesktopCallFacts, hidesNames: Bool) {
    self.init(kind: .call, title: Self.title(of: call, hidesNames), lines: Self.lines(of: call, hidesNames))
    buttons = [
      Button(name: "hang-up", label: "Hang up", purpose: "call.hang-up"),
      call.isMuted ? Button(name: "unmute", label: "Unmute") : Button(name: "mute", label: "Mute"),
    ]
  }

  /// Creates the notification of a missed call.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - hidesNames: true to show the handle alone.
  init(missed call: DesktopCallFacts, hidesNames: Bool) {
    let title = Self.title(of: call, hidesNames)
    self.init(kind: .missed, title: "Missed call from \(title)", lines: Self.lines(of: call, hidesNames))
    // A caller who withholds the number cannot be called back, and an exact rule cannot block it.
    if call.handle != nil {
      buttons = [Button(name: "call-back", label: "Call back"), Button(name: "block", label: "Block")]
    }
  }

  private static func title(of call: DesktopCallFacts, _ hidesNames: Bool) -> String {
    let name = ForeignText.plain(hidesNames && call.hasName ? call.handle?.value ?? "Unknown" : call.displayName)
    return name.isEmpty ? "Unknown" : name
  }

  private static func lines(of call: DesktopCallFacts, _ hidesNames: Bool) -> [String] {
    let label = hidesNames ? nil : call.label
    return [call.handle?.value, call.provider, label].compactMap { $0.map(ForeignText.plain) }.filter { !$0.isEmpty }
  }
}

// Notifications about questions.
extension NoteContent {
  /// Creates the notification of a question.
  ///
  /// - Parameter question: the question.
  init(_ question: DesktopQuestion) {
    switch question {
    case .call(let handle, let isServiceCode):
      let shown = ForeignText.plain(handle)
      let warning = isServiceCode ? ["It is a service code, which can change your subscription, such as divert all calls."] : []
      self.init(kind: .question, title: "Call \(shown)?", lines: ["A program asks to call it."] + warning)
      buttons = [Button(name: "call", label: "Call"), Button(name: "cancel", label: "Cancel")]
    case .access(let peer, let right, let name):
      let verb = right == .screen ? "screen your callers" : "carry calls"
      self.init(
        kind: .question, title: "Allow \(ForeignText.plain(name)) to \(verb)?",
        lines: ["A program of \(ForeignText.plain(peer)) asks for it."])
      buttons = [Button(name: "allow", label: "Allow"), Button(name: "refuse", label: "Refuse")]
    }
  }
}

extension AnswerChoice {
  /// The label of the button that answers with the choice.
  fileprivate var label: String {
    switch self {
    case .automatic: "Answer"
    case .holdActive: "Hold and answer"
    case .endActive: "End and answer"
    case .endHeldAndHoldActive: "End held, hold and answer"
    }
  }
}

// The forms of the two services.
extension NoteContent {
  private var portalCategory: String? {
    switch kind {
    case .incoming: Self.incomingCategory
    case .call: "call.ongoing"
    case .missed: "call.missed"
    case .question: nil
    }
  }

  /// The category of ringing calls, which both services name so.
  static let incomingCategory = "call.incoming"

  private static let program = "Hookswitch"

  /// The call that shows it at the notification server.
  ///
  /// - Parameters:
  ///   - id: the number of the notification that it replaces; 0 for none.
  ///   - capabilities: the server's capabilities.
  ///   - tag: the receiver of the reply.
  func notify(replacing id: UInt32, _ capabilities: Set<String>, tag: DesktopTag) -> DesktopCall {
    let readsMarkup = capabilities.contains("body-markup")
    let body = lines.map { readsMarkup ? ForeignText.escaped($0) : $0 }.joined(separator: "\n")
    let hints: [BusEntry] =
      (category.map { [BusEntry("category", .text($0))] } ?? []) + [
        // 2 is critical: it passes do-not-disturb of the desktop, since the host has its own.
        BusEntry("urgency", .byte(kind == .incoming ? 2 : 1)), BusEntry("resident", .bool(kind == .incoming || kind == .call)),
        BusEntry("suppress-sound", .bool(true)), BusEntry("desktop-entry", .text(desktopID)),
      ]
    let actions = capabilities.contains("actions") ? buttons.flatMap { [$0.name, $0.label] } : []
    return DesktopCall(
      .notifications, "Notify",
      [
        .text(Self.program), .uint32(id), .text(desktopID), .text(title), .text(body), .texts(actions), .dictionary(hints),
        // 0: it does not expire. -1: the server decides.
        .int32(kind == .missed ? -1 : 0),
      ], tag: tag)
  }

  /// The call that shows it at the portal, which replaces one of the same name.
  ///
  /// - Parameters:
  ///   - name: the notification's name.
  ///   - categories: the categories that the portal knows.
  ///   - tag: the receiver of the reply.
  func add(as name: String, _ categories: Set<String>, tag: DesktopTag) -> DesktopCall {
    var entries = [
      BusEntry("title", .text(title)), BusEntry("body", .text(lines.joined(separator: "\n"))),
      BusEntry("priority", .text(kind == .incoming ? "urgent" : "normal")), BusEntry("sound", .text("silent")),
      BusEntry(
        "buttons",
        .dictionaries(
          buttons.map { button in
            [BusEntry("label", .text(button.label)), BusEntry("action", .text(button.name))]
              + (button.purpose.map { [BusEntry("purpose", .text($0))] } ?? [])
          })),
    ]
    if let word = portalCategory, categories.contains(word) { entries.append(BusEntry("category", .text(word))) }
    if kind == .incoming || kind == .call { entries.append(BusEntry("display-hint", .texts(["persistent"]))) }
    return DesktopCall(.portal, "AddNotification", [.text(name), .dictionary(entries)], tag: tag)
  }
}

/// The id of the program, and of its desktop file and icon.
let desktopID = "org.hookswitch.Hookswitch"
