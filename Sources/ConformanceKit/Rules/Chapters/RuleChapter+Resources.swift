extension RuleChapter {
  static let resources = RuleChapter(
    "Resources", "What a transport takes it gives back, call by call: the host runs for months.",
    [
      TransportRule(
        114, .must, "Close on exec",
        "Every file descriptor of a transport is made with the flag that closes it on exec; no child of the host inherits one.",
        why: """
          [RetroShare](https://github.com/RetroShare/RetroShare/issues/51) could not be restarted: the browser that it had opened held its
          listening port.
          """,
        consequence: "None at once; later a port is taken that nobody seems to have.",
        proof: .by("load.after-fork-exec"),
        c: .code(
          wrong: """
            int listener(void) { return socket(AF_INET, SOCK_STREAM, 0); }
            """,
          right: """
            int listener(void) { return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); }
            """),
        swift: .note("Open with `SOCK_CLOEXEC`, `O_CLOEXEC`, `EFD_CLOEXEC`, as in C.")),
      TransportRule(
        115, .must, "Give back what a call took",
        """
        After a call is over its file descriptors, threads, timers, children and temporary files are gone: fifty calls leave what
        none leaves.
        """,
        why: "One descriptor for each call is a thousand calls until nothing can be opened any more, in any transport of the process.",
        consequence: "When there is no more, everybody in the process fails.",
        proof: .by("leak.fds", "leak.threads", "leak.timers", "leak.children", "leak.tempfiles"),
        c: .code(
          wrong: """
            void rtp(call *it) { it->is_active = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0) >= 0; } /* which one was it? */
            """,
          right: """
            int rtp(call *it) { /* kept, and closed when the call is forgotten */
              int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
              it->is_active = fd >= 0;
              return fd;
            }
            """),
        swift: .code(
          wrong: """
            func answered(_ call: Call) { host.every(.seconds(20)) {} } // nobody can stop it
            """,
          right: """
            func answered(_ call: Call) -> Timer? { host.every(.seconds(20)) {} } // cancelled when the call ends
            """)),
      TransportRule(
        116, .should, "Keep memory level",
        "Memory does not grow with the number of calls that are over.",
        why: "A daemon that grows by a page with each call is restarted at night, with whoever is on the phone then.",
        consequence: "None that the host could see before the system does.",
        proof: .by("leak.memory"),
        c: .code(
          wrong: """
            void drop(call *it) { free(it); } /* and its handle */
            """,
          right: """
            void drop(call *it) {
              free(it->handle);
              free(it);
            }
            """),
        swift: .code(
          wrong: """
            func over(_ call: Call) { host.ended(call, .remote) } // legs keeps it
            """,
          right: """
            func over(_ call: Call) {
              legs[call] = nil
              host.ended(call, .remote)
            }
            """)),
      TransportRule(
        117, .must, "Unwatch before you close",
        "`del_fd` comes before `close`, and a timer's or descriptor's callback uses nothing that is freed.",
        why: "The next socket gets the same number: its events go to whoever watched the old one.",
        consequence: """
          A descriptor that was closed while it was watched stays in the host's books: `add_fd` of the next one with its number gets
          HSW_E_STATE.
          """,
        proof: .by("leak.fds", "life.silent-after-destroy"),
        c: .code(
          wrong: """
            void hang_up(instance *in) {
              close(in->socket);
              in->loop.del_fd(in->host.ctx, in->socket);
            }
            """,
          right: """
            void hang_up(instance *in) {
              in->loop.del_fd(in->host.ctx, in->socket);
              close(in->socket);
              in->socket = -1;
            }
            """),
        swift: .code(
          wrong: """
            func hangUp(_ descriptor: Int32) {
              close(descriptor)
              host.unwatch(descriptor)
            }
            """,
          right: """
            func hangUp(_ descriptor: Int32) {
              host.unwatch(descriptor)
              close(descriptor)
            }
            """)),
    ])
}
