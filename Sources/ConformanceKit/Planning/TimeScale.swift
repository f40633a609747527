/// By how much the time of every test is stretched, as the environment says it.
package enum TimeScale {
  /// The variable.
  package static let variable = "HSW_TIMEOUT_SCALE"

  /// The variable's value, or 1.
  /// - Throws: a usage error when it is no number that makes sense.
  package static func fromEnvironment() throws(ConformanceError) -> Double {
    guard let text = ProcessVariables.current[variable], !text.isEmpty else { return 1 }
    guard let scale = Double(text), scale >= 0.1, scale <= 1000 else {
      throw .usage("\(variable) is \(text): should be a number from 0.1 to 1000")
    }
    return scale
  }
}
