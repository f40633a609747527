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
#embed "../HookswitchConsole/page/views/actions.js"
};
static const unsigned char address_js[] = {
#embed "../HookswitchConsole/page/parts/address.js"
};
static const unsigned char audio_js[] = {
#embed "../HookswitchConsole/page/views/audio.js"
};
static const unsigned char calls_js[] = {
#embed "../HookswitchConsole/page/host/calls.js"
};
static const unsigned char cluster_js[] = {
#embed "../HookswitchConsole/page/views/cluster.js"
};
static const unsigned char connection_js[] = {
#embed "../HookswitchConsole/page/host/connection.js"
};
static const unsigned char console_css[] = {
#embed "../HookswitchConsole/page/console.css"
};
static const unsigned char detail_js[] = {
#embed "../HookswitchConsole/page/views/detail.js"
};
static const unsigned char dialogs_js[] = {
#embed "../HookswitchConsole/page/parts/dialogs.js"
};
static const unsigned char elements_js[] = {
#embed "../HookswitchConsole/page/parts/elements.js"
};
static const unsigned char feed_js[] = {
#embed "../HookswitchConsole/page/host/feed.js"
};
static const unsigned char format_js[] = {
#embed "../HookswitchConsole/page/parts/format.js"
};
static const unsigned char history_js[] = {
#embed "../HookswitchConsole/page/views/history.js"
};
static const unsigned char incoming_js[] = {
#embed "../HookswitchConsole/page/views/incoming.js"
};
static const unsigned char index_html[] = {
#embed "../HookswitchConsole/page/index.html"
};
static const unsigned char keys_js[] = {
#embed "../HookswitchConsole/page/parts/keys.js"
};
static const unsigned char ladder_js[] = {
#embed "../HookswitchConsole/page/views/ladder.js"
};
static const unsigned char levels_js[] = {
#embed "../HookswitchConsole/page/host/levels.js"
};
static const unsigned char list_js[] = {
#embed "../HookswitchConsole/page/views/list.js"
};
static const unsigned char main_js[] = {
#embed "../HookswitchConsole/page/main.js"
};
static const unsigned char messages_js[] = {
#embed "../HookswitchConsole/page/views/messages.js"
};
static const unsigned char pager_js[] = {
#embed "../HookswitchConsole/page/host/pager.js"
};
static const unsigned char pages_js[] = {
#embed "../HookswitchConsole/page/parts/pages.js"
};
static const unsigned char previews_js[] = {
#embed "../HookswitchConsole/page/host/previews.js"
};
static const unsigned char providers_js[] = {
#embed "../HookswitchConsole/page/views/providers.js"
};
static const unsigned char quality_js[] = {
#embed "../HookswitchConsole/page/host/quality.js"
};
static const unsigned char requests_js[] = {
#embed "../HookswitchConsole/page/host/requests.js"
};
static const unsigned char row_js[] = {
#embed "../HookswitchConsole/page/views/row.js"
};
static const unsigned char rules_js[] = {
#embed "../HookswitchConsole/page/host/rules.js"
};
static const unsigned char rules_md[] = {
#embed "../../docs/arbitration.md"
};
static const unsigned char session_js[] = {
#embed "../HookswitchConsole/page/host/session.js"
};
static const unsigned char standing_js[] = {
#embed "../HookswitchConsole/page/parts/standing.js"
};
static const unsigned char starter_js[] = {
#embed "../HookswitchConsole/page/views/starter.js"
};
static const unsigned char steps_js[] = {
#embed "../HookswitchConsole/page/views/steps.js"
};
static const unsigned char subscription_js[] = {
#embed "../HookswitchConsole/page/host/subscription.js"
};
static const unsigned char tabs_js[] = {
#embed "../HookswitchConsole/page/parts/tabs.js"
};
static const unsigned char terms_js[] = {
#embed "../HookswitchConsole/page/parts/terms.js"
};
static const unsigned char watch_js[] = {
#embed "../HookswitchConsole/page/host/watch.js"
};
static const unsigned char whynot_js[] = {
#embed "../HookswitchConsole/page/views/whynot.js"
};
static const unsigned char words_js[] = {
#embed "../HookswitchConsole/page/parts/words.js"
};

static const hookswitch_console_file files[] = {
    {"views/actions.js", actions_js, sizeof actions_js},
    {"parts/address.js", address_js, sizeof address_js},
    {"views/audio.js", audio_js, sizeof audio_js},
    {"host/calls.js", calls_js, sizeof calls_js},
    {"views/cluster.js", cluster_js, sizeof cluster_js},
    {"host/connection.js", connection_js, sizeof connection_js},
    {"console.css", console_css, sizeof console_css},
    {"views/detail.js", detail_js, sizeof detail_js},
    {"parts/dialogs.js", dialogs_js, sizeof dialogs_js},
    {"parts/elements.js", elements_js, sizeof elements_js},
    {"host/feed.js", feed_js, sizeof feed_js},
    {"parts/format.js", format_js, sizeof format_js},
    {"views/history.js", history_js, sizeof history_js},
    {"views/incoming.js", incoming_js, sizeof incoming_js},
    {"index.html", index_html, sizeof index_html},
    {"parts/keys.js", keys_js, sizeof keys_js},
    {"views/ladder.js", ladder_js, sizeof ladder_js},
    {"host/levels.js", levels_js, sizeof levels_js},
    {"views/list.js", list_js, sizeof list_js},
    {"main.js", main_js, sizeof main_js},
    {"views/messages.js", messages_js, sizeof messages_js},
    {"host/pager.js", pager_js, sizeof pager_js},
    {"parts/pages.js", pages_js, sizeof pages_js},
    {"host/previews.js", previews_js, sizeof previews_js},
    {"views/providers.js", providers_js, sizeof providers_js},
    {"host/quality.js", quality_js, sizeof quality_js},
    {"host/requests.js", requests_js, sizeof requests_js},
    {"views/row.js", row_js, sizeof row_js},
    {"host/rules.js", rules_js, sizeof rules_js},
    {"rules.md", rules_md, sizeof rules_md},
    {"host/session.js", session_js, sizeof session_js},
    {"parts/standing.js", standing_js, sizeof standing_js},
    {"views/starter.js", starter_js, sizeof starter_js},
    {"views/steps.js", steps_js, sizeof steps_js},
    {"host/subscription.js", subscription_js, sizeof subscription_js},
    {"parts/tabs.js", tabs_js, sizeof tabs_js},
    {"parts/terms.js", terms_js, sizeof terms_js},
    {"host/watch.js", watch_js, sizeof watch_js},
    {"views/whynot.js", whynot_js, sizeof whynot_js},
    {"parts/words.js", words_js, sizeof words_js},
};

const hookswitch_console_file *hookswitch_console_file_at(size_t index) {
  return index < sizeof files / sizeof *files ? &files[index] : NULL;
}
