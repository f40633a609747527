/// A country's dialing rules that libphonenumber leaves to the exchange.
///
/// The built-in numbers lie in blocks that the regulators reserve for drama, where there are any.
struct Country: Hashable, Sendable {
  /// ISO 3166, as the setting `country` names it.
  let name: String
  /// The country code.
  let code: String
  /// The prefix of a national number.
  let trunkPrefix: String
  /// The prefix of an international number.
  let internationalPrefix: String
  /// The default area code of the exchange.
  let areaCode: String
  /// The lengths of a number dialed without an area code.
  let localLengths: ClosedRange<Int>
  /// True when a national number may be dialed without the trunk prefix.
  var trunkPrefixIsOptional = false
  /// The common prefix of the built-in numbers, in E.164: two more digits select the behaviour.
  let builtInNumbers: String

  static let all: [Country] = [unitedStates, unitedKingdom, germany, france, japan]

  static let unitedStates = Country(
    name: "US", code: "1", trunkPrefix: "1", internationalPrefix: "011", areaCode: "212", localLengths: 7...7,
    trunkPrefixIsOptional: true, builtInNumbers: "+121255501")
  static let unitedKingdom = Country(
    name: "GB", code: "44", trunkPrefix: "0", internationalPrefix: "00", areaCode: "20", localLengths: 5...8,
    builtInNumbers: "+4420794601")
  static let germany = Country(
    name: "DE", code: "49", trunkPrefix: "0", internationalPrefix: "00", areaCode: "30", localLengths: 4...10,
    builtInNumbers: "+4930231251")
  static let france = Country(
    name: "FR", code: "33", trunkPrefix: "0", internationalPrefix: "00", areaCode: "1", localLengths: 8...8,
    builtInNumbers: "+331990001")
  static let japan = Country(
    name: "JP", code: "81", trunkPrefix: "0", internationalPrefix: "010", areaCode: "3", localLengths: 6...8,
    builtInNumbers: "+813555001")
}
