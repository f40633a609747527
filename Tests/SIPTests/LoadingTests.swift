import Foundation
import Hookswitch
import Testing

@Suite("The SIP transport in a host", .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(5)))
struct LoadingTests {
  @Test("is ready for direct calls without a configuration, and releases its port when the host shuts down")
  func direct() async throws {
    for _ in 0..<2 {
      let host = CallHost()
      try host.addProvider("sip", fromTransport: "org.hookswitch.sip", searching: PluginFolder.path, configuration: "{\"port\": 0}")
      var events = CallObserver(host: host).events().makeAsyncIterator()
      while host.providers.first?.standing != .ready, await events.next() != nil {}
      await host.shutdown()
    }
  }

  @Test(
    "deletes no thread-local key of others at the end of a program that loaded it and never used it",
    .enabled(if: PeerProcess.isThere("cc") && dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil))
  func keys() async throws {
    // Like a sanitizer's runtime: it makes the first key before all constructors, and needs it after all destructors.
    let source = """
      #include <dlfcn.h>
      #include <pthread.h>
      #include <stdio.h>
      #include <unistd.h>
      int __cxa_atexit(void (*)(void *), void *, void *);
      static pthread_key_t key;
      static void at_last(void *none) { (void)none; if (pthread_setspecific(key, &key)) _exit(70); }
      static void at_first(void) { if (pthread_key_create(&key, NULL) || key || __cxa_atexit(at_last, NULL, NULL)) _exit(71); }
      __attribute__((section(".preinit_array"), used)) static void (*const first)(void) = at_first;
      int main(int count, char **words) {
        (void)count;
        if (dlopen(words[1], RTLD_NOW)) return 0;
        puts(dlerror());
        return 72;
      }
      """
    let compiler = try PeerProcess("cc", ["-o", "program", "program.c"], files: ["program.c": source])
    try #require(await compiler.exit() == 0, "\(compiler.output.entries)")
    let program = try PeerProcess(compiler.folder.path + "/program", [PluginFolder.name + "/libSIP.so"])
    #expect(await program.exit() == 0, "\(program.output.entries)")
  }

  @Test("fails a call to a name when the name server is unreachable, and nothing else")
  func noNameServer() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "hookswitch-resolver-\(UUID()).conf")
    // A broadcast address, to which a socket cannot connect without an option.
    try "nameserver 255.255.255.255\n".write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    try await SIPHost.with([Account("sip", ["resolver-file": .text(file.path)])]) { phone in
      let named = try await phone.controller.start(Handle(parsing: "sip:bob@example.org"))
      #expect(try await phone.end(of: named, within: .seconds(10)).reason == .failed)
      let direct = try await phone.controller.start(Handle(parsing: "sip:host@127.0.0.1:\(phone.port)"))
      _ = try await phone.incoming()
      try await phone.controller.end(direct).performed()
    }
  }
}
