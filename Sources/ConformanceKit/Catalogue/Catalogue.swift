/// All tests of the kit, in the order in which they run.
public enum Catalogue {
  /// The tests that exist.
  public static let tests: [ConformanceTest] =
    LoadTests.all + AbiTests.all + LifeTests.all + BadTests.all + UnloadTests.all + ActionTests.all + HoldTests.all + MuteTests.all
    + DTMFTests.all + GroupTests.all + TransferTests.all + LineTests.all + ErrorTests.all + HealthTests.all + DiagTests.all
    + TimeTests.all + ThreadTests.all + ReentTests.all + MediaTests.all + ConfigTests.all + StateTests.all + LeakTests.all + ResetTests.all
    + FuzzTests.all
  /// The tests that do not exist yet.
  public static let absent: [AbsentTest] = AbsentTest.all

  /// Returns the test of that id.
  public static func test(_ id: String) -> ConformanceTest? { tests.first { $0.id == id } }
}
