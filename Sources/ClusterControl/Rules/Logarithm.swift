/// The natural logarithm by additions, multiplications and divisions, whose results IEEE 754 fixes.
///
/// The C library's differs in the last bit between versions and processors, and two nodes must compute the same placement.
package enum Logarithm {
  /// Returns ln(`value`) of a finite value over 0.
  package static func natural(_ value: Double) -> Double {
    var exponent = Int(value.exponent)
    var significand = value.significand
    if significand > 1.414_213_562_373_095 {
      significand /= 2
      exponent += 1
    }
    // ln m = 2 artanh((m - 1) / (m + 1)), and the argument is at most 0.1716: twelve terms reach the last bit.
    let ratio = (significand - 1) / (significand + 1)
    let square = ratio * ratio
    var sum = 0.0
    var divisor = 23.0
    while divisor >= 1 {
      sum = sum * square + 1 / divisor
      divisor -= 2
    }
    return 2 * ratio * sum + Double(exponent) * 0.693_147_180_559_945_3
  }
}
