/// Every verb, in the order of help.
let allVerbs: [any Verb.Type] = [
  HelpVerb.self
]
