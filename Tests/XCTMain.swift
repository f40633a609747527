// The program of all tests. SwiftPM would otherwise look for XCTest classes in the compiler's index of every file, which makes the build a
// fifth longer; all tests here are of Swift Testing.
import Testing

@main struct TestProgram {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
