/* Embeds the files of Sources/HookswitchConsole/page in the command, and the rules between calls whose texts the page shows, so that
 * no request of a browser touches the disk. It takes a compiler with #embed: the Swift toolchain's own. */
#include "CConsolePage.h"

#if !defined(__has_embed)
#error "this needs a compiler with #embed, such as the Swift toolchain's clang"
#endif
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const unsigned char actions_js[] = {
#embed "../HookswitchConsole/page/actions.js"
};
static const unsigned char address_js[] = {
#embed "../HookswitchConsole/page/address.js"
};
static const unsigned char audio_js[] = {
#embed "../HookswitchConsole/page/audio.js"
};
static const unsigned char calls_js[] = {
#embed "../HookswitchConsole/page/calls.js"
};
static const unsigned char cluster_js[] = {
#embed "../HookswitchConsole/page/cluster.js"
};
static const unsigned char connection_js[] = {
#embed "../HookswitchConsole/page/connection.js"
};
static const unsigned char console_css[] = {
#embed "../HookswitchConsole/page/console.css"
};
static const unsigned char detail_js[] = {
#embed "../HookswitchConsole/page/detail.js"
};
static const unsigned char dialogs_js[] = {
#embed "../HookswitchConsole/page/dialogs.js"
};
static const unsigned char elements_js[] = {
#embed "../HookswitchConsole/page/elements.js"
};
static const unsigned char feed_js[] = {
#embed "../HookswitchConsole/page/feed.js"
};
static const unsigned char format_js[] = {
#embed "../HookswitchConsole/page/format.js"
};
static const unsigned char history_js[] = {
#embed "../HookswitchConsole/page/history.js"
};
static const unsigned char incoming_js[] = {
#embed "../HookswitchConsole/page/incoming.js"
};
static const unsigned char index_html[] = {
#embed "../HookswitchConsole/page/index.html"
};
static const unsigned char keys_js[] = {
#embed "../HookswitchConsole/page/keys.js"
};
static const unsigned char ladder_js[] = {
#embed "../HookswitchConsole/page/ladder.js"
};
static const unsigned char levels_js[] = {
#embed "../HookswitchConsole/page/levels.js"
};
static const unsigned char list_js[] = {
#embed "../HookswitchConsole/page/list.js"
};
static const unsigned char main_js[] = {
#embed "../HookswitchConsole/page/main.js"
};
static const unsigned char messages_js[] = {
#embed "../HookswitchConsole/page/messages.js"
};
static const unsigned char pager_js[] = {
#embed "../HookswitchConsole/page/pager.js"
};
static const unsigned char pages_js[] = {
#embed "../HookswitchConsole/page/pages.js"
};
static const unsigned char previews_js[] = {
#embed "../HookswitchConsole/page/previews.js"
};
static const unsigned char providers_js[] = {
#embed "../HookswitchConsole/page/providers.js"
};
static const unsigned char quality_js[] = {
#embed "../HookswitchConsole/page/quality.js"
};
static const unsigned char requests_js[] = {
#embed "../HookswitchConsole/page/requests.js"
};
static const unsigned char row_js[] = {
#embed "../HookswitchConsole/page/row.js"
};
static const unsigned char rules_js[] = {
#embed "../HookswitchConsole/page/rules.js"
};
static const unsigned char rules_md[] = {
#embed "../../docs/arbitration.md"
};
static const unsigned char session_js[] = {
#embed "../HookswitchConsole/page/session.js"
};
static const unsigned char standing_js[] = {
#embed "../HookswitchConsole/page/standing.js"
};
static const unsigned char starter_js[] = {
#embed "../HookswitchConsole/page/starter.js"
};
static const unsigned char steps_js[] = {
#embed "../HookswitchConsole/page/steps.js"
};
static const unsigned char subscription_js[] = {
#embed "../HookswitchConsole/page/subscription.js"
};
static const unsigned char tabs_js[] = {
#embed "../HookswitchConsole/page/tabs.js"
};
static const unsigned char terms_js[] = {
#embed "../HookswitchConsole/page/terms.js"
};
static const unsigned char watch_js[] = {
#embed "../HookswitchConsole/page/watch.js"
};
static const unsigned char whynot_js[] = {
#embed "../HookswitchConsole/page/whynot.js"
};
static const unsigned char words_js[] = {
#embed "../HookswitchConsole/page/words.js"
};

static const hookswitch_console_file files[] = {
    {"actions.js", actions_js, sizeof actions_js},
    {"address.js", address_js, sizeof address_js},
    {"audio.js", audio_js, sizeof audio_js},
    {"calls.js", calls_js, sizeof calls_js},
    {"cluster.js", cluster_js, sizeof cluster_js},
    {"connection.js", connection_js, sizeof connection_js},
    {"console.css", console_css, sizeof console_css},
    {"detail.js", detail_js, sizeof detail_js},
    {"dialogs.js", dialogs_js, sizeof dialogs_js},
    {"elements.js", elements_js, sizeof elements_js},
    {"feed.js", feed_js, sizeof feed_js},
    {"format.js", format_js, sizeof format_js},
    {"history.js", history_js, sizeof history_js},
    {"incoming.js", incoming_js, sizeof incoming_js},
    {"index.html", index_html, sizeof index_html},
    {"keys.js", keys_js, sizeof keys_js},
    {"ladder.js", ladder_js, sizeof ladder_js},
    {"levels.js", levels_js, sizeof levels_js},
    {"list.js", list_js, sizeof list_js},
    {"main.js", main_js, sizeof main_js},
    {"messages.js", messages_js, sizeof messages_js},
    {"pager.js", pager_js, sizeof pager_js},
    {"pages.js", pages_js, sizeof pages_js},
    {"previews.js", previews_js, sizeof previews_js},
    {"providers.js", providers_js, sizeof providers_js},
    {"quality.js", quality_js, sizeof quality_js},
    {"requests.js", requests_js, sizeof requests_js},
    {"row.js", row_js, sizeof row_js},
    {"rules.js", rules_js, sizeof rules_js},
    {"rules.md", rules_md, sizeof rules_md},
    {"session.js", session_js, sizeof session_js},
    {"standing.js", standing_js, sizeof standing_js},
    {"starter.js", starter_js, sizeof starter_js},
    {"steps.js", steps_js, sizeof steps_js},
    {"subscription.js", subscription_js, sizeof subscription_js},
    {"tabs.js", tabs_js, sizeof tabs_js},
    {"terms.js", terms_js, sizeof terms_js},
    {"watch.js", watch_js, sizeof watch_js},
    {"whynot.js", whynot_js, sizeof whynot_js},
    {"words.js", words_js, sizeof words_js},
};

const hookswitch_console_file *hookswitch_console_file_at(size_t index) {
  return index < sizeof files / sizeof *files ? &files[index] : NULL;
}
