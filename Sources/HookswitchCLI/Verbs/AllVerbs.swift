/// The verbs that are types: all but the client verbs.
let ownVerbs: [VerbEntry] = (leadingVerbs + closingVerbs).map { VerbEntry($0) }

/// All verbs, in the order of help.
let allVerbs: [VerbEntry] = leadingVerbs.map { VerbEntry($0) } + ClientVerb.entries + closingVerbs.map { VerbEntry($0) }

private let leadingVerbs: [any Verb.Type] =
  demoVerbs + [
    RunVerb.self, TransportsVerb.self, InspectVerb.self, UnquarantineVerb.self, ManifestVerb.self, ConformVerb.self, ScenarioVerb.self,
    ReplayVerb.self, TraceVerb.self, NewVerb.self, DoctorVerb.self, DaemonVerb.self, ConfigVerb.self, WatchVerb.self, OpenVerb.self,
    ApiVerb.self,
  ] + consoleVerbs + edgeVerbs

#if HOOKSWITCH_CLUSTER
  private let edgeVerbs: [any Verb.Type] = [EdgeVerb.self]
#else
  private let edgeVerbs: [any Verb.Type] = []
#endif

private let closingVerbs: [any Verb.Type] = [CompletionsVerb.self, HelpVerb.self]

#if HOOKSWITCH_SOUND
  private let demoVerbs: [any Verb.Type] = [DemoVerb.self]
  private let consoleVerbs: [any Verb.Type] = [ConsoleVerb.self]
#else
  /// The demo needs audio, so a build without audio does not have it.
  private let demoVerbs: [any Verb.Type] = []
  /// The console needs libwebsockets, which only a build with audio has.
  private let consoleVerbs: [any Verb.Type] = []
#endif
