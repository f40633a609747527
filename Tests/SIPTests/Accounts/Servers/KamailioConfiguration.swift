/// Kamailio's configuration.
struct KamailioConfiguration {
  var port: UInt16
  var modules: String
  /// The algorithm of its challenges.
  var algorithm: String
  /// The longest accepted registration, in seconds.
  var longest: Int
  var tls: TLSAuthority?

  private var password: String {
    Kamailio.password.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
      .split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
  }

  private static let loaded = ["sl", "tm", "rr", "pv", "maxfwd", "textops", "siputils", "xlog", "usrloc", "registrar", "auth"]

  var text: String {
    """
    #!KAMAILIO
    debug=1
    log_stderror=yes
    children=1
    tcp_children=1
    auto_aliases=no
    listen=udp:127.0.0.1:\(port)
    listen=tcp:127.0.0.1:\(port)
    \(tls.map(listening) ?? "")
    mpath="\(modules)"
    \(tls == nil ? "" : "loadmodule \"tls.so\"")
    \(Self.loaded.map { "loadmodule \"\($0).so\"" }.joined(separator: "\n"))
    \(tls.map(parameters) ?? "")
    modparam("auth", "algorithm", "\(algorithm)")
    modparam("registrar", "min_expires", 1)
    modparam("registrar", "max_expires", \(longest))
    modparam("usrloc", "timer_interval", 1)
    modparam("rr", "enable_full_lr", 1)

    request_route {
      if (is_method("OPTIONS") && !has_totag()) { xlog("L_ALERT", "saw: OPTIONS $fU\\n"); sl_send_reply("200", "OK"); exit; }
      if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
      if (has_totag()) {
        xlog("L_ALERT", "saw: $rm within $proto $si\\n");
        if (loose_route()) { t_relay(); exit; }
        if (is_method("ACK")) { if (t_check_trans()) { t_relay(); } exit; }
        sl_send_reply("404", "Not here");
        exit;
      }
      if (is_method("CANCEL")) { if (t_check_trans()) { t_relay(); } exit; }
      if (is_method("REGISTER")) {
        if (!pv_www_authenticate("\(Kamailio.realm)", "\(password)", "0")) {
          xlog("L_ALERT", "saw: REGISTER $fU challenged $aa\\n");
          www_challenge("\(Kamailio.realm)", "1");
          exit;
        }
        if (!save("location")) { sl_reply_error(); exit; }
        xlog("L_ALERT", "saw: REGISTER $fU $hdr(Expires) route=$hdr(Route) contact=$ct via $proto\\n");
        exit;
      }
      if (!pv_proxy_authenticate("\(Kamailio.realm)", "\(password)", "0")) {
        xlog("L_ALERT", "saw: $rm $rU challenged\\n");
        proxy_challenge("\(Kamailio.realm)", "1");
        exit;
      }
      xlog("L_ALERT", "saw: $rm $ru from=$fu as=$au preferred=$hdr(P-Preferred-Identity) privacy=$hdr(Privacy) route=$hdr(Route) via $proto\\n");
      if ($rU =~ "^moved-") {
        append_to_reply("Contact: <sip:bob@127.0.0.1:$(rU{s.select,1,-})>\\r\\n");
        sl_send_reply("302", "Moved Temporarily");
        exit;
      }
      consume_credentials();
      remove_hf("P-Preferred-Identity");
      append_hf("P-Asserted-Identity: \\"As asserted\\" <sip:$au@asserted.example.org>\\r\\n");
      loose_route();
      record_route();
      if (!lookup("location")) { sl_send_reply("404", "Not Found"); exit; }
      t_relay();
    }

    event_route[core:worker-one-init] { xlog("L_ALERT", "it listens\\n"); }
    """
  }

  private func listening(_ tls: TLSAuthority) -> String { "enable_tls=yes\nlisten=tls:127.0.0.1:\(tls.port)" }

  private func parameters(_ tls: TLSAuthority) -> String {
    """
    modparam("tls", "tls_method", "TLSv1.2+")
    modparam("tls", "certificate", "\(tls.certificate)")
    modparam("tls", "private_key", "\(tls.key)")
    modparam("tls", "ca_list", "\(tls.authority)")
    modparam("tls", "verify_certificate", 0)
    """
  }
}
