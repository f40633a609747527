extension RuleChapter {
  static let configuration = RuleChapter(
    "Configuration", "A configuration is one JSON text that follows the transport's schema and contains no secret.",
    [
      TransportRule(
        108, .must, "Give a valid schema",
        """
        The schema parses, the empty configuration is valid or its error says what is missing, and the schema's defaults and examples
        are accepted.
        """,
        why: "Forms are drawn from it, and files are checked by it before the transport ever runs.",
        consequence: "The schema is shown as it is; an operator follows it into an error.",
        proof: .by("config.schema"),
        c: .code(
          wrong: """
            const char schema[] = "{\\"properties\\":{\\"port\\":{\\"type\\":\\"integer\\",\\"default\\":\\"5060\\"}}}";
            """,
          right: """
            const char schema[] = "{\\"type\\":\\"object\\",\\"properties\\":{\\"port\\":{\\"type\\":\\"integer\\",\\"default\\":5060}}}";
            """),
        swift: .code(
          wrong: """
            static let configurationSchema = "port: a number"
            """,
          right: #"""
            static let configurationSchema = #"{"type": "object", "properties": {"port": {"type": "integer", "default": 5060}}}"#
            """#)),
      TransportRule(
        109, .must, "Say where a configuration is bad",
        "A bad configuration gets HSW_E_INVAL, with a sentence that names the place and what belongs there.",
        why: "\"Invalid configuration\" does not help to find the error in a file of two hundred lines.",
        consequence: "The host shows the sentence; without one, the code.",
        proof: .by("config.bad", "fuzz.config"),
        c: .code(
          wrong: """
            hsw_status check(long port) { return port > 0 ? HSW_OK : HSW_E_INVAL; }
            """,
          right: """
            hsw_status check(instance *in, hsw_action a, long port) {
              if (port > 0 && port < 65536) return HSW_OK;
              hsw_error e = {.size = sizeof e, .code = HSW_E_INVAL, .message = str("configuration: /port must be 1 to 65535")};
              in->host.action_done(in->host.ctx, a, now(in), &e);
              return HSW_PENDING;
            }
            """),
        swift: .code(
          wrong: """
            func port(_ configuration: inout Configuration) -> Int {
              (try? configuration.integer("port", in: 1...65535, default: 5060)) ?? 5060
            }
            """,
          right: """
            func port(_ configuration: inout Configuration) throws(TransportError) -> Int {
              let port = try configuration.integer("port", in: 1...65535, default: 5060)
              try configuration.refuseUnread()
              return port
            }
            """)),
      TransportRule(
        110, .must, "Take a configuration whole or not at all",
        "An `apply` that fails leaves the whole old configuration in force, and the calls go on.",
        why: "Half of a new account and half of the old one make an account that does not exist.",
        consequence: "The host goes on with the old one, and would begin the next instance with it.",
        proof: .by("config.atomic"),
        c: .code(
          wrong: """
            hsw_status apply(instance *in, char *server, char *password) {
              in->server = server;
              if (!*password) return HSW_E_INVAL; /* the server is the new one by now */
              in->password = password;
              return HSW_OK;
            }
            """,
          right: """
            hsw_status apply(instance *in, char *server, char *password) {
              if (!*server || !*password) return HSW_E_INVAL;
              in->server = server;
              in->password = password;
              return HSW_OK;
            }
            """),
        swift: .code(
          wrong: """
            func apply(_ configuration: Configuration, action: Action) throws(TransportError) -> Outcome {
              var configuration = configuration
              server = try configuration.string("server", default: "")
              try configuration.refuseUnread()
              return .done
            }
            """,
          right: """
            func apply(_ configuration: Configuration, action: Action) throws(TransportError) -> Outcome {
              var configuration = configuration
              let server = try configuration.string("server", default: "")
              try configuration.refuseUnread()
              self.server = server
              return .done
            }
            """)),
      TransportRule(
        111, .must, "Keep secrets out of every text",
        """
        A configuration names a secret, by a property of format `hookswitch-secret`; its value comes from host-secrets, and is never in a
        state, log, trace, diagnosis, error or descriptor.
        """,
        why: """
          Logs are what people attach to bug reports. [JsSIP](https://github.com/versatica/JsSIP/issues/941) printed its whole
          configuration, password and all, to the console.
          """,
        consequence: "The secret is disclosed; the host does not know which texts are secret.",
        proof: .by("state.no-secrets"),
        c: .code(
          wrong: """
            void sign(instance *in, const char *header) { /* Authorization: ... */
              if (in->log.log) in->log.log(in->host.ctx, HSW_LOG_DEBUG, str("sip"), str(in->password));
              (void)header;
            }
            """,
          right: """
            void use(void *arg, hsw_status s, hsw_str value);
            hsw_status sign(instance *in) { /* the configuration only has the name */
              if (!HSW_HAS(hsw_host_secrets, &in->secrets, get)) return HSW_E_NOTSUP;
              return in->secrets.get(in->host.ctx, str("sip/alice"), use, in);
            }
            """),
        swift: .code(
          wrong: """
            func sign(_ password: String) { host.log(.debug, "REGISTER with \\(password)") }
            """,
          right: """
            func sign() {
              host.secret("sip/alice") { [host] password in
                host.log(.debug, password == nil ? "no password" : "REGISTER")
              }
            }
            """)),
    ])
}
