/* Reads the audio part of a session description with sofia-sip's parser. */
#include "sounds.h"

#include "csipstack.h"

#include <sofia-sip/sdp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void read_formats(const sdp_media_t *media, csip_sound *out) {
  for (const sdp_rtpmap_t *map = media->m_rtpmaps; map && out->n_formats < CSIP_FORMATS; map = map->rm_next) {
    csip_format *format = &out->formats[out->n_formats++];
    format->type = map->rm_pt;
    format->rate = (uint32_t)map->rm_rate;
    snprintf(format->name, sizeof format->name, "%s", map->rm_encoding ? map->rm_encoding : "");
  }
}

/* "1 AES_CM_128_HMAC_SHA1_80 inline:BASE64|…" (RFC 4568 section 9.2). */
static void read_crypto(const char *value, csip_sound *out) {
  char tag[12], suite[48], key[96];
  if (out->key[0] || sscanf(value, "%11s %47s inline:%95[^| ;]", tag, suite, key) != 3) return;
  if (strcasecmp(suite, "AES_CM_128_HMAC_SHA1_80") != 0 && strcasecmp(suite, "AES_CM_128_HMAC_SHA1_32") != 0) return;
  snprintf(out->key_suite, sizeof out->key_suite, "%.31s", suite);
  snprintf(out->key, sizeof out->key, "%.63s", key);
  snprintf(out->key_tag, sizeof out->key_tag, "%s", tag);
}

/* Copies a text that fits; a truncated one would mean something else. */
static void keep(char *room, size_t bytes, const char *value) {
  if (strlen(value) < bytes) memcpy(room, value, strlen(value) + 1);
}

/* Reads attributes that the session may have for all its streams. */
static void read_shared(const sdp_attribute_t *a, csip_sound *out) {
  for (; a; a = a->a_next) {
    if (!a->a_name || !a->a_value) continue;
    if (strcasecmp(a->a_name, "fingerprint") == 0) keep(out->fingerprint, sizeof out->fingerprint, a->a_value);
    else if (strcasecmp(a->a_name, "setup") == 0) keep(out->setup, sizeof out->setup, a->a_value);
    else if (strcasecmp(a->a_name, "ice-ufrag") == 0) keep(out->ice_user, sizeof out->ice_user, a->a_value);
  }
}

static void read_attributes(const sdp_media_t *media, csip_sound *out) {
  for (const sdp_attribute_t *a = media->m_attributes; a; a = a->a_next) {
    if (!a->a_name) continue;
    if (strcasecmp(a->a_name, "ptime") == 0 && a->a_value) out->packet_ms = (uint16_t)atoi(a->a_value);
    else if (strcasecmp(a->a_name, "rtcp") == 0 && a->a_value) out->control_port = (uint16_t)atoi(a->a_value);
    else if (strcasecmp(a->a_name, "rtcp-mux") == 0) out->control_port = out->port;
    else if (strcasecmp(a->a_name, "crypto") == 0 && a->a_value) read_crypto(a->a_value, out);
  }
}

int csip_can_agree(const char *ours, const char *theirs) {
  csip_sound own, other;
  /* The library handles a description without audio. */
  if (csip_read_sound(ours, &own) || csip_read_sound(theirs, &other)) return 1;
  for (size_t i = 0; i < other.n_formats; i++) {
    if (strcasecmp(other.formats[i].name, "telephone-event") == 0 || strcasecmp(other.formats[i].name, "CN") == 0) continue;
    for (size_t k = 0; k < own.n_formats; k++) {
      if (own.formats[k].rate == other.formats[i].rate && strcasecmp(own.formats[k].name, other.formats[i].name) == 0) return 1;
    }
  }
  return 0;
}

/* The library reads codecs for RTP/AVP and RTP/SAVP only. Returns a copy of the description with one of these as profile, and the original
 * profile in `profile`. */
static char *plainer(su_home_t *home, const char *sdp, char *profile, size_t bytes) {
  static const char *const later[][2] = {
      {" UDP/TLS/RTP/SAVPF ", " RTP/SAVP "}, {" UDP/TLS/RTP/SAVP ", " RTP/SAVP "}, {" RTP/SAVPF ", " RTP/SAVP "}, {" RTP/AVPF ", " RTP/AVP "}};
  char *text = su_strdup(home, sdp);
  char *line = text && strncmp(text, "m=audio ", 8) == 0 ? text : text ? strstr(text, "\nm=audio ") : NULL;
  for (size_t i = 0; line && i < sizeof later / sizeof *later; i++) {
    const size_t length = strlen(later[i][0]), left = strlen(later[i][1]);
    char *at = strstr(line, later[i][0]);
    if (!at || memchr(line + 1, '\n', (size_t)(at - line - 1))) continue;
    snprintf(profile, bytes, "%.*s", (int)length - 2, later[i][0] + 1);
    memcpy(at, later[i][1], left);
    memmove(at + left, at + length, strlen(at + length) + 1);
    break;
  }
  return text;
}

int32_t csip_read_sound(const char *sdp, csip_sound *out) {
  memset(out, 0, sizeof *out);
  char profile[sizeof out->profile] = "";
  su_home_t home[1] = {SU_HOME_INIT(home)};
  const char *text = plainer(home, sdp, profile, sizeof profile);
  sdp_parser_t *parser = text ? sdp_parse(home, text, (issize_t)strlen(text), 0) : NULL;
  const sdp_session_t *session = sdp_session(parser);
  int32_t found = -1;
  for (sdp_media_t *media = session ? session->sdp_media : NULL; media && found < 0; media = media->m_next) {
    if (media->m_type != sdp_media_audio || media->m_rejected || media->m_port == 0 || media->m_port > 65535) continue;
    const sdp_connection_t *connection = sdp_media_connections(media);
    if (!connection || !connection->c_address) continue;
    snprintf(out->address, sizeof out->address, "%s", connection->c_address);
    out->port = (uint16_t)media->m_port;
    /* An all-zero address means hold (RFC 2543). */
    const int is_nowhere = strcmp(out->address, "0.0.0.0") == 0 || strcmp(out->address, "::") == 0;
    out->sends = (media->m_mode & sdp_sendonly) != 0;
    out->receives = (media->m_mode & sdp_recvonly) != 0 && !is_nowhere;
    keep(out->profile, sizeof out->profile, *profile ? profile : media->m_proto_name ? media->m_proto_name : "");
    out->is_secure = strstr(out->profile, "SAVP") != NULL;
    read_formats(media, out);
    read_shared(session->sdp_attributes, out);
    read_shared(media->m_attributes, out);
    read_attributes(media, out);
    found = 0;
  }
  sdp_parser_free(parser);
  su_home_deinit(home);
  return found;
}
