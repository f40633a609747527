#include "csipreading.h"

#include "Handover/callids.h"
#include "Handover/packets.h"
#include "Messages/descriptions.h"
#include "Messages/messages.h"
#include "Messages/parts.h"

#include <pthread.h>
#include <sofia-sip/msg_mclass.h>
#include <sofia-sip/sip_header.h>
#include <sofia-sip/sip_util.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static msg_mclass_t const *messages;

static void begin(void) {
  su_init();
  messages = csip_messages();
}

static void use(const char *text) {
  /* Read it to its end, so that a sanitizer finds a missing terminator. */
  if (text && strlen(text) > 1 << 20) abort();
}

void csip_try_message(const void *bytes, size_t count) {
  pthread_once(&once, begin);
  msg_t *msg = msg_make(messages, MSG_DO_CANONIC, bytes, (ssize_t)count);
  sip_t *sip = msg ? sip_object(msg) : NULL;
  su_home_t home[1] = {SU_HOME_INIT(home)};
  if (sip) {
    csip_event event = {.status = sip->sip_status ? sip->sip_status->st_status : 0};
    csip_fill_call(&event, sip, home);
    csip_fill_reason(&event, sip, home);
    csip_fill_body(&event, sip, home);
    const char *texts[] = {
        event.request_uri, event.from_uri, event.from_name, event.to_uri, event.asserted_uri, event.asserted_name, event.privacy, event.call_id,
        event.reason_protocol, event.reason_text, event.warning, event.contact, event.content_type, event.body, event.remote_sdp};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) use(texts[i]);
    if (event.remote_sdp) csip_try_description(event.remote_sdp);
    if (sip->sip_refer_to) use(url_as_string(home, sip->sip_refer_to->r_url));
    if (sip->sip_referred_by) use(url_as_string(home, sip->sip_referred_by->b_url));
    (void)sip_sanity_check(sip);
  }
  su_home_deinit(home);
  if (msg) msg_destroy(msg);
}

void csip_try_description(const char *came) {
  char *text = strdup(came);
  if (!text) return;
  csip_mend_description(text, strlen(text));
  csip_sound sound;
  su_home_t home[1] = {SU_HOME_INIT(home)};
  if (csip_read_sound(text, &sound) == 0) {
    if (sound.n_formats > CSIP_FORMATS || sound.port == 0) abort();
    use(sound.address);
    use(sound.key);
    use(sound.key_tag);
  }
  (void)csip_holds(text, home);
  su_home_deinit(home);
  free(text);
}

static void use_span(csip_span span, const char *bytes, size_t count) {
  if (span.bytes && (span.text < bytes || span.text + span.bytes > bytes + count)) abort();
}

void csip_try_packet(const void *bytes, size_t count) {
  struct sockaddr_storage from;
  socklen_t size;
  uint8_t header[CSIP_PACKET_HEADER];
  switch (csip_packet_kind(bytes, count)) {
    case CSIP_PACKET_DATAGRAM: {
      if (csip_packet_source(bytes, &from, &size) < 0) break;
      struct sockaddr_storage again;
      socklen_t size_again;
      if (csip_packet_from(header, (struct sockaddr *)&from, size) || csip_packet_source(header, &again, &size_again)) abort();
      if (size != size_again || memcmp(&from, &again, sizeof from) != 0) abort();
      const char *rest = (const char *)bytes + CSIP_PACKET_HEADER;
      const csip_call_ids ids = csip_call_ids_in(rest, count - CSIP_PACKET_HEADER);
      use_span(ids.own, rest, count - CSIP_PACKET_HEADER);
      use_span(ids.replaced, rest, count - CSIP_PACKET_HEADER);
      use_span(ids.target, rest, count - CSIP_PACKET_HEADER);
      break;
    }
    case CSIP_PACKET_CALL:
      if (!csip_mark_is_set(csip_packet_mark(bytes))) abort();
      break;
    default: break;
  }
  /* A far end's datagram has no header. */
  use_span(csip_call_ids_in(bytes, count).own, bytes, count);
}
