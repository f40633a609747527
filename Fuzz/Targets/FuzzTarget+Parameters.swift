internal import HostSurface
internal import StrictJSON

extension FuzzTarget {
  /// Checks one JSON text as the parameters of every method: what is accepted is complete and is accepted again, and an error has its place.
  static let parameters = FuzzTarget(name: "parameters") { bytes in
    guard let value = try? JSONReader.read(bytes) else { return }
    for method in MethodName.allCases {
      do throws(MethodError) {
        let checked = try HostSurface.parameters(of: method, from: value)
        for field in method.declaration.parameters where field.isRequired || field.standard != nil {
          precondition(checked[field.name] != nil, "a parameter without its value")
        }
        _ = (checked.json.text, method.declaration.parameters.map { (checked.reference($0.name), checked.handle($0.name)) })
        let again = try? HostSurface.parameters(of: method, from: checked.json)
        precondition(again?.json == checked.json, "checked parameters are refused")
      } catch {
        precondition(error.number == ErrorWord.invalid.number && error.data["at"]?.string != nil, "an error without a place")
      }
    }
  }
}
