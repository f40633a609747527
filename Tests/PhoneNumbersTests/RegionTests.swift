import PhoneNumbers
import Testing

@Suite("A region")
struct RegionTests {
  @Test(
    "A region has two letters that the plans know",
    arguments: [("US", "US"), ("gb", "GB"), ("XX", nil), ("", nil), ("USA", nil), ("001", nil), ("\u{DF}", nil)])
  func codes(text: String, code: String?) {
    #expect(Region(text)?.code == code)
  }

  @Test(
    "A region is read from the environment's locale for telephones",
    arguments: [
      (["LANG": "en_GB.UTF-8"], "GB"), (["LANG": "de_DE@euro"], "DE"), (["LANG": "C.UTF-8"], nil), (["LANG": "POSIX"], nil), ([:], nil),
      (["LANG": "en_US.UTF-8", "LC_TELEPHONE": "fr_FR.UTF-8"], "FR"), (["LANG": "en_US", "LC_TELEPHONE": ""], "US"),
      (["LC_ALL": "ja_JP.UTF-8", "LC_TELEPHONE": "fr_FR"], "JP"), (["LC_ALL": "C", "LANG": "en_US"], nil), (["LANG": "eo"], nil),
      (["LANG": "zh_Hant_TW"], nil),
    ] as [([String: String], String?)])
  func environment(variables: [String: String], code: String?) {
    #expect(Region(environment: variables)?.code == code)
  }

  @Test("A region has a country code")
  func countryCode() {
    #expect(["US", "GB", "IT", "JP"].map { Region($0)?.countryCode } == [1, 44, 39, 81])
  }
}
