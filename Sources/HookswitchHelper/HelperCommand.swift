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
    // Without the destructors of foreign code: what had to be said has been said.
    _exit(task.run())
  }
}
