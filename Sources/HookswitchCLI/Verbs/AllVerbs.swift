/// Every verb, in the order of help.
let allVerbs: [any Verb.Type] = [
  TransportsVerb.self,
  InspectVerb.self,
  DoctorVerb.self,
  HelpVerb.self,
]
