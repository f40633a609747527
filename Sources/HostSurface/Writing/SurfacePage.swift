internal import CallControl

extension HostSurface {
  /// The page docs/surface.md: all tables as Markdown.
  package static var page: String {
    [opening, methodTables, typeTable, enumerations, errorTable, topicTable, notificationTable, rightTable, sessionTable].joined(
      separator: "\n")
  }

  private static var opening: String {
    """
    # The host surface

    <!-- `hookswitch help --surface` writes this page from the table in Sources/HostSurface. A test compares them. -->

    This page lists everything that a program can ask of a running host. [openrpc.json](openrpc.json) has the same as OpenRPC with JSON
    Schema, and [dbus/org.hookswitch.Host1.xml](dbus/org.hookswitch.Host1.xml) the typed members on D-Bus.
    `hookswitch daemon` answers these methods on its [socket](socket.md) and on [D-Bus](bus.md). The page
    [directory.md](directory.md) describes call directories.

    `name: Type` must be given, `name?: Type` may be left out, `= x` is the value then. `[T]` is an array, `{T}` an object with free names,
    `Object` any JSON object. `–` is the empty object. An unknown parameter is an error (`invalid`); a client ignores unknown members of
    results. A member without a value is left out, never `null`; only in `answerChoices` does `null` mean that a choice is allowed.

    | kind | meaning | further parameters |
    |---|---|---|
    | Q | asks and changes nothing | \(parameters(of: .query)) |
    | M | changes something at once | \(parameters(of: .change)) |
    | R | a request that a line judges and performs; returns `Request` | \(parameters(of: .request)) |

    """
  }

  private static func parameters(of kind: MethodKind) -> String { notation(of: kind.parameters) }

  private static func notation(of fields: [FieldDeclaration]) -> String {
    fields.isEmpty ? "–" : fields.map(\.notation).joined(separator: ", ")
  }

  private static var methodTables: String {
    MethodChapter.allCases.map { chapter in
      let rows = MethodName.allCases.filter { $0.chapter == chapter }.map { method in
        let row = method.declaration
        return "| `\(method.rawValue)` | \(row.kind.rawValue) | \(row.right.rawValue) | \(notation(of: row.ownParameters)) | "
          + "\(row.result.notation) | \(row.summary) |"
      }
      return "## \(chapter.rawValue)\n\n| method | kind | right | parameters | result | purpose |\n|---|---|---|---|---|---|\n"
        + rows.joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  private static var typeTable: String {
    let rows = TypeName.allCases.compactMap { type -> String? in
      switch declaration(of: type) {
      case .scalar(let rule): "| `\(type.rawValue)` | \(rule) |"
      case .record(let fields): "| `\(type.rawValue)` | \(notation(of: fields)) |"
      case .words: nil
      }
    }
    return "## Types\n\n| type | members |\n|---|---|\n" + rows.joined(separator: "\n") + "\n"
  }

  private static var enumerations: String {
    let rows = TypeName.allCases.compactMap { type -> String? in
      guard case .words(let words) = declaration(of: type) else { return nil }
      return "| `\(type.rawValue)` | \(words.joined(separator: ", ")) |"
    }
    return "## Enumerations\n\n| enumeration | words |\n|---|---|\n" + rows.joined(separator: "\n") + "\n"
  }

  private static var errorTable: String {
    let rows = ErrorWord.allCases.map { "| \($0.number) | \($0.rawValue) | \($0.occasion) | `\($0.busName)` |" }
    return """
      ## Errors

      | code | `data.code` | when | D-Bus error name |
      |---|---|---|---|
      | \(MethodError.refused) | any `ErrorCode` | a rule refused; nothing was changed. `data` is a `Refusal` | `org.hookswitch.Error.` and the code, its first letter upper-case |
      | \(MethodError.failed) | any `ErrorCode` | accepted, then failed (`wait: performed`). `data` is a `Request` | the same |
      \(rows.joined(separator: "\n"))

      """
  }

  private static var topicTable: String {
    let rows = Topic.allCases.map { topic in
      let content =
        topic.stateType.map { "the whole `\($0.rawValue)`" } ?? (topic.kinds.isEmpty ? "–" : topic.kinds.joined(separator: ", "))
      return
        "| `\(topic.rawValue)` | \(topic.isState ? "state" : "record") | \(topic.stateKey ?? "–") | \(content) | \(topic.right.rawValue) |"
    }
    return """
      ## Topics

      A state topic has one newest value for each key; a slow client receives only that, with the number of values that it `skipped`. A record
      topic gives each record once, in order; a client that falls behind the host's log receives `lost`.

      | topic | sort | key | values or kinds | right |
      |---|---|---|---|---|
      \(rows.joined(separator: "\n"))

      """
  }

  private static var notificationTable: String {
    let rows = NotificationName.allCases.map { "| `\($0.rawValue)` | \(notation(of: $0.fields)) |" }
    return "## Notifications\n\nThe host sends them without an id and expects no reply.\n\n| notification | members |\n|---|---|\n"
      + rows.joined(separator: "\n") + "\n"
  }

  private static var rightTable: String {
    let rows = Right.allCases.map { right in
      let methods = MethodName.allCases.filter { $0.declaration.right == right }.map { "`\($0.rawValue)`" }
      return "| `\(right.rawValue)` | \(methods.joined(separator: ", ")) |"
    }
    return """
      ## Rights

      `access.grant` takes a right (`control`), or one method of it (`control:call.end`). Among `names`, `line:NAME` limits all rights of the grant
      to that line, and to the methods that name a line or a call; every other name is one that the peer may register as a provider or a screener.

      | right | methods that need it |
      |---|---|
      \(rows.joined(separator: "\n"))

      """
  }

  private static var sessionTable: String {
    let rows = SessionRight.allCases.map { right in
      let methods = MethodName.allCases.filter { $0.sessionRight == right }.map { "`\($0.rawValue)`" }
      let roles = SessionRole.allCases.filter { $0.rights.contains(right) }.map(\.rawValue)
      return "| `\(right.rawValue)` | \(roles.joined(separator: ", ")) | \(methods.isEmpty ? "–" : methods.joined(separator: ", ")) |"
    }
    let none = MethodName.allCases.filter { $0.sessionRight == nil }.map { "`\($0.rawValue)`" }
    return """
      ## Sessions

      A program that serves several people opens a connection for each of them and limits it with `session.open`. From then on the host judges
      each method by the rights of the person's role, besides those of the program. A session has lines, by name or with a `*` at the end
      (`queue-*`); with `actAll` it has all. Without `numbers`, handles, names and tones are masked in all answers and notifications.

      | right | roles | methods |
      |---|---|---|
      \(rows.joined(separator: "\n"))

      No session may call \(none.joined(separator: ", ")).

      """
  }
}
