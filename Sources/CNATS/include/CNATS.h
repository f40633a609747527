/* libnats: the client of NATS, the cluster's engine; opened when a node of a cluster connects, so that no other host loads it. */
#ifndef HOOKSWITCH_CNATS_H
#define HOOKSWITCH_CNATS_H
#if __has_include(<nats/nats.h>)
#include <nats/nats.h>
#else
#error "CNATS needs a header that is missing: apt-get install libnats-dev"
#endif
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Swift reads these words of clang; other compilers do not know them. */
#ifndef __clang__
#define _Nonnull
#define _Nullable
#endif

/* The functions in use; X is called with each name. */
#define HOOKSWITCH_NATS_FUNCTIONS(X)                                                                                     \
  X(jsConsumerInfo_Destroy)                                                                                            \
  X(jsCtx_Destroy)                                                                                                     \
  X(jsMsgMetaData_Destroy)                                                                                             \
  X(jsOptions_Init)                                                                                                    \
  X(jsRePublish_Init)                                                                                                  \
  X(jsStreamConfig_Init)                                                                                               \
  X(jsStreamInfo_Destroy)                                                                                              \
  X(jsSubOptions_Init)                                                                                                 \
  X(js_AddStream)                                                                                                      \
  X(js_GetLastMsg)                                                                                                     \
  X(js_GetStreamInfo)                                                                                                  \
  X(js_SubscribeSync)                                                                                                  \
  X(natsConnection_Connect)                                                                                            \
  X(natsConnection_Destroy)                                                                                            \
  X(natsConnection_GetMaxPayload)                                                                                      \
  X(natsConnection_JetStream)                                                                                          \
  X(natsConnection_PublishMsg)                                                                                         \
  X(natsConnection_Subscribe)                                                                                          \
  X(natsConnection_SubscribeSync)                                                                                      \
  X(natsInbox_Create)                                                                                                  \
  X(natsInbox_Destroy)                                                                                                 \
  X(natsMsgHeader_Get)                                                                                                 \
  X(natsMsgHeader_Keys)                                                                                                \
  X(natsMsgHeader_Set)                                                                                                 \
  X(natsMsg_Create)                                                                                                    \
  X(natsMsg_Destroy)                                                                                                   \
  X(natsMsg_GetData)                                                                                                   \
  X(natsMsg_GetDataLength)                                                                                             \
  X(natsMsg_GetMetaData)                                                                                               \
  X(natsMsg_GetReply)                                                                                                  \
  X(natsMsg_GetSequence)                                                                                               \
  X(natsMsg_GetSubject)                                                                                                \
  X(natsMsg_IsNoResponders)                                                                                            \
  X(natsOptions_Create)                                                                                                \
  X(natsOptions_Destroy)                                                                                               \
  X(natsOptions_LoadCATrustedCertificates)                                                                             \
  X(natsOptions_SetAllowReconnect)                                                                                     \
  X(natsOptions_SetClosedCB)                                                                                           \
  X(natsOptions_SetErrorHandler)                                                                                       \
  X(natsOptions_SetExpectedHostname)                                                                                   \
  X(natsOptions_SetIgnoreDiscoveredServers)                                                                            \
  X(natsOptions_SetMaxPendingMsgs)                                                                                     \
  X(natsOptions_SetMaxPingsOut)                                                                                        \
  X(natsOptions_SetNKey)                                                                                               \
  X(natsOptions_SetName)                                                                                               \
  X(natsOptions_SetPingInterval)                                                                                       \
  X(natsOptions_SetSecure)                                                                                             \
  X(natsOptions_SetSendAsap)                                                                                           \
  X(natsOptions_SetTimeout)                                                                                            \
  X(natsOptions_SetURL)                                                                                                \
  X(natsOptions_SetWriteDeadline)                                                                                      \
  X(natsOptions_UseGlobalMessageDelivery)                                                                              \
  X(natsStatus_GetText)                                                                                                \
  X(natsSubscription_Destroy)                                                                                          \
  X(natsSubscription_GetConsumerInfo)                                                                                  \
  X(natsSubscription_NextMsg)                                                                                          \
  X(natsSubscription_SetPendingLimits)                                                                                 \
  X(natsSubscription_Unsubscribe)                                                                                      \
  X(nats_GetLastError)                                                                                                 \
  X(nats_Open)                                                                                                         \
  X(nats_SetMessageDeliveryPoolSize)                                                                                   \
  X(nats_Sign)

/* The table of these functions in the opened library. */
struct hookswitch_nats_table {
#define HOOKSWITCH_NATS_MEMBER(name) __typeof__(name) *_Nonnull name;
  HOOKSWITCH_NATS_FUNCTIONS(HOOKSWITCH_NATS_MEMBER)
#undef HOOKSWITCH_NATS_MEMBER
};

/* Opens the library, once for the process; any thread. Returns NULL, and writes the reason, when it or a function of it is missing. */
const struct hookswitch_nats_table *_Nullable hookswitch_nats_open(char *_Nonnull reason, size_t size);

/* The table after the library was opened; the functions of all connections use it. */
const struct hookswitch_nats_table *_Nonnull hookswitch_nats(void);

/* Frees a message at once, which is the caller's own. natsMsg_Destroy gives it to a thread of the library, which it wakes for each message: two
 * wakes for each record. The function that frees it there is no part of the library's header, so where it is missing, natsMsg_Destroy does. */
void hookswitch_nats_free(natsMsg *_Nullable message);

/* Writes the public key of an Ed25519 seed of 32 bytes; 0 on success. libnats signs with a seed, but asks for the public key.
 * The functions are those of the libcrypto that libnats loads. */
int hookswitch_nkey_public(const unsigned char *_Nullable seed, unsigned char *_Nullable public_key);

/* The closure of a callback is a number: the callback looks its owner up, which may be gone. */
static inline void *_Nullable hookswitch_nats_closure(uintptr_t number) { return (void *)number; }
static inline uintptr_t hookswitch_nats_number(const void *_Nullable closure) { return (uintptr_t)closure; }

/* A writer that the compiler does not leave out, for secrets. */
void hookswitch_nats_wipe(void *_Nullable bytes, size_t length);
#endif
