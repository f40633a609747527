internal import CTransportTemplates

/// One file of a new project: its path in the project, and its text.
struct TemplateFile: Equatable, Sendable {
  var path: String
  var text: String

  /// True for a script.
  var isExecutable: Bool { text.hasPrefix("#!") }

  /// The files of a project of `kind` in `language`.
  ///
  /// - Parameter sources: the folder with the sources of TransportKit; only Swift needs it.
  static func all(_ kind: ProjectKind, _ language: ProjectLanguage, _ project: ProjectName, sources: String) -> [TemplateFile] {
    let wanted = ["", language.rawValue] + (language.takesHeader ? ["header"] : []) + (language.isCompiled ? ["plugin"] : [])
    let common = [
      "NAME": project.name, "ID": project.id, "LANGUAGE": language.rawValue, "UNLOADABLE": "\(language.isUnloadable)",
      "PACKAGES": language.packages,
      // This value stands in a Swift string literal.
      "HOOKSWITCH": sources.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""),
    ]
    let values = common.merging(kind.texts(in: language, project)) { $1 }
    return embedded(kind).filter { wanted.contains($0.language) }.map { template in
      // The headers are copied unchanged.
      template.language == "header"
        ? template.file
        : TemplateFile(path: filled(template.file.path, values), text: filled(template.file.text, values))
    }
  }

  /// Replaces each `@PLACEHOLDER@` in `text`.
  private static func filled(_ text: String, _ values: [String: String]) -> String {
    values.reduce(text) { $0.replacing("@\($1.key)@", with: $1.value) }
  }

  private static func embedded(_ kind: ProjectKind) -> [(language: String, file: TemplateFile)] {
    var files: [(String, TemplateFile)] = []
    var index = 0
    while let template = hookswitch_template_at(index)?.pointee {
      index += 1
      guard String(cString: template.kind) == kind.rawValue else { continue }
      let bytes = UnsafeBufferPointer(start: template.bytes, count: template.size)
      let file = TemplateFile(path: String(cString: template.path), text: String(decoding: bytes, as: UTF8.self))
      files.append((String(cString: template.language), file))
    }
    return files
  }
}
