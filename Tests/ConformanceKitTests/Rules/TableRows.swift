/// The ids of all tests in the kit's table, by group, including those that do not exist yet.
enum TableRows {
  private static let groups = [
    "load": """
    elf-sane bind-now entry-symbol exports-minimal no-side-effects scan-time manifest-match counted symlink after-fork-exec needed-sane
    quiet
    """,
    "abi": """
    exact range refuse-new refuse-magic small-query old-host new-host borrow sizes-set unknown-extension extension-stable
    no-host-extensions null-optional descriptor create-unknown borrow-late handed-out dead-memory
    """,
    "life": """
    create-destroy no-host-call-in-create init-fails-clean activate-cycle order two-instances deactivate-drain silent-after-destroy
    """,
    "action": """
    start answer end end-each-state exactly-once state-order ended-once handle-fresh unknown-call incoming glare
    end-while-answering neighbours max-calls honest
    """,
    "hold": "roundtrip idempotent remote", "mute": "roundtrip", "dtmf": "all order bad done", "group": "merge-split",
    "transfer": "blind attended asked", "deflect": "moved state refused cancel", "line": "states", "error": "honest",
    "health": "ping", "diag": "dump",
    "time": "loop-budget cancel dead-peer clock-jump idle-quiet moments real-clocks late-loop",
    "thread": "tags any-concurrent no-lock-across-callback signals tsan",
    "reent": "action-on-report destroy-pending post-late",
    "media": "formats attach-cycle loop-tone rt-safe starve-flood bounds detach flush hold-silence rt-long",
    "config": "schema bad atomic", "state": "roundtrip short-io garbage no-secrets",
    "handover": "roundtrip refused busy silent garbage fds",
    "leak": "fds threads timers children tempfiles memory kinds requests lives heap", "reset": "mid-call pending storm",
    "bad": "strings enums random-handles host-errors long-texts lengths empty-strings",
    "unload": "flag-honest swift-flag reload leftovers afterlife", "process": "functions signals descriptors memory",
    "iso": "parity secrets crash exit hang stop orphan forge flood limits sandbox leak", "fuzz": "sequence config",
    "directory": """
    describe order entries full once crash again incremental incremental-twice all-removals token settings secrets refused cancel expired
    size
    """,
  ]

  /// The rows whose oracle is the far end, and those about the second time and about odd negotiations.
  private static let farEnd = [
    "load": "counted-nested",
    "abi": """
    query-sizes query-magics query-versions query-again create-ids reserved-zero tables-constant long-structs must-flags each-null
    odd-extensions
    """,
    "life": """
    order-all activate-fails destroy-states drain-states drain-together drain-calls-work drain-pending activations instances-apart
    """,
    "action": """
    answer-effect end-effect pending-at-end state-words patience many-states many-ends many-pending many-random fresh-call room thousand
    handles-again dead-handles handle-kinds each-once repeated glare-states shown-effect many-begin limit-states
    """,
    "hold": "effect", "mute": "effect", "dtmf": "effect", "group": "effect", "transfer": "effect pairs", "deflect": "effect",
    "line": "effect", "reset": "effect", "error": "causes", "media": "many-tones",
    "time": "cancel-effect cancel-one deadline-effect dead-peer-states",
    "config": "mid-call whole", "bad": "whole-lengths codes",
  ]

  static let all: Set<String> = Set(
    (Array(groups) + Array(farEnd)).flatMap { group, names in names.split { $0 == " " || $0 == "\n" }.map { "\(group).\($0)" } })
}
