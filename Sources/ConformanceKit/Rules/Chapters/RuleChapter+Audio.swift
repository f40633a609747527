extension RuleChapter {
  static let audio = RuleChapter(
    "Audio", "Sound crosses in rings that the host gives: slots of one frame each, one producer, one consumer.",
    [
      TransportRule(
        101, .must, "List formats by the host's stride",
        """
        `formats` writes its entries `stride` bytes apart, no more than there is room for; too little room gets HSW_E_RANGE with
        *inout_n set. 16-bit samples are always offered.
        """,
        why: "The host's struct may be longer: a transport that steps by its own size writes the second entry into the first.",
        consequence: "The host reads nonsense, and has no format in common with the call.",
        proof: .by("media.formats"),
        c: .code(
          wrong: """
            void put(hsw_audio_format *out, const hsw_audio_format *ours, uint32_t n) {
              for (uint32_t i = 0; i < n; i++) out[i] = ours[i];
            }
            """,
          right: """
            hsw_status put(hsw_audio_format *out, uint32_t stride, uint32_t *inout_n, const hsw_audio_format *ours, uint32_t n) {
              uint32_t room = *inout_n;
              *inout_n = n;
              if (room < n) return HSW_E_RANGE;
              for (uint32_t i = 0; i < n; i++) memcpy((char *)out + i * stride, &ours[i], stride < sizeof *ours ? stride : sizeof *ours);
              return HSW_OK;
            }
            """),
        swift: .note(
          """
          TransportKit writes the list by the host's stride, and offers 16-bit samples only; `audioFormats(of:)` names the rates, the
          best first.
          """
        )),
      TransportRule(
        102, .must, "Stay inside the slot",
        """
        A frame is at most `slot_bytes` less its head, whatever size the format suggests; nothing is written beyond a slot, or
        read beyond `bytes`.
        """,
        why: "The next slot is the next frame, and behind the last one is memory of other code.",
        consequence: "Noise, or a crash of the host.",
        proof: .by("media.bounds"),
        c: .code(
          wrong: """
            void put(hsw_slot *slot, const void *samples, uint32_t n) { memcpy(slot + 1, samples, n); }
            """,
          right: """
            void put(const hsw_ring *ring, hsw_slot *slot, const void *samples, uint32_t n) {
              uint32_t room = hsw_ring_room_bytes(ring);
              slot->bytes = n < room ? n : room;
              memcpy(slot + 1, samples, slot->bytes);
            }
            """),
        swift: .note(
          """
          `RingReader` and `RingWriter` lend each frame as a span, which ends where the slot does, whatever was written
          there.
          """
        )),
      TransportRule(
        103, .must, "Let go when detached",
        """
        When `detach` has returned no thread of the transport touches the call's rings: control block and slots may be gone.
        Attach and detach may follow each other for ever.
        """,
        why: "The memory is unmapped at once: a thread that touches one more frame crashes.",
        consequence: "The process crashes.",
        proof: .by("media.detach", "media.attach-cycle"),
        c: .code(
          wrong: """
            static volatile int is_over;
            void detach(void *ctx, hsw_call c) { (void)ctx, (void)c; is_over = 1; } /* it will notice at its next frame */
            """,
          right: """
            static volatile int is_over;
            void detach(void *ctx, hsw_call c) {
              (void)c;
              is_over = 1;
              pthread_join(((instance *)ctx)->thread, NULL);
            }
            """),
        swift: .code(
          wrong: """
            var port: AudioPort?
            func attach(_ call: Call, _ port: AudioPort) -> MediaTask? { /* a thread of our own serves it */
              self.port = port
              return nil
            }
            func detach(_ call: Call) { port = nil } /* it will notice at its next frame */
            """,
          right: """
            struct Silence: MediaStream { /* the kit serves the port, and takes it away before detach */
              struct Orders {}
              struct Report {}
              mutating func frame(_ port: AudioPort, _ orders: Orders, _ report: inout Report, at time: UInt64) {
                port.fromNet.silence(at: time)
              }
            }
            func attach(_ call: Call, _ port: AudioPort) -> MediaTask? {
              StreamTask(Silence(), orders: Silence.Orders(), report: Silence.Report())
            }
            func detach(_ call: Call) {}
            """)),
      TransportRule(
        104, .must, "Keep [media] real-time",
        "On a [media] thread there is no malloc, free, lock, input, output or log.",
        why: "Each of them may wait, and 20 ms later there is a gap in the sound.",
        consequence: "Gaps in the sound.",
        proof: .by("media.rt-safe"),
        c: .code(
          wrong: """
            void tick(void *ctx, uint64_t mono_ns) {
              void *frame = malloc(320);
              (void)ctx, (void)mono_ns;
              free(frame);
            }
            """,
          right: """
            static unsigned char frame[320]; /* made when the ring was attached */
            void tick(void *ctx, uint64_t mono_ns) {
              (void)ctx, (void)mono_ns;
              memset(frame, 0, sizeof frame);
            }
            """),
        swift: .code(
          wrong: """
            struct Fade: MediaStream {
              struct Orders {}
              struct Report {}
              mutating func frame(_ port: AudioPort, _ orders: Orders, _ report: inout Report, at time: UInt64) {
                _ = port.toNet.frame { heard, flags in
                  let half = (0..<heard.count).map { heard[$0] / 2 } /* an array is memory from the heap */
                  port.fromNet.frame(flags) { said in
                    for index in 0..<min(half.count, said.count) { said[index] = half[index] }
                  }
                }
              }
            }
            """,
          right: """
            struct Fade: MediaStream {
              struct Orders {}
              struct Report {}
              mutating func frame(_ port: AudioPort, _ orders: Orders, _ report: inout Report, at time: UInt64) {
                _ = port.toNet.frame { heard, flags in
                  port.fromNet.frame(flags) { said in
                    for index in 0..<min(heard.count, said.count) { said[index] = heard[index] / 2 }
                  }
                }
              }
            }
            """)),
      TransportRule(
        105, .must, "Drop what is flushed",
        "What was queued before a flush is not played: at most one frame of it is heard afterwards.",
        why: "A person who interrupts an announcement expects it to stop, not to play the rest of its queue.",
        consequence: "The old sound is heard over the new.",
        proof: .by("media.flush"),
        c: .code(
          wrong: """
            uint32_t next(const hsw_ring_ctl *ctl) { return ctl->tail; }
            """,
          right: """
            const hsw_slot *next(const hsw_ring *ring) {
              return hsw_ring_front(ring); /* goes over what was flushed; hsw_ring_pop gives the slot back */
            }
            """),
        swift: .note("`RingReader` shows no frame that was flushed, and `RingWriter.flush()` voids what is queued.")),
      TransportRule(
        106, .must, "Live with empty and full rings",
        "An empty ring is silence and a full one drops the frame; each is counted, and neither stops or waits.",
        why: "Clocks differ: of two machines one is always the faster, and every ring runs empty or full in the end.",
        consequence: "Diagnosis relies on the counters.",
        proof: .by("media.starve-flood"),
        c: .code(
          wrong: """
            void put(hsw_ring_ctl *ctl, uint32_t n_slots) {
              while (ctl->head - ctl->tail == n_slots) {}
            }
            """,
          right: """
            int put(const hsw_ring *ring, const void *samples, uint32_t n) {
              hsw_slot *slot = hsw_ring_room(ring); /* NULL: the ring is full, and that is counted */
              if (!slot || n > hsw_ring_room_bytes(ring)) return 0;
              slot->bytes = n;
              memcpy(slot + 1, samples, n);
              hsw_ring_push(ring);
              return 1;
            }
            """),
        swift: .code(
          wrong: """
            func say(_ port: AudioPort) {
              while !port.fromNet.silence() {}
            }
            """,
          right: """
            func say(_ port: AudioPort) {
              port.fromNet.silence() /* false: the ring was full, which is counted there */
            }
            """)),
      TransportRule(
        107, .must, "Carry the sound, and silence",
        """
        What goes in comes out: the same tone, within 200 ms. While a call is held nothing goes either way, while it is muted
        nothing goes out.
        """,
        why: "It is the purpose of a call.",
        consequence: "The host does not notice.",
        proof: .by("media.loop-tone", "media.hold-silence"),
        c: .code(
          wrong: """
            void swap(unsigned char *samples, size_t n) { /* big-endian, into a ring of s16le */
              for (size_t i = 0; i + 1 < n; i += 2) { unsigned char low = samples[i]; samples[i] = samples[i + 1]; samples[i + 1] = low; }
            }
            """,
          right: """
            void copy(void *slot, const void *samples, size_t n, int is_held) {
              if (is_held) memset(slot, 0, n);
              else memcpy(slot, samples, n);
            }
            """),
        swift: .code(
          wrong: """
            struct Echo: MediaStream {
              struct Orders { var isHeld = false }
              struct Report {}
              mutating func frame(_ port: AudioPort, _ orders: Orders, _ report: inout Report, at time: UInt64) {
                port.fromNet.copy(from: port.toNet)
              }
            }
            """,
          right: """
            struct Echo: MediaStream {
              struct Orders { var isHeld = false }
              struct Report {}
              mutating func frame(_ port: AudioPort, _ orders: Orders, _ report: inout Report, at time: UInt64) {
                if !orders.isHeld { port.fromNet.copy(from: port.toNet) }
              }
            }
            """)),
    ])
}
