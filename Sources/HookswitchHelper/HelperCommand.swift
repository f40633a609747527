internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// `hookswitch-helper`: the process that runs a transport's code so that a host need not; people never call it.
@main
enum HelperCommand {
  static func main() {
    guard let task = ScanTask(arguments: CommandLine.arguments) else {
      let text = "hookswitch-helper is started by Hookswitch itself; to judge a transport: hookswitch inspect FILE\n"
      _ = write(STDERR_FILENO, text, text.utf8.count)
      exit(2)
    }
    task.run()
  }
}

/// Asked by LeakSanitizer, in builds that have it: what a library leaks at its end is nobody's business at first contact.
@_cdecl("__lsan_is_turned_off")
func leakSanitizerIsTurnedOff() -> CInt { 1 }
