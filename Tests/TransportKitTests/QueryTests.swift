import Glibc
import Testing
import TransportABI

@Suite struct QueryTests {
  /// The versions of a host, and the plugin's choice or refusal.
  struct Case: CustomTestStringConvertible {
    var low, high, minor: UInt32
    var status = HSW_OK
    var testDescription: String { "\(low)...\(high).\(minor)" }
  }

  @Test(
    arguments: PluginUnderTest.all,
    [
      Case(low: 1, high: 1, minor: 0), Case(low: 1, high: 1, minor: 7), Case(low: 1, high: 2, minor: 0), Case(low: 0, high: 1, minor: 0),
      Case(low: 2, high: 2, minor: 0, status: HSW_E_VERSION), Case(low: 99, high: 99, minor: 3, status: HSW_E_VERSION),
      Case(low: 0, high: 0, minor: 0, status: HSW_E_VERSION), Case(low: 2, high: 1, minor: 0, status: HSW_E_VERSION),
    ])
  func choosesWithinTheRangeOrRefusesWithASentence(plugin: PluginUnderTest, expected: Case) {
    var query = hsw_query.asked(expected.low, expected.high, minor: expected.minor)
    #expect(plugin.query(&query) == expected.status)
    let reason = withUnsafeBytes(of: query.reason) { String(validating: $0.prefix { $0 != 0 }, as: UTF8.self) }
    if expected.status == HSW_OK {
      #expect((query.chosen_major, query.chosen_minor) == (1, expected.high == 1 ? min(expected.minor, HSW_ABI_MINOR) : 0))
      #expect(query.entry == plugin.entry)
    } else {
      #expect(query.entry == nil)
      #expect(reason?.contains("1.") == true)
    }
  }

  @Test(arguments: PluginUnderTest.all, 4...199)
  func looksAtNothingPastAShortSize(plugin: PluginUnderTest, bytes: Int) {
    let query = Lent(hsw_query.asked(), count: bytes)
    #expect(plugin.query(query.pointer) == HSW_E_INVAL)
  }

  @Test(arguments: PluginUnderTest.all)
  func refusesWhatIsNoQueryWithoutWriting(plugin: PluginUnderTest) {
    #expect(plugin.query(nil) == HSW_E_INVAL)
    var query = hsw_query.asked()
    query.magic = 0x3157_5349
    query.chosen_major = 77
    #expect(plugin.query(&query) == HSW_E_INVAL)
    #expect(query.chosen_major == 77 && query.entry == nil && query.reason.0 == 0)
  }

  @Test(arguments: PluginUnderTest.all)
  func takesALongerQuery(plugin: PluginUnderTest) {
    let query = Lent(hsw_query.asked(), count: MemoryLayout<hsw_query>.size + 40)
    #expect(plugin.query(query.pointer) == HSW_OK)
    #expect(query.pointer.pointee.entry == plugin.entry)
  }

  @Test(arguments: PluginUnderTest.all)
  func describesItselfInProperStrings(plugin: PluginUnderTest) throws {
    let count = plugin.entry.pointee.n_descriptors
    #expect(plugin.entry.pointee.descriptor!(count) == nil && plugin.entry.pointee.descriptor!(.max) == nil)
    for index in 0..<count {
      let found = try #require(plugin.entry.pointee.descriptor!(index)).pointee
      #expect(found.size == MemoryLayout<hsw_descriptor>.size)
      let lists = [
        UnsafeBufferPointer(start: found.capabilities, count: Int(found.n_capabilities)),
        UnsafeBufferPointer(start: found.handle_kinds, count: Int(found.n_handle_kinds)),
      ]
      for string in [found.id, found.name, found.vendor, found.version, found.license, found.url] + lists.flatMap({ Array($0) }) {
        #expect(string.p.map { $0[string.n] == 0 } ?? (string.n == 0))
      }
      #expect(try text(found.id).wholeMatch(of: Regex("[a-z0-9.-]{3,64}")) != nil)
      #expect(!text(found.name).isEmpty && !text(found.version).isEmpty && text(lists[0][0]) == "voice" && !lists[1].isEmpty)
    }
  }

  @Test(arguments: PluginUnderTest.all)
  func offersExactlyWhatItsCapabilitiesName(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let descriptor = try #require(plugin.entry.pointee.descriptor!(0)).pointee
    let named = UnsafeBufferPointer(start: descriptor.capabilities, count: Int(descriptor.n_capabilities)).map(text)
    let all = [
      "calls", "hold", "mute", "dtmf", "group", "transfer", "deflect", "line", "config", "state", "audio", "health", "diag", "test-peer",
    ]
    for name in all {
      let table = rig.table.pointee.get_extension!(rig.context, "org.hookswitch.\(name)/1")
      #expect((table != nil) == named.contains(name), "\(name)")
      #expect(table == rig.table.pointee.get_extension!(rig.context, "org.hookswitch.\(name)/1"))
      if let table { #expect((16...65536).contains(table.loadUnaligned(as: UInt32.self))) }
    }
    for id in ["", "org.hookswitch.calls/1x", "org.hookswitch.calls/2", "org.hookswitch.calls", "ORG.HOOKSWITCH.CALLS/1", "calls/1"] {
      #expect(rig.table.pointee.get_extension!(rig.context, id) == nil)
    }
  }
}
