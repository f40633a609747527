internal import ConformanceHarness
internal import Glibc
internal import StrictJSON
internal import TransportABI

// The words in which no secret may be.
extension StateTests {
  /// The largest file that is searched, in bytes.
  private static let largestFile = 4 << 20

  static func noSecrets(_ run: TestRun) throws {
    let library = try run.library()
    var numbers = SeededNumbers(run.seed)
    let letters = Array("abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    let secret = String((0..<27).map { _ in letters[numbers.below(letters.count)] })
    let first = try Stage(run, library, .full)
    guard try first.near.initialise().status == HSW_OK else { throw TestFailure("instance.init failed") }
    let names = try ConfigTests.schema(of: first.near).settings.filter(\.isSecret).map(\.name)
    try first.near.destroy()
    guard !names.isEmpty else { throw TestSkip("the schema has no setting of the format hookswitch-secret") }

    let members = names.reduce(ConfigTests.base(run)) { ConfigTests.members($0, $1, .string("canary")) }
    let secrets = run.settings.secrets.merging(["canary": secret]) { $1 }
    let search = SecretSearch(secret)
    let folders = FileTree.folders(of: run)
    let trap = try OutputTrap()
    TextWitness.begin()
    let result = Result {
      let stage = try Stage(run, library, .full.with(secrets: secrets), config: JSONValue.object(members).text, loop: first.loop)
      try live(stage, members)
      let places = stage.near.places(of: secret) + surroundings(search, folders)
      try stage.tearDown()
      return places
    }
    let texts = TextWitness.end()
    let output = trap.open()
    if let place = try result.get().first { throw TestFailure("the value of the secret is in \(place)") }
    if let form = search.form(in: output) {
      throw TestFailure("the value of the secret is in the standard output or error, \(form)")
    }
    for text in texts.sorted(by: { $0.place < $1.place }) {
      if let form = search.form(in: text.bytes) { throw TestFailure("the value of the secret is in \(text.place), \(form)") }
    }
    if let place = surroundings(search, folders).first { throw TestFailure("the value of the secret is in \(place)") }
    guard texts.contains(where: { $0.place == "the key of host-secrets.get" }) else {
      throw TestSkip("the plugin never requested the secret that its configuration names")
    }
  }

  /// Has the plugin say as much as it can: at work, in failures, and when it is asked.
  private static func live(_ stage: Stage, _ members: [JSONValue.Member]) throws {
    try stage.bringUp()
    try stage.settle()
    Exercise(stage).run()
    let near = stage.near
    for text in [JSONValue.object(members).text, "{", "{\"no-such-setting\": 1}", JSONValue.object(members).text] {
      stage.attempt { _ = try stage.outcome(near.apply(text)) }
    }
    for on: UInt32 in [0, 1] { stage.attempt { _ = try stage.outcome(near.setRegistered(on)) } }
    stage.attempt { _ = try stage.outcome(stage.startToNobody()) }
    stage.attempt { try stage.settle(.seconds(3)) }
    stage.attempt {
      let call = try stage.connect()
      for level: UInt32 in 0...5 { stage.attempt { _ = try near.dump(call, level: level) } }
      stage.attempt { _ = try stage.peer.see(call) }
      try stage.hangUp(call)
    }
    stage.attempt { _ = try stage.peer.target() }
    for level: UInt32 in 0...9 { stage.attempt { _ = try near.dump(level: level) } }
    stage.attempt { _ = try near.save() }
    stage.attempt { _ = try near.load(Array("no state at all".utf8)) }
    stage.attempt { _ = try near.schema() }
    stage.attempt { try near.reset() }
    stage.attempt { try stage.settle(.milliseconds(100)) }
  }

  /// Returns the places around the plugin that hold the secret: files, variables and names of threads.
  private static func surroundings(_ search: SecretSearch, _ folders: [String]) -> [String] {
    var places: [String] = []
    for file in FileTree.paths(in: folders).sorted() {
      if let form = search.form(in: Array(file.utf8)) { places.append("the name of a file, \(form)") }
      // Only plain files: a pipe would block, and a device would never end.
      var status = stat()
      guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= largestFile else { continue }
      if let bytes = FileBytes.read(file), let form = search.form(in: bytes) { places.append("the file \(file), \(form)") }
    }
    for variable in SideEffects.variables {
      if let form = search.form(in: Array(variable.utf8)) {
        places.append("the environment variable \(variable.prefix { $0 != "=" }), \(form)")
      }
    }
    let process = ExecutorProcess.folder
    let names = FileBytes.names(in: "\(process)/task").map { ("\(process)/task/\($0)/comm", "the name of a thread") }
    for (file, place) in [("\(process)/cmdline", "the command line of the process")] + names {
      if let bytes = FileBytes.read(file), let form = search.form(in: bytes) { places.append("\(place), \(form)") }
    }
    return places
  }
}
