internal import TransportABI

extension LentHost {
  func makeExtension(_ id: String) -> UnsafeRawPointer? {
    let flags = draw.byte() < 250 ? 0 : draw.word()
    return switch id {
    case HSW_HEXT_LOOP: lend(loop(flags))
    case HSW_HEXT_LOG:
      lend(
        hsw_host_log(
          size: 0, flags: flags, enabled: { host, _ in UInt32(LentHost.at(host).draw.byte() & 1) },
          log: { LentHost.at($0).check($2, $3) }, wire: { LentHost.at($0).check($4, $5) }))
    case HSW_HEXT_THREADS: lend(hsw_host_threads(size: 0, flags: flags, is_loop: { _ in 1 }, is_media: { _ in 0 }))
    case HSW_HEXT_TRANSFER:
      lend(
        hsw_host_transfer(
          size: 0, flags: flags,
          report_progress: { host, _, _, _, text in
            LentHost.at(host).check(text)
            return LentHost.at(host).status()
          },
          report_request: { host, _, _, to in
            LentHost.at(host).check(to)
            return LentHost.at(host).status()
          }))
    case HSW_HEXT_SECRETS: lend(hsw_host_secrets(size: 0, flags: flags, get: fetchSecret))
    default: nil
    }
  }

  private func lend<Table>(_ table: Table) -> UnsafeRawPointer { UnsafeRawPointer(lender.table(table, cutAt: 8)) }

  private func loop(_ flags: UInt32) -> hsw_host_loop {
    hsw_host_loop(
      size: 0, flags: flags, add_fd: { host, _, _, _, _ in LentHost.at(host).status() },
      mod_fd: { host, _, _ in LentHost.at(host).status() }, del_fd: { host, _ in LentHost.at(host).status() },
      add_timer: { context, _, _, callback, argument, out in
        let host = LentHost.at(context)
        guard host.status() == HSW_OK else { return HSW_E_STATE }
        host.lastTimer += 1
        let id = host.lastTimer
        host.timers.insert(id)
        out.pointee.id = id
        host.later.append { [unowned host] in
          if host.timers.remove(id) != nil { callback(argument, hsw_timer(id: id)) }
        }
        return HSW_OK
      },
      del_timer: { LentHost.at($0).timers.remove($1.id) == nil ? HSW_E_STALE : HSW_OK },
      now_ns: { LentHost.at($0).draw.long() })
  }
}

/// Returns a secret later, as any string, valid or not.
private func fetchSecret(
  _ context: UnsafeMutableRawPointer?, _ key: hsw_str,
  _ callback: @convention(c) (UnsafeMutableRawPointer?, hsw_status, hsw_str) -> Void, _ argument: UnsafeMutableRawPointer?
) -> hsw_status {
  let host = LentHost.at(context)
  host.check(key)
  guard host.status() == HSW_OK else { return HSW_E_INVAL }
  host.later.append { [unowned host] in callback(argument, host.draw.bit() ? HSW_OK : HSW_E_FAIL, host.lender.string()) }
  return host.draw.bit() ? HSW_OK : HSW_PENDING
}
