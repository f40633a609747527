/// The version of the command and of its host, printed by `hookswitch --version`.
let hookswitchVersion = "0.1.0"
