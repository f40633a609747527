/// The factor on the time of every test, from the environment.
package enum TimeScale {
  /// The variable.
  package static let variable = "HSW_TIMEOUT_SCALE"

  /// Returns the variable's value, or 1 if it is unset.
  /// - Throws: a usage error when it is no number from 0.1 to 1000.
  package static func fromEnvironment() throws(ConformanceError) -> Double {
    guard let text = ProcessVariables.current[variable], !text.isEmpty else { return 1 }
    guard let scale = Double(text), scale >= 0.1, scale <= 1000 else {
      throw .usage("\(variable) is \(text): should be a number from 0.1 to 1000")
    }
    return scale
  }
}
