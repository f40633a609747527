import Dispatch
import Foundation
import Locking
import Testing
import TransportABI
import TransportKit

/// Directories written in Swift; one after another, because a library has one.
@Suite("TransportKit: directories", .serialized) struct DirectoryTests {
  private func begin(
    _ host: DirectoryHost, settings: String = "", token: String = "", _ script: @escaping ScriptedDirectory.Script
  ) -> (status: hsw_status, why: String) {
    ScriptedDirectory.script.withLock { $0 = script }
    return host.begin(settings: settings, token: token)
  }

  @Test("The query chooses a version from 1.1, or refuses with a sentence") func query() {
    for (low, high, minor, chosen) in [(1, 1, 1, 1), (1, 1, 7, HSW_ABI_MINOR), (0, 2, 0, 1)] as [(UInt32, UInt32, UInt32, UInt32)] {
      var query = hsw_directory_query.asked(low, high, minor: minor)
      #expect(DirectoryPlugin.answer(&query, with: ScriptedDirectory.self) == HSW_OK)
      #expect(query.chosen_major == 1 && query.chosen_minor == chosen && query.entry != nil)
    }
    var future = hsw_directory_query.asked(2, 3)
    #expect(DirectoryPlugin.answer(&future, with: ScriptedDirectory.self) == HSW_E_VERSION && future.entry == nil)
    #expect(withUnsafeBytes(of: future.reason) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }.contains("the host 2 to 3"))
    #expect(DirectoryPlugin.answer(nil, with: ScriptedDirectory.self) == HSW_E_INVAL)
    var other = hsw_directory_query.asked()
    other.magic = 0
    #expect(DirectoryPlugin.answer(&other, with: ScriptedDirectory.self) == HSW_E_INVAL)
    for size in 4..<MemoryLayout<hsw_directory_query>.size {
      let short = Lent(hsw_directory_query.asked(), count: size)
      #expect(DirectoryPlugin.answer(short.pointer, with: ScriptedDirectory.self) == HSW_E_INVAL)
    }
  }

  @Test("The descriptor is the provider's") func descriptor() throws {
    let table = try #require(DirectoryHost.entry.descriptor).pointee
    #expect(table.size == MemoryLayout<hsw_directory_descriptor>.size)
    let texts = [table.id, table.name, table.version, table.license].map(text)
    #expect(texts == ["org.example.scripted", "Scripted", "1.2.3", "MIT"])
  }

  @Test("A full request sends its entries and its token") func full() {
    let host = DirectoryHost()
    let outcome = begin(host, token: "old") { (context) throws(TransportError) in
      guard !context.isIncremental, !context.isCancelled, context.token == "old", context.directory == "org.example.shelf" else { return }
      try context.addBlockingEntry(withNextSequentialPhoneNumber: 12_025_550_166)
      try context.addIdentificationEntry(withNextSequentialPhoneNumber: 12_025_550_167, label: "Pizza \u{e9}")
      let isExpired = try context.completeRequest(token: "new")
      #expect(!isExpired)
    }
    #expect(outcome.status == HSW_OK)
    #expect(host.records == ["block 12025550166", "identify 12025550167 Pizza \u{e9}", "complete new"])
  }

  @Test("A request for changes has all removals of CallKit, and hears that it is expired") func changes() {
    let host = DirectoryHost(isIncremental: true, isExpired: true)
    let outcome = begin(host) { (context) throws(TransportError) in
      guard context.isIncremental else { return }
      try context.removeAllBlockingEntries()
      try context.removeAllIdentificationEntries()
      try context.removeBlockingEntry(withPhoneNumber: 5)
      try context.removeIdentificationEntry(withPhoneNumber: 6)
      let isExpired = try context.completeRequest()
      #expect(isExpired)
    }
    #expect(outcome.status == HSW_OK && host.records == ["unblock *", "unidentify *", "unblock 5", "unidentify 6", "complete "])
  }

  @Test(
    "An entry that the host refuses throws its code, and the request is over",
    arguments: [
      (HSW_E_INVAL, .invalid, "out of order"), (HSW_E_RANGE, .outOfRange, "from 1 to 9223372036854775806"),
      (HSW_E_STATE, .wrongState, "not allowed now"), (HSW_E_CANCELLED, .cancelled, "given up"), (-77, .failed, "refuses"),
    ] as [(hsw_status, TransportError.Code, String)])
  func refusal(status: hsw_status, code: TransportError.Code, text: String) {
    let host = DirectoryHost(refusals: ["block 4": status])
    let outcome = begin(host) { (context) throws(TransportError) in
      do throws(TransportError) {
        try context.addBlockingEntry(withNextSequentialPhoneNumber: 4)
      } catch {
        #expect(error.code == code && error.message.contains(text), "\(error)")
        throw error
      }
    }
    // The host has the entry's error: neither a second one nor complete follows.
    #expect(outcome.status == code.rawValue && host.records == ["block 4"])
  }

  @Test("An error of the provider cancels the request with its own code and domain") func errors() {
    let own = DirectoryHost()
    let coded = TransportError(.network, "no list", native: 7, domain: "shop")
    #expect(begin(own) { _ throws(TransportError) in throw coded }.status == HSW_OK)
    #expect(own.records == ["cancel shop 7 no list"])
    let plain = DirectoryHost()
    #expect(begin(plain) { _ throws(TransportError) in throw TransportError(.network, "no list") }.status == HSW_OK)
    #expect(plain.records == ["cancel org.example.scripted -15 no list"])
    let explicit = DirectoryHost()
    #expect(begin(explicit) { $0.cancelRequest(withError: TransportError(.failed, "later", native: -3)) }.status == HSW_OK)
    #expect(explicit.records == ["cancel org.example.scripted -3 later"])
  }

  @Test("The settings are an object, and an unknown one is refused") func settings() {
    let host = DirectoryHost()
    let script: ScriptedDirectory.Script = { (context) throws(TransportError) in
      var settings = context.settings
      let number = try settings.integer("number", in: 1...9, default: 1)
      try settings.refuseUnread()
      try context.addBlockingEntry(withNextSequentialPhoneNumber: Int64(number))
      try context.completeRequest()
    }
    #expect(begin(host, settings: #"{"number": 7}"#, script).status == HSW_OK && host.records == ["block 7", "complete "])
    let strange = DirectoryHost()
    #expect(begin(strange, settings: #"{"colour": 7}"#, script).status == HSW_OK)
    #expect(strange.records.first?.contains("/colour is not a setting of this directory") == true)
    let wrong = DirectoryHost()
    let refusal = begin(wrong, settings: "[7]", script)
    #expect(refusal.status == HSW_E_INVAL && refusal.why.contains("must be a JSON object") && wrong.records.isEmpty)
  }

  @Test("A request may end later on another thread; the host's giving up shows meanwhile") func later() {
    let host = DirectoryHost()
    let (gaveUp, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let outcome = begin(host) { context in
      DispatchQueue.global().async {
        gaveUp.wait()
        #expect(context.isCancelled)
        #expect(throws: Never.self) { try context.completeRequest(token: "late") }
        ended.signal()
      }
    }
    #expect(outcome.status == HSW_PENDING && host.records.isEmpty)
    DirectoryHost.entry.cancel?()
    gaveUp.signal()
    ended.wait()
    #expect(host.records == ["complete late"])
  }

  @Test("A context that the provider lets go of cancels its request") func forgotten() {
    let host = DirectoryHost()
    #expect(begin(host) { _ in }.status == HSW_PENDING)
    #expect(host.records.count == 1 && host.records.first?.contains("let go of its request") == true)
  }

  @Test("A host that requests something unknown is refused") func unknown() {
    let host = DirectoryHost()
    ScriptedDirectory.script.withLock { $0 = { _ in } }
    let outcome = host.begin(flags: 0x8000_0000)
    #expect(outcome.status == HSW_E_NOTSUP && outcome.why.contains("unknown in version 1.") && host.records.isEmpty)
  }

  @Test("The directory of the documentation works, and the page has its text") func documentation() throws {
    let full = DirectoryHost()
    #expect(begin(full) { (context) throws(TransportError) in try Spam().beginRequest(with: context) }.status == HSW_OK)
    #expect(full.records == ["block 12025550142", "identify 12025550171 Clinic", "complete "])
    let changes = DirectoryHost(isIncremental: true)
    #expect(begin(changes) { (context) throws(TransportError) in try Spam().beginRequest(with: context) }.status == HSW_OK)
    #expect(changes.records == ["unblock 12025550142", "block 12025550188", "complete "])
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let source = try String(contentsOf: here.appending(path: "Spam.swift"), encoding: .utf8)
    let page = here.appending(path: "../../../Sources/TransportKit/TransportKit.docc/Directories.md").standardized
    let body = try #require(source.range(of: "struct Spam")).lowerBound
    #expect(try String(contentsOf: page, encoding: .utf8).contains(source[body...]))
  }
}
