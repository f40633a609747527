internal import ConformanceKit
internal import Glibc

// `hookswitch-conform`: runs one test of the conformance kit; only the kit starts it.
//
// `hookswitch` can do the same, but links libraries for sound and telephone numbers, which a test does not need: loading them takes
// longer than most tests do.
guard CommandLine.arguments.dropFirst().first == ChildOrder.verb else {
  let text = "hookswitch-conform is started by Hookswitch itself; to test a transport: hookswitch conform FILE\n"
  _ = write(STDERR_FILENO, text, text.utf8.count)
  exit(2)
}
exit(ConformanceChild.run(Array(CommandLine.arguments.dropFirst(2))))
