extension TestOutcome {
  /// Creates the outcome of a planned test from its verdict.
  init(_ planned: PlannedTest, _ verdict: Verdict, output: String, duration: Duration, waivers: [Waiver]) {
    self.init(
      id: planned.test.id, transport: planned.descriptor, repetition: planned.repetition, status: verdict.status, detail: verdict.detail,
      warnings: verdict.record?.warnings ?? [], title: planned.test.title,
      rules: TransportRules.rules(shownBy: planned.test.id).map(\.id), seed: planned.seed,
      milliseconds: duration.milliseconds, transcript: verdict.record?.transcript ?? [], output: output, before: verdict.record?.before,
      after: verdict.record?.after, waiver: verdict.status.isFailure ? waivers.first { $0.covers(planned.test.id) } : nil,
      isFaultOfKit: verdict.isFaultOfKit)
  }
}
