/// All verbs, in the order of help.
let allVerbs: [any Verb.Type] =
  demoVerbs + [
    RunVerb.self, DaemonVerb.self, TransportsVerb.self, InspectVerb.self, UnquarantineVerb.self, ManifestVerb.self, ConformVerb.self, ScenarioVerb.self,
    ReplayVerb.self, TraceVerb.self, NewVerb.self, DoctorVerb.self, CompletionsVerb.self, HelpVerb.self,
  ]

#if HOOKSWITCH_SOUND
  private let demoVerbs: [any Verb.Type] = [DemoVerb.self]
#else
  /// The demo needs audio, so a build without audio does not have it.
  private let demoVerbs: [any Verb.Type] = []
#endif
