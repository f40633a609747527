extension RuleChapter {
  static let resources = RuleChapter(
    "Resources", "A transport gives back what it takes, call by call: the host runs for months.",
    [
      TransportRule(
        114, .must, "Close on exec",
        "Every file descriptor of a transport is made with the flag that closes it on exec; no child of the host inherits one.",
        why: """
          [RetroShare](https://github.com/RetroShare/RetroShare/issues/51) could not be restarted: the browser that it had opened held its
          listening port.
          """,
        consequence: "None at once; later a port is in use, and no process seems to hold it.",
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
        After a call is over its file descriptors, threads, timers, children and temporary files are gone: fifty calls leave no more
        than none.
        """,
        why: "With one lost descriptor for each call, after a thousand calls no transport of the process can open anything.",
        consequence: "When they run out, every part of the process fails.",
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
            func answered(_ call: Call) { host.every(.seconds(20)) {} } // cannot be stopped
            """,
          right: """
            func answered(_ call: Call) -> Timer? { host.every(.seconds(20)) {} } // cancelled when the call ends
            """)),
      TransportRule(
        116, .should, "Keep memory level",
        "Memory does not grow with the number of calls that are over.",
        why: "A daemon that grows by a page with each call must be restarted, which ends the calls that are up.",
        consequence: "The host does not see it before the system runs out of memory.",
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
        why: "The next socket gets the same number: its events go to the callback of the old one.",
        consequence: """
          A descriptor that was closed while it was watched stays in the host's table: `add_fd` of the next one with its number gets
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
