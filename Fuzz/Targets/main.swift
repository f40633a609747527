internal import CLibFuzzer
internal import Glibc

/// libFuzzer's callback: passes the bytes to the target on the command line.
private func runOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.chosen?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

guard let target = FuzzTarget.chosen else {
  print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
  exit(CommandLine.argc > 1 ? 2 : 0)
}
// The target's name takes the place of the program's name for libFuzzer.
var count = CommandLine.argc - 1
var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
exit(LLVMFuzzerRunDriver(&count, &words, runOne))
