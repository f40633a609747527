internal import CallDirectory
internal import DirectoryRunner
internal import TransportLoader
internal import TransportRunner

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// `hookswitch-helper`: runs the code of a transport or a directory in a process of its own; only Hookswitch starts it.
@main
enum HelperCommand {
  static func main() {
    if let runner = RunnerMain(arguments: CommandLine.arguments) { runner.run() }
    if let task = ProgramTask(arguments: CommandLine.arguments) { task.run() }
    if let process = DirectoryMain(arguments: CommandLine.arguments) { process.run() }
    guard let task = ScanTask(arguments: CommandLine.arguments) else {
      let text = "hookswitch-helper is started by Hookswitch itself; to judge a transport: hookswitch inspect FILE\n"
      _ = write(STDERR_FILENO, text, text.utf8.count)
      exit(2)
    }
    task.run()
  }
}

/// Turns LeakSanitizer off, in builds that have it: leaks of a library do not matter at first contact.
@_cdecl("__lsan_is_turned_off")
func leakSanitizerIsTurnedOff() -> CInt { 1 }
