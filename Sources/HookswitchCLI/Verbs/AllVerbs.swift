/// Every verb, in the order of help.
let allVerbs: [any Verb.Type] = [
  DemoVerb.self,
  RunVerb.self,
  TransportsVerb.self,
  InspectVerb.self,
  UnquarantineVerb.self,
  ManifestVerb.self,
  ConformVerb.self,
  ScenarioVerb.self,
  ReplayVerb.self,
  TraceVerb.self,
  NewVerb.self,
  DoctorVerb.self,
  CompletionsVerb.self,
  HelpVerb.self,
]
