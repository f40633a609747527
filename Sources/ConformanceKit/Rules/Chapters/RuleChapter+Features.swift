extension RuleChapter {
  static let features = RuleChapter(
    "Features", "What a transport can offer beyond calls, each by an extension of its own.",
    [
      TransportRule(
        86, .must, "Offer calls",
        "Every transport offers `org.hookswitch.calls/1`, with `start`, `answer`, `end`, `shown` and `cancel`.",
        why: "It is what a transport is for.",
        consequence: "Without `start`, `answer` or `end` the instance is lost at `get_extension`, with the reason.",
        proof: .by("action.start", "action.answer", "action.end"),
        c: .code(
          wrong: """
            static const hsw_calls calls = {.size = sizeof calls}; /* we only take calls */
            const void *table(void) { return &calls; }
            """,
          right: """
            hsw_status start(void *, hsw_action, hsw_call, const hsw_call_info *, uint32_t);
            hsw_status answer(void *, hsw_action, hsw_call, uint32_t);
            hsw_status end(void *, hsw_action, hsw_call, hsw_end_why, uint32_t);
            void shown(void *, hsw_call);
            void cancel(void *, hsw_action);
            const hsw_calls calls = {sizeof calls, 0, start, answer, end, shown, cancel};
            """),
        swift: .note("`Transport` requires the methods.")),
      TransportRule(
        87, .must, "Hold at both ends",
        """
        Completing `set_held` means that the call is held, or no longer, and the far end knows; before the call is active it gets
        HSW_E_STATE.
        """,
        why: "As soon as the screen says held, a person says what the far end must not hear.",
        consequence: "The host believes it, and lets another call come to the front.",
        proof: .by("hold.roundtrip"),
        c: .code(
          wrong: """
            hsw_status set_held(call *it, uint32_t on) {
              it->is_held = (int)on; /* here; the far end listens on */
              return HSW_OK;
            }
            """,
          right: """
            hsw_status set_held(instance *in, call *it, uint32_t on, hsw_action a) {
              if (on > 1) return HSW_E_RANGE;
              if (!it->is_active) return HSW_E_STATE;
              it->pending = a;
              return send_hold(in, it, on) ? HSW_E_NET : HSW_PENDING;
            }
            """),
        swift: .note("Return `.pending` from `setHeld` and `fulfil` when the far end has agreed.")),
      TransportRule(
        88, .must, "Hold what is held",
        "A hold of a held call, or a resume of one that is not held, is done, and changes nothing.",
        why: "Two parts of a program may request the same hold; a transport that toggles lets the far end listen again.",
        consequence: "The host believes the completion, and is wrong from then on.",
        proof: .by("hold.idempotent"),
        c: .code(
          wrong: """
            void set_held(call *it) { it->is_held = !it->is_held; }
            """,
          right: """
            hsw_status set_held(instance *in, call *it, uint32_t on) {
              if (it->is_held == (int)on) return HSW_OK;
              return send_hold(in, it, on) ? HSW_E_NET : HSW_PENDING;
            }
            """),
        swift: .code(
          wrong: """
            func setHeld(_ call: Call, _ held: Bool) { legs[call]?.isHeld.toggle() }
            """,
          right: """
            func setHeld(_ call: Call, _ held: Bool) { legs[call]?.isHeld = held }
            """)),
      TransportRule(
        89, .must, "Report the far end's hold apart from ours",
        "A hold by the far end is reported as HELD_REMOTE and RESUMED_REMOTE, whether we hold the call or not; ours stays as it is.",
        why: "Both ends can hold one call. A transport that takes the far end's resume for its own resumes a call that is still held here.",
        consequence: "HSW_E_STATE before the call is active; a HELD that was not ours moves the call to the back.",
        proof: .by("hold.remote"),
        c: .code(
          wrong: """
            void held_by_them(instance *in, call *it) {
              in->host.report_state(in->host.ctx, (hsw_call){it->id}, now(in), HSW_CALL_HELD);
            }
            """,
          right: """
            void held_by_them(instance *in, call *it) {
              in->host.report_state(in->host.ctx, (hsw_call){it->id}, now(in), HSW_CALL_HELD_REMOTE);
            }
            """),
        swift: .code(
          wrong: """
            func heldByThem(_ call: Call) { host.report(call, .held) }
            """,
          right: """
            func heldByThem(_ call: Call) { host.report(call, .heldByFarEnd) }
            """)),
      TransportRule(
        90, .must, "Mute for real",
        """
        Completing `set_muted` means that nothing of ours reaches the far end any more, or that it does again; it works in any
        state of the call.
        """,
        why: "People trust it more than anything else on the screen.",
        consequence: "The host believes it.",
        proof: .by("mute.roundtrip", "media.hold-silence"),
        c: .code(
          wrong: """
            hsw_status set_muted(call *it, uint32_t on) {
              (void)it, (void)on;
              return HSW_OK; /* the microphone goes on being sent */
            }
            """,
          right: """
            void send_silence(call *it, uint32_t on); /* from the next frame on */
            hsw_status set_muted(call *it, uint32_t on) {
              if (on > 1) return HSW_E_RANGE;
              send_silence(it, on);
              return HSW_OK;
            }
            """),
        swift: .note("Conform to `MutingTransport` only if the network, or the audio path, can be made silent.")),
      TransportRule(
        91, .must, "Send every digit, in order",
        "`play` sends 0-9 * # and A-D, each once, in the order of the string, one string after the other; done means that the last is sent, with its whole length, so that a hold or an End right after it loses none.",
        why:
          """
          People enter account numbers this way. A missing # leaves a menu waiting, and a digit too many is another account.
          """,
        consequence: "The host cannot know which digits the far end heard.",
        proof: .by("dtmf.all", "dtmf.order", "dtmf.done"),
        c: .code(
          wrong: """
            int event(char digit) { return digit == '*' ? 10 : digit >= '0' && digit <= '9' ? digit - '0' : -1; } /* and #? */
            """,
          right: """
            int event(char digit) {
              static const char digits[] = "0123456789*#ABCD";
              const char *place = digit ? strchr(digits, digit) : NULL;
              return place ? (int)(place - digits) : -1;
            }
            """),
        swift: .code(
          wrong: """
            func play(_ digits: String, on call: Call) {
              for digit in Set(digits) { network.tone(legs[call], digit) }
            }
            """,
          right: """
            func play(_ digits: String, on call: Call) {
              for digit in digits { network.tone(legs[call], digit) }
            }
            """)),
      TransportRule(
        92, .must, "Refuse a bad string of digits whole",
        """
        One character that is not a digit makes the whole string get HSW_E_INVAL, before any of it was sent; an unknown `kind` gets
        HSW_E_RANGE.
        """,
        why: "Half an account number, sent, cannot be taken back.",
        consequence: "The request fails; what was sent was sent.",
        proof: .by("dtmf.bad"),
        c: .code(
          wrong: """
            hsw_status play(instance *in, call *it, hsw_str digits) {
              for (size_t i = 0; i < digits.n; i++)
                if (send_digit(in, it, digits.p[i])) return HSW_E_INVAL; /* the first ones are out */
              return HSW_OK;
            }
            """,
          right: """
            hsw_status play(instance *in, call *it, hsw_str digits) {
              if (digits.n == 0 || strspn(digits.p, "0123456789*#ABCD") != digits.n) return HSW_E_INVAL;
              for (size_t i = 0; i < digits.n; i++) send_digit(in, it, digits.p[i]);
              return HSW_OK;
            }
            """),
        swift: .note("TransportKit refuses bad strings and kinds before `play` is called.")),
      TransportRule(
        93, .must, "Report the digits that are heard",
        "Digits from the far end are reported as they are heard, each once, and only 0-9 * # A-D.",
        why: "A network repeats each event, so that none gets lost; a transport that reports each packet reports every digit three times.",
        consequence: "Anything else in the string gets HSW_E_INVAL and is counted as malformed.",
        proof: .by("dtmf.all"),
        c: .code(
          wrong: """
            void event_came(instance *in, call *it, unsigned event) {
              char digit[2] = {(char)('0' + event), 0}; /* 10 becomes ':' */
              in->host.report_dtmf(in->host.ctx, (hsw_call){it->id}, now(in), str(digit));
            }
            """,
          right: """
            void event_came(instance *in, call *it, unsigned event, int is_new) {
              if (!is_new || event > 15) return;
              char digit[2] = {"0123456789*#ABCD"[event], 0};
              in->host.report_dtmf(in->host.ctx, (hsw_call){it->id}, now(in), str(digit));
            }
            """),
        swift: .code(
          wrong: """
            func eventCame(_ call: Call, _ event: Int) { host.digits(call, String(event)) } // 11 is two digits
            """,
          right: """
            func eventCame(_ call: Call, _ event: Int, isNew: Bool) {
              let digits = Array("0123456789*#ABCD")
              if isNew, digits.indices.contains(event) { host.digits(call, String(digits[event])) }
            }
            """)),
      TransportRule(
        94, .must, "Group and split one call at a time",
        """
        `set_group` puts a call into another's group, or takes it out; a call that leaves a group leaves it alone: the others stay, and
        no call ends.
        """,
        why: "An adapter ended the conference when one person left it.",
        consequence: "The host goes by what is completed; calls that are reported ended are gone.",
        proof: .by("group.merge-split"),
        c: .code(
          wrong: """
            void leave(instance *in) {
              for (call *it = in->calls; it; it = it->next) send_bye(in, it, HSW_WHY_HANGUP);
            }
            """,
          right: """
            void take_out(call *it); /* of the mixer: this one, and no other */
            hsw_status set_group(instance *in, hsw_call c, hsw_call with_or_none) {
              call *it = find(in, c);
              if (!it || (with_or_none.id && !find(in, with_or_none))) return HSW_E_NOCALL;
              if (!with_or_none.id) take_out(it);
              return HSW_OK;
            }
            """),
        swift: .note("`setGroup(of:with:)` without `other` takes this call out of its group, and leaves the others in it.")),
    ])
}
