internal import CSIPStack

/// The counters of the account's sockets since they were opened, for all accounts that share them.
struct StackDiagnosis {
  let fields: JSONFields

  init(_ stack: SIPStack) {
    var counts = csip_counts()
    csip_measure(stack.pointer, &counts)
    var fields = JSONFields()
    fields.add("messages", Int(clamping: counts.messages))
    fields.add("mended", Int(clamping: counts.mended))
    fields.add("unreachable", Int(clamping: counts.unreachable))
    fields.add("calls-offered", Int(clamping: counts.calls))
    fields.add("calls-refused", Int(clamping: counts.refused))
    fields.add("requests-dropped", Int(clamping: counts.dropped))
    fields.add("connections-cut", Int(clamping: counts.cut))
    fields.add("calls-at-most", Int(clamping: counts.max_calls))
    self.fields = fields
  }
}
