// The program of the tests; all of them are of Swift Testing.
import Testing

@main struct TestProgram {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
