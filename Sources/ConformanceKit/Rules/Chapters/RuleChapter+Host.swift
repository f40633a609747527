extension RuleChapter {
  static let host = RuleChapter(
    "What the host keeps", "Rules for the other side, on which a transport may rely; every host keeps them.",
    [
      TransportRule(
        122, .host, "One file, one image",
        "A file that is opened by two names is one image in the process, with instances of its own for each.",
        why: "Two images of one stack bind the same port.",
        consequence: "The host keys what it has loaded by device and inode.",
        proof: .by("load.symlink"),
        c: .note("Nothing to do."), swift: .note("Nothing to do.")),
      TransportRule(
        123, .host, "Nothing is called from inside",
        """
        A host function does not block and calls nothing of the transport's before it returns; what it leads to comes in a later
        [loop] call, of which there are never two at once.
        """,
        why: "With it a transport needs no lock, and no state is seen half changed.",
        consequence: "The host queues its calls.",
        proof: .by("reent.action-on-report"),
        c: .note("A `[loop]` function may call the host at any point at which its own state is consistent."),
        swift: .note("A method may call `host` at any point.")),
      TransportRule(
        124, .host, "What was accepted runs",
        "Every accepted post, and every callback for a secret, runs once on the loop, never inside another call, before `destroy`.",
        why: "Its argument is memory that only the function frees.",
        consequence: "The host runs what is left when it is about to destroy the instance.",
        proof: .by("reent.post-late"),
        c: .note("Free the argument in the function that was posted."),
        swift: .note("What a `Port` was given runs once, or is dropped when it is refused.")),
      TransportRule(
        125, .host, "A late report does no harm",
        """
        The host's table and its context stay valid memory after `destroy`, and after an instance was given up: a report that comes too
        late gets HSW_E_STATE.
        """,
        why: "An instance that hangs may come back at any time, on a thread that cannot be stopped.",
        consequence: "A few hundred bytes of each instance are never freed.",
        proof: .by("life.silent-after-destroy"),
        c: .note("Stop calling all the same: the kit takes the tables away."),
        swift: .note("TransportKit stops calling.")),
      TransportRule(
        126, .host, "A broken rule gets an answer, never a crash",
        "Whatever a transport reports, the host answers with a status and counts what was wrong; calls of other transports notice nothing.",
        why: "A program that can be taken down by one bad report of one plugin is as good as its worst plugin.",
        consequence: "The counts are kept for each instance: double, stale, strange, outOfOrder, wrongThread, malformed, leftBehind.",
        proof: .by("fuzz.sequence"),
        c: .note("Look at the status while you develop: every status below zero comes from a rule of this page."),
        swift: .note("The methods of `Host` answer false where something was not taken.")),
      TransportRule(
        127, .host, "Isolated or not, the same calls",
        "A transport that runs in a process of its own gets the same calls, and makes the same reports, as one that runs in the host's.",
        why: "An operator chooses where it runs; its author must not have to care.",
        consequence: "A difference is a fault of the host.",
        proof: .by("iso.parity"),
        c: .note("Answer HSW_PENDING freely: in another process every answer is later than the call."),
        swift: .note("Nothing to do.")),
      TransportRule(
        128, .host, "A dead helper ends its own calls alone",
        "When an isolated transport crashes, hangs or exits, its calls end as failed, the host lives on, and its restart policy acts.",
        why: "It is what isolation is for.",
        consequence: "The host ends those calls, and makes the instance anew after a pause.",
        proof: .by("iso.crash", "iso.hang", "iso.exit"),
        c: .note("Nothing to do."), swift: .note("Nothing to do.")),
      TransportRule(
        131, .host, "Handles that never come back",
        "A handle that the host mints, of a call, an action or a timer, is never used again in an instance's life, and 0 is not a handle.",
        why: "A transport that answers late must not hit the action that came after.",
        consequence: "The host counts up.",
        proof: .notTestable("In a run of the kit the kit is the host; the tests of the loader show it."),
        c: .note("A handle may be kept for as long as you like, and compared."),
        swift: .note("`Call`, `Action` and `Timer` are keys for dictionaries.")),
      TransportRule(
        132, .host, "One [media] call at a time",
        "Of [media] calls there is never more than one at once for an instance, and none during `attach`, `detach`, `reset` and `destroy`.",
        why: "What those four change, `tick` would otherwise need a lock to read; and on its thread there may be none.",
        consequence: "The host has a gate that keeps them apart: a tick that would come meanwhile is left out, and counted.",
        proof: .notTestable("In a run of the kit the kit is the host."),
        c: .note("`tick` reads what `attach` set up, without a lock."),
        swift: .note("A `MediaStream` is made and given up on the loop, and used by the kit at the ticks between.")),
    ])
}
