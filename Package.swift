// swift-tools-version: 6.2
import PackageDescription

/// Plugins to leave out, by name: `make WITHOUT="loopback"`.
///
/// A variable instead of a probe for installed headers, because SwiftPM caches this manifest by the environment alone.
let without = Set(
  (Context.environment["HOOKSWITCH_WITHOUT"] ?? "").split(whereSeparator: { $0 == " " || $0 == "," }).map { $0.lowercased() })

/// True for the build of the fuzzer by scripts/fuzz and scripts/replay-corpora: it has the fuzzer and no plugin products.
let isFuzzing = Context.environment["HOOKSWITCH_FUZZ"] != nil

/// True for the build of the C library by `make c-library`: it alone has the target, since SwiftPM would link snippets with its flags.
let isCLibrary = Context.environment["HOOKSWITCH_C"] != nil

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A transport plugin: a dynamic library that exports one entry symbol.
///
/// It is linked so that it can never be unmapped, which Swift code does not survive.
struct Plugin {
  var name: String
  var dependencies: [Target.Dependency] = []
  /// The libraries that it needs, by their names in `WITHOUT`; scripts/plugins has the same list.
  var needs: Set<String> = []
  /// True when its conform.json lets the conformance kit use a second instance as the far end.
  var isPaired = false

  /// The linker flags; the fuzzer links plugins into its own program, which must not get their soname or hide its own symbols.
  var flags: [LinkerSetting] {
    // Every plugin defines the entry symbol, and SwiftPM links a snippet with every library of the package.
    let together = LinkerSetting.unsafeFlags(["-Xlinker", "--allow-multiple-definition"])
    guard !isFuzzing else { return [together] }
    return [
      .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "nodelete"]),
      .unsafeFlags(["-Xlinker", "--version-script=\(Context.packageDirectory)/Plugins/exports.map"]),
      // Without a soname the library would have the path of its build.
      .unsafeFlags(["-Xlinker", "-soname=lib\(name).so"]),
      together,
    ]
  }

  var isWanted: Bool { !without.contains(name.lowercased()) && needs.isDisjoint(with: without) }
  var product: Product { .library(name: name, type: .dynamic, targets: [name]) }
  var target: Target {
    .target(
      name: name, dependencies: ["TransportABI", "TransportKit"] + dependencies, path: "Plugins/\(name)",
      exclude: ["\(name.lowercased()).transport.json"] + (isPaired ? ["conform.json"] : []), swiftSettings: strict,
      linkerSettings: flags)
  }
}

/// True unless `make WITHOUT="phonenumbers"` builds without libphonenumber: numbers then compare by their digits, and there is no mock
/// PSTN.
let hasPhoneNumbers = !without.contains("phonenumbers")

/// True unless `make WITHOUT="sound"` builds a host without media: no sound server, files, mixer or tones.
let hasSound = !without.contains("sound")
let soundDefine: [SwiftSetting] = hasSound ? [.define("HOOKSWITCH_SOUND")] : []

let plugins = [
  Plugin(name: "Loopback"),
  Plugin(name: "SIP", dependencies: ["CRTPMedia", "CSIPStack", "StrictJSON"], isPaired: true),
  Plugin(name: "MockPSTN", dependencies: ["CPhoneNumber", "CTones", "StrictJSON"], needs: ["phonenumbers"]),
].filter(\.isWanted)

/// True unless `make WITHOUT="sip"` builds without sofia-sip, Opus and OpenSSL.
let hasSIP = !without.contains("sip")

let phoneNumbers: [Target] =
  !hasPhoneNumbers
  ? []
  : [
    .target(name: "CPhoneNumber", linkerSettings: [.linkedLibrary("phonenumber"), .linkedLibrary("protobuf")]),
    .target(name: "PhoneNumbers", dependencies: ["CallControl", "CPhoneNumber"], swiftSettings: strict),
    .testTarget(
      name: "PhoneNumbersTests", dependencies: ["PhoneNumbers", "CPhoneNumber", "Hookswitch", "CallControl"], swiftSettings: strict),
  ]

/// The folders of sofia-sip's headers; a folder's name contains the version.
///
/// Not by `pkgConfig`, which would also link the shared library.
let sofiaHeaders: [CSetting] = [.unsafeFlags(["1.13", "1.12"].map { "-I/usr/include/sofia-sip-\($0)" })]

/// The functions that Sources/CSIPStack/Wrapped replaces for sofia-sip; a test compares the two lists.
let wrapped = [
  "BIO_free", "SSL_CTX_free", "SSL_CTX_use_certificate_file", "SSL_free", "SSL_shutdown", "accept", "bind", "clock_gettime", "connect",
  "epoll_create", "epoll_ctl", "fopen", "gettimeofday", "ioctl", "nta_incoming_treply", "nua_base_client_trequest",
  "nua_registration_add_contact_to_request", "nua_registration_add_contact_to_response", "open", "pthread_key_delete", "recvmsg",
  "sdp_parse", "send", "sendmsg", "sendto", "signal", "socket", "socketpair", "sres_sort_answers", "su_clone_start", "time",
  "tport_destroy", "tport_tcreate",
]

/// The modules below the SIP plugin, and their tests.
let sip: [Target] =
  !hasSIP
  ? []
  : [
    .target(
      name: "CSIPStack", cSettings: sofiaHeaders,
      linkerSettings: [
        // The archive, not the shared library: --wrap reaches only what is linked.
        .unsafeFlags(["-Xlinker", "-l:libsofia-sip-ua.a"] + wrapped.flatMap { ["-Xlinker", "--wrap=\($0)"] }),
        .linkedLibrary("ssl"), .linkedLibrary("crypto"),
      ]),
    .target(
      name: "CRTPMedia", dependencies: ["TransportABI", "CSpanDSP", "CMediaThread"],
      cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))],
      linkerSettings: ["spandsp", "opus", "ssl", "crypto", "m"].map { .linkedLibrary($0) }),
    // Writes and reads SIP messages for tests.
    .target(name: "SIPWire", path: "Tests/SIPWire", swiftSettings: strict),
    .testTarget(name: "SIPStackTests", dependencies: ["CSIPStack", "Locking", "SIPWire"], swiftSettings: strict),
    .testTarget(name: "RTPMediaTests", dependencies: ["CRTPMedia", "TransportABI", "Locking", "TestRings"], swiftSettings: strict),
  ]
    + (hasSound
      ? [
        .testTarget(
          name: "SIPTests", dependencies: ["Hookswitch", "CallControl", "CallAudio", "TransportLoader", "Locking", "CLinux", "SIPWire"],
          exclude: ["Scenarios"], swiftSettings: strict)
      ] : [])

/// The modules for the host's media, with their tests and benchmarks.
let sound: [Target] =
  !hasSound
  ? []
  : [
    .systemLibrary(name: "CPulse"),
    .systemLibrary(name: "CSndFile"),
    .systemLibrary(name: "CSpeexDSP"),
    .target(
      name: "CResampling", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))], linkerSettings: [.linkedLibrary("m")]),
    // Runs on the audio thread: optimised in debug too, where it would otherwise cost a hundred times as much.
    .target(
      name: "CallMixing", dependencies: ["TransportABI", "CMediaThread", "CResampling"],
      swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .target(
      name: "CallAudio",
      dependencies: [
        "CallMixing", "CPulse", "CSndFile", "CSpanDSP", "Locking", "TransportABI",
        "CSpeexDSP", "CLinux", "CTones",
        "CMediaThread", "CSystemd",
      ], swiftSettings: strict),
    .target(name: "SoundErrors", dependencies: ["CallAudio"], swiftSettings: strict),
    .target(name: "CRealTimeGuard", path: "Tests/RealTime/CRealTimeGuard", linkerSettings: [.linkedLibrary("dl")]),
    .systemLibrary(name: "CWebSockets"),
    // The audio of calls in other programs, over sockets.
    .target(
      name: "MediaStreams",
      dependencies: [
        "CallControl", "CLinux", "CMediaThread", "CWebSockets", "Hookswitch", "HookswitchCore", "Locking", "StrictJSON", "TransportLoader",
      ],
      swiftSettings: strict),
    // The web console: a client of the daemon's socket that serves browsers.
    .target(name: "CConsolePage"),
    .target(
      name: "HookswitchConsole", dependencies: ["CConsolePage", "CMediaThread", "CWebSockets", "CallControl", "JournalKit", "StrictJSON"],
      exclude: ["page"], swiftSettings: strict),
    .testTarget(
      name: "ConsoleTests", dependencies: ["HookswitchConsole", "Locking", "StrictJSON"], exclude: ["Browser"], swiftSettings: strict),
    .executableTarget(
      name: "rt-audit", dependencies: ["CRealTimeGuard", "CallAudio"], path: "Tests/RealTime/Audit", swiftSettings: strict),
    .target(name: "CMallocCount", path: "Benchmarks/CMallocCount"),
    .target(name: "CRTPRival", path: "Benchmarks/CRTPRival"),
    .target(
      name: "CEmbedding", dependencies: ["CMallocCount"], path: "Benchmarks/CEmbedding",
      cSettings: [.headerSearchPath("../../Sources/CHookswitch/include")], linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "CStreamPeer", path: "Benchmarks/CStreamPeer", linkerSettings: [.linkedLibrary("websockets")]),
    .executableTarget(
      name: "bench",
      dependencies: [
        "CallAudio", "CallMixing", "TransportABI", "CallControl", "CallDirectory", "CallStore", "HookMetrics", "HookswitchCore",
        "HostService", "HostSurface", "Hookswitch",
        "TransportLoader", "Locking", "CMallocCount", "CEmbedding", "CStreamPeer", "MediaStreams", "DoorTrials", "HostDoors", "StrictJSON",
        "ToneTrials",
        "CSQLite",
      ] + (hasSIP ? ["CRTPMedia", "CRTPRival"] : []),
      path: "Benchmarks/Bench",
      swiftSettings: strict + (hasSIP ? [.define("HOOKSWITCH_SIP")] : [])),
    .testTarget(
      name: "CallMixingTests", dependencies: ["CallMixing", "CMediaThread", "CResampling", "TransportABI"], swiftSettings: strict),
    // Distorted lines and speech-like audio, for tests and benchmarks of the tones.
    .target(name: "ToneTrials", dependencies: ["CallAudio"], path: "Tests/ToneTrials", swiftSettings: strict),
    .testTarget(
      name: "CallAudioTests",
      dependencies: [
        "CallAudio", "CMediaThread", "CSystemd", "Locking", "TransportABI",
        "CallMixing", "CPulse", "CSndFile", "RunnerChannel", "ToneTrials",
      ], swiftSettings: strict),
  ]

/// True unless `make WITHOUT="cluster"` builds a host for one machine alone, without libnats.
let hasCluster = !without.contains("cluster")

/// The modules of many hosts that act as one, and their tests.
let cluster: [Target] =
  !hasCluster
  ? []
  : [
    // It opens libnats when a cluster is configured, and links nothing.
    .target(name: "CNATS"),
    .target(
      name: "HookswitchCluster",
      dependencies: [
        "CNATS", "CallControl", "CallStore", "ClusterControl", "ClusterPayloads", "HookswitchCore", "HostService", "HostSurface", "Locking",
        "StrictJSON", "TransportLoader",
      ],
      swiftSettings: strict),
    // An engine in memory, under virtual time.
    .target(
      name: "StoreTrials", dependencies: ["CallControl", "HookswitchCluster", "Locking"], path: "Tests/StoreTrials",
      swiftSettings: strict),
    .testTarget(
      name: "HookswitchClusterTests",
      dependencies: [
        "CallControl", "CallStore", "ClusterControl", "ClusterPayloads", "HookswitchCluster", "HookswitchCore", "HostService",
        "HostSurface", "Locking", "StoreTrials", "StrictJSON",
      ],
      swiftSettings: strict),
  ]

/// The C library: `libhookswitch.so.0`, with the functions of Sources/CHookswitch/include/hookswitch.h.
///
/// The Swift runtime is linked into it and hidden, so that a program needs none, and a plugin with a runtime of its own does not meet it.
let cLibrary: [Target] =
  !isCLibrary
  ? []
  : [
    .systemLibrary(name: "CHookswitch"),
    .target(
      name: "HookswitchC",
      dependencies: [
        "CHookswitch", "CallControl", "HookswitchCore", "Hookswitch", "HostConfiguration", "HostService", "HostSurface", "Locking",
        "StrictJSON", "TransportLoader",
      ] + (hasSound ? ["CallAudio", "MediaStreams"] : []),
      exclude: hasSound
        ? ["Sound/SoundlessFunctions.swift"]
        : [
          "Sound/AudioFunctions.swift", "Sound/EmbeddedHost+Recordings.swift", "Sound/SoundFunctions.swift", "Sound/StreamFunctions.swift",
        ],
      // With the define, every pointer of the header is optional: a caller may pass NULL, and gets an error.
      swiftSettings: strict + soundDefine + [.unsafeFlags(["-Xcc", "-DHK_IMPLEMENTATION"])],
      linkerSettings: [
        .unsafeFlags(
          // The toolchain's own linker packs the relocations, which glibc 2.36 and later unpack: 1.4 MB less.
          ["-static-stdlib", "-use-ld=lld"]
            + [
              "-soname=libhookswitch.so.0", "--version-script=\(Context.packageDirectory)/Sources/CHookswitch/exports.map", "-z",
              "nodelete",
              "-z", "defs", "-z", "pack-relative-relocs", "--gc-sections", "--icf=safe",
            ].flatMap { ["-Xlinker", $0] }),
        .linkedLibrary("_FoundationCShims"),
      ]),
  ]

/// The fuzzer, in its own build; it links the plugins whose settings it reads.
let fuzzing: [Target] =
  !isFuzzing
  ? []
  : [
    .target(name: "CLibFuzzer", path: "Fuzz/CLibFuzzer"),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CLibFuzzer", "CallAudio", "CallControl", "CallDirectory", "CallStore", "HostConfiguration", "HostDoors", "HostService",
        "HostSurface",
        "Hookswitch", "HookswitchCLI", "HookswitchConsole",
        "JournalKit", "MediaStreams",
        "TransportABI",
        "TransportKit",
        "TransportLoader", "ScenarioKit", "StrictJSON", "CRunnerChannel", "RunnerChannel",
      ] + plugins.map { .byName(name: $0.name) } + (hasSIP ? ["CRTPMedia", "CSIPReading", "TestRings"] : [])
        + (hasCluster ? ["ClusterControl", "HookswitchCluster"] : []),
      path: "Fuzz/Targets",
      swiftSettings: strict + (hasCluster ? [.define("HOOKSWITCH_CLUSTER")] : []) + (hasSIP ? [.define("HOOKSWITCH_SIP")] : [])
        + (plugins.contains { $0.name == "MockPSTN" } ? [.define("HOOKSWITCH_MOCKPSTN")] : [])),
  ]
    + (hasSIP
      ? [
        .target(
          name: "CSIPReading", dependencies: ["CSIPStack"], path: "Fuzz/CSIPReading",
          cSettings: sofiaHeaders + [.headerSearchPath("../../Sources/CSIPStack")])
      ] : [])

let package = Package(
  name: "hookswitch",
  products: [
    .executable(name: "hookswitch", targets: ["HookswitchMain"]),
    .executable(name: "hookswitch-helper", targets: ["HookswitchHelper"]),
    .executable(name: "hookswitch-conform", targets: ["HookswitchConform"]),
    // The host with media, and the host alone, which links no sound library.
    .library(name: "Hookswitch", targets: ["Hookswitch", "CallControlErrors", "HostErrors"] + (hasSound ? ["SoundErrors"] : [])),
    .library(name: "HookswitchCore", targets: ["HookswitchCore", "CallControlErrors", "HostErrors"]),
    .library(name: "CallControl", targets: ["CallControl", "CallControlErrors"]),
    .library(name: "TransportKit", targets: ["TransportKit", "TransportABI"]),
    .library(name: "ScenarioKit", targets: ["ScenarioKit"]),
    .library(name: "ConformanceKit", targets: ["ConformanceKit"]),
  ] + (hasSound ? [.library(name: "MediaStreams", targets: ["MediaStreams"])] : [])
    + (hasPhoneNumbers ? [.library(name: "PhoneNumbers", targets: ["PhoneNumbers"])] : []) + (isFuzzing ? [] : plugins.map(\.product))
    + (isCLibrary ? [.library(name: "HookswitchC", type: .dynamic, targets: ["HookswitchC"])] : []),
  targets: [
    // The core and the ABI: they import no other module of the package but the digests.
    .target(name: "CallControl", swiftSettings: strict),
    // The errors as Foundation's LocalizedError, for programs in Swift: the C library goes without.
    .target(name: "CallControlErrors", dependencies: ["CallControl"], swiftSettings: strict),
    .target(name: "HostErrors", dependencies: ["HookswitchCore", "TransportLoader"], swiftSettings: strict),
    .target(name: "Digests", swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    // The ownership of lines between hosts. Optimized in debug builds too: its tests explore and simulate.
    .target(
      name: "ClusterControl", dependencies: ["Digests"], swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .target(name: "ClusterPayloads", dependencies: ["ClusterControl", "StrictJSON"], swiftSettings: strict),
    .target(name: "TransportABI", exclude: ["check-header.sh", "abi"]),

    // The modules below the host.
    .target(name: "StrictJSON", swiftSettings: strict),
    // The table of everything that a program can ask of a running host.
    .target(name: "HostSurface", dependencies: ["CallControl", "StrictJSON"], swiftSettings: strict),
    .target(name: "CThreadSanitizer"),
    .target(name: "Locking", dependencies: ["CThreadSanitizer"], swiftSettings: strict),
    .systemLibrary(name: "CLtdl"),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CSystemd"),
    .target(name: "CConfinement"),
    .systemLibrary(name: "CSpanDSP"),
    .target(
      name: "CTones", exclude: ["plans.tones"],
      cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))],
      linkerSettings: [.linkedLibrary("spandsp"), .linkedLibrary("m")]),
    .target(name: "CLtdlShim", dependencies: ["CLtdl", "CMediaThread"], linkerSettings: [.linkedLibrary("ltdl")]),

    // The memory of a host.
    .target(name: "CallStore", dependencies: ["CallControl", "CSQLite", "Locking", "StrictJSON"], swiftSettings: strict),

    // The tables of the call directories, and their sources.
    .target(name: "CallDirectory", dependencies: ["CallControl", "CConfinement", "CLinux", "Locking"], swiftSettings: strict),

    // The process of a directory's plugin.
    .target(
      name: "DirectoryRunner", dependencies: ["CallDirectory", "CConfinement", "Locking", "TransportABI", "TransportLoader"],
      swiftSettings: strict),

    .target(name: "CMediaThread"),
    // The connection between the host and the process of a transport.
    .target(name: "CRunnerChannel", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    .target(name: "RunnerChannel", dependencies: ["CRunnerChannel"], swiftSettings: strict),
    .target(name: "TransportKit", dependencies: ["StrictJSON", "TransportABI", "Locking"], swiftSettings: strict),
    .target(
      name: "TransportLoader",
      dependencies: [
        "CallControl", "StrictJSON", "TransportABI", "CConfinement", "CLinux", "CLtdlShim", "CMediaThread", "Digests", "Locking",
        "RunnerChannel",
      ],
      swiftSettings: strict),
    // The process of a transport.
    .target(
      name: "TransportRunner",
      dependencies: [
        "CallControl", "CConfinement", "CLinux", "CMediaThread", "Locking", "RunnerChannel", "TransportABI", "TransportLoader",
      ],
      swiftSettings: strict),
    .target(
      name: "HookswitchCore", dependencies: ["CallControl", "TransportLoader", "CLinux", "Locking", "StrictJSON"], swiftSettings: strict),
    .target(
      name: "Hookswitch", dependencies: ["HookswitchCore", "CallControl"] + (hasSound ? ["CallAudio", "TransportLoader", "Locking"] : []),
      exclude: hasSound ? [] : ["Audio"], swiftSettings: strict + soundDefine),
    // The JSON configuration of a host, for the command and every program that embeds one.
    .target(
      name: "HostConfiguration",
      dependencies: ["Hookswitch", "HookswitchCore", "StrictJSON", "TransportLoader"] + (hasSound ? ["CallAudio", "MediaStreams"] : [])
        + (hasPhoneNumbers ? ["PhoneNumbers"] : []),
      swiftSettings: strict + soundDefine + (hasPhoneNumbers ? [.define("HOOKSWITCH_PHONENUMBERS")] : [])),
    // The counts of a host's effects, and their text for monitoring systems.
    .target(name: "HookMetrics", dependencies: ["CallControl"], swiftSettings: strict),
    // The answers to the table of HostSurface, without socket and bus.
    .target(
      name: "HostService",
      dependencies: [
        "CallControl", "CallDirectory", "CallStore", "CLinux", "Digests", "HookMetrics", "HostSurface", "Hookswitch", "HookswitchCore",
        "JournalKit", "Locking", "StrictJSON", "TransportLoader",
      ] + (hasSound ? ["MediaStreams"] : []),
      swiftSettings: strict + soundDefine),
    // The parts that threads of doors share: the connection to D-Bus, and the post between threads.
    .target(
      name: "DoorKit", dependencies: ["CallControl", "CSystemd", "HostSurface", "Locking", "StrictJSON", "TransportLoader"],
      swiftSettings: strict),
    // The host's client on the desktop: notifications, ringing, music players, sleep.
    .target(
      name: "DesktopBridge",
      dependencies: ["CallControl", "DoorKit", "HostService", "HostSurface", "Locking", "StrictJSON", "TransportLoader"],
      swiftSettings: strict),
    // The ways by which programs reach the host: the socket, and systemd.
    .target(
      name: "HostDoors",
      dependencies: [
        "CallControl", "CLinux", "CSystemd", "DoorKit", "HostService", "HostSurface", "Locking", "StrictJSON", "TransportLoader",
      ],
      swiftSettings: strict),
    .target(name: "ScenarioKit", dependencies: ["CallControl", "StrictJSON"], swiftSettings: strict),
    // The rules' text: Sources/ConformanceRules/Chapters, as bytes.
    .target(name: "CConformanceRules"),
    .target(name: "ConformanceRules", dependencies: ["CConformanceRules"], exclude: ["Chapters"], swiftSettings: strict),
    // The conformance kit: each part knows only those above it here.
    .target(name: "CConformance", dependencies: ["CConfinement"]),
    .target(name: "ConformanceReport", dependencies: ["StrictJSON", "TransportABI"], swiftSettings: strict),
    .target(
      name: "ConformanceHarness",
      dependencies: ["CConformance", "CLinux", "Locking", "StrictJSON", "TransportABI", "TransportLoader"], swiftSettings: strict),
    .target(
      name: "ConformanceSupervisor",
      dependencies: [
        "ConformanceHarness", "ConformanceReport", "ConformanceRules", "CConformance", "Locking", "StrictJSON", "TransportLoader",
      ], swiftSettings: strict),
    .target(
      name: "ConformanceFuzzing",
      dependencies: [
        "ConformanceHarness", "ConformanceReport", "ConformanceSupervisor", "Locking", "StrictJSON", "TransportABI", "TransportLoader",
      ], swiftSettings: strict),
    .target(
      name: "ConformanceDirectory",
      dependencies: [
        "CallDirectory", "ConformanceHarness", "ConformanceReport", "ConformanceRules", "ConformanceSupervisor", "Digests", "Locking",
        "StrictJSON", "TransportABI", "TransportLoader",
      ], swiftSettings: strict),
    .target(
      name: "ConformanceKit",
      dependencies: [
        "ConformanceDirectory", "ConformanceFuzzing", "ConformanceHarness", "ConformanceReport", "ConformanceRules",
        "ConformanceSupervisor", "CConformance",
        "Locking", "StrictJSON", "TransportABI", "TransportLoader",
      ], swiftSettings: strict),
    .target(name: "JournalKit", dependencies: ["CallControl", "HostSurface", "StrictJSON"], swiftSettings: strict),
    .executableTarget(
      name: "HookswitchHelper", dependencies: ["CallDirectory", "DirectoryRunner", "TransportLoader", "TransportRunner"],
      swiftSettings: strict),
    .executableTarget(name: "HookswitchConform", dependencies: ["ConformanceKit"], swiftSettings: strict),
    // The files that `hookswitch new` writes: Templates/, as bytes.
    .target(name: "CTransportTemplates"),
    .executableTarget(name: "HookswitchMain", dependencies: ["HookswitchCLI"], swiftSettings: strict),
    // The command as a library, because the tests and the fuzzer link it too.
    .target(
      name: "HookswitchCLI",
      dependencies: [
        "CallDirectory", "CallStore", "CTransportTemplates", "DesktopBridge", "DoorKit", "HostConfiguration", "HostDoors", "HostService",
        "HostSurface", "Hookswitch", "ScenarioKit", "ConformanceKit",
        "JournalKit", "StrictJSON", "TransportLoader",
        "Locking",
      ]
        + (hasPhoneNumbers ? ["PhoneNumbers"] : []) + (hasSound ? ["HookswitchConsole"] : [])
        + (hasCluster ? ["ClusterControl", "HookMetrics", "HookswitchCluster"] : []),
      swiftSettings: strict + soundDefine + (hasPhoneNumbers ? [.define("HOOKSWITCH_PHONENUMBERS")] : [])
        + (hasCluster ? [.define("HOOKSWITCH_CLUSTER")] : [])),

    // Tests and exploration.
    .target(name: "ExplorationKit", dependencies: ["CallControl"], path: "Tests/Exploration/Kit", swiftSettings: strict),
    .executableTarget(
      name: "explore", dependencies: ["ExplorationKit", "CallControl", "Locking"], path: "Tests/Exploration/Explore", swiftSettings: strict),
    // Small worlds and a simulated cluster on the values of ClusterControl.
    .target(
      name: "ClusterTrials", dependencies: ["ClusterControl"], path: "Tests/ClusterTrials",
      swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .testTarget(name: "ClusterControlTests", dependencies: ["ClusterControl", "ClusterTrials", "Digests"], swiftSettings: strict),
    .testTarget(name: "ClusterPayloadsTests", dependencies: ["ClusterControl", "ClusterPayloads"], swiftSettings: strict),
    .testTarget(name: "CallControlTests", dependencies: ["CallControl", "ExplorationKit"], swiftSettings: strict),
    .target(name: "TestRings", dependencies: ["TransportABI"], path: "Tests/TestRings", swiftSettings: strict),
    .testTarget(name: "RunnerChannelTests", dependencies: ["RunnerChannel", "CLinux", "CRunnerChannel"], swiftSettings: strict),
    // The process that the store's test kills.
    .executableTarget(
      name: "store-victim", dependencies: ["CallControl", "CallStore", "HookswitchCore"], path: "Tests/StoreVictim", swiftSettings: strict),
    .testTarget(
      name: "CallStoreTests", dependencies: ["CallStore", "CallControl", "CSQLite", "HookswitchCore", "Locking"], swiftSettings: strict),
    .testTarget(
      name: "CallDirectoryTests", dependencies: ["CallDirectory", "CallControl", "Locking"], exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(name: "StrictJSONTests", dependencies: ["StrictJSON"], swiftSettings: strict),
    .testTarget(
      name: "HostSurfaceTests", dependencies: ["HostSurface", "CallControl", "StrictJSON"], exclude: ["Expected"], swiftSettings: strict),
    .testTarget(
      name: "TransportKitTests", dependencies: ["TransportKit", "TransportABI", "TestRings", "Locking", "CTones"], swiftSettings: strict),
    .testTarget(
      name: "TransportLoaderTests",
      dependencies: [
        "TransportLoader", "CallControl", "CLinux", "CMediaThread", "Digests", "StrictJSON", "TransportABI", "TestRings", "Locking",
        "RunnerChannel", "TransportRunner", "HookswitchCore", "ScenarioKit",
      ],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "HookswitchTests",
      dependencies: [
        "Hookswitch", "HookswitchCore", "CallControl", "CallControlErrors", "HostErrors", "TransportLoader", "Locking",
      ]
        + (hasSound ? ["MediaStreams", "StrictJSON"] : []),
      exclude: hasSound ? ["Streams/agent.py"] : ["Audio", "Streams"], swiftSettings: strict),
    .testTarget(
      name: "HostServiceTests",
      dependencies: [
        "HostService", "CallControl", "CallDirectory", "CallStore", "HookMetrics", "HookswitchCore", "HostSurface", "JournalKit", "Locking",
        "StrictJSON",
      ],
      swiftSettings: strict),
    // A service without a host, for the tests and benchmarks of the doors.
    .target(
      name: "DoorTrials", dependencies: ["HostService", "HostSurface", "Locking", "StrictJSON"], path: "Tests/DoorTrials",
      swiftSettings: strict),
    // A daemon without a host, which the doors' tests start and kill.
    .executableTarget(
      name: "door-victim", dependencies: ["DoorTrials", "HostDoors"], path: "Tests/DoorVictim", swiftSettings: strict),
    .testTarget(
      name: "HostDoorsTests",
      dependencies: [
        "CallControl", "CLinux", "DoorKit", "DoorTrials", "HostDoors", "HostService", "HostSurface", "Locking", "StrictJSON",
        "TransportLoader",
      ], swiftSettings: strict),
    .testTarget(
      name: "DesktopBridgeTests", dependencies: ["CallControl", "DesktopBridge", "DoorKit", "HostSurface", "StrictJSON"],
      swiftSettings: strict),
    .testTarget(name: "ScenarioKitTests", dependencies: ["ScenarioKit", "CallControl"], swiftSettings: strict),
    // A runner with one fault, for the loader's tests of the host.
    .executableTarget(
      name: "flawed-runner", dependencies: ["TransportLoader", "TransportRunner"], path: "Tests/Mutants/Runner", swiftSettings: strict),
    .executableTarget(name: "kill-matrix", dependencies: ["ConformanceKit"], path: "Tests/Mutants/Matrix", swiftSettings: strict),
    .testTarget(
      name: "ConformanceKitTests",
      dependencies: [
        "CConformance", "ConformanceDirectory", "ConformanceFuzzing", "ConformanceHarness", "ConformanceKit", "ConformanceReport",
        "ConformanceRules", "ConformanceSupervisor", "StrictJSON", "TransportKit", "TransportLoader", "TransportABI", "Locking",
      ],
      exclude: ["Supervising/Fixtures"], swiftSettings: strict),
    .testTarget(name: "HookMetricsTests", dependencies: ["HookMetrics", "CallControl"], swiftSettings: strict),
    .testTarget(name: "JournalKitTests", dependencies: ["JournalKit", "CallControl", "StrictJSON"], swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "HookswitchCLI", "Hookswitch", "CallControl", "CallDirectory", "CallStore", "DesktopBridge", "DoorTrials", "HostConfiguration",
        "HostDoors",
        "HostService", "HostSurface", "JournalKit", "Locking", "StrictJSON", "TransportLoader",
      ],
      swiftSettings: strict + (hasPhoneNumbers ? [.define("HOOKSWITCH_PHONENUMBERS")] : [])
        + (hasCluster ? [.define("HOOKSWITCH_CLUSTER")] : [])),
  ] + sound + cluster + cLibrary + plugins.map(\.target) + phoneNumbers + sip + fuzzing
)
