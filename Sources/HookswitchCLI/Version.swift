/// The version of the command and of the host inside it, as `hookswitch --version` says it.
let hookswitchVersion = "0.1.0"
