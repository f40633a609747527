/// The unmet conditions of a step.
struct StepFailure: Error, Sendable {
  var findings: [ScenarioFailure.Finding]

  init(_ findings: [ScenarioFailure.Finding]) {
    self.findings = findings
  }

  init(_ expected: String, _ found: String) {
    findings = [ScenarioFailure.Finding(path: "", expected: expected, found: found)]
  }
}
