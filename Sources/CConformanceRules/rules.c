/* Embeds the rules' text in the command, so that it needs no file at run time. It takes a compiler with #embed: the Swift toolchain's
 * own. A new chapter gets an array and a row here. */
#include "CConformanceRules.h"

#if !defined(__has_embed)
#error "this needs a compiler with #embed, such as the Swift toolchain's clang"
#endif
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const unsigned char introduction[] = {
#embed "../ConformanceRules/Chapters/introduction.md"
};
static const unsigned char frame[] = {
#embed "../ConformanceRules/Chapters/frame.md"
};
static const unsigned char file[] = {
#embed "../ConformanceRules/Chapters/file.md"
};
static const unsigned char loading[] = {
#embed "../ConformanceRules/Chapters/loading.md"
};
static const unsigned char negotiation[] = {
#embed "../ConformanceRules/Chapters/negotiation.md"
};
static const unsigned char structs[] = {
#embed "../ConformanceRules/Chapters/structs.md"
};
static const unsigned char memory[] = {
#embed "../ConformanceRules/Chapters/memory.md"
};
static const unsigned char threads[] = {
#embed "../ConformanceRules/Chapters/threads.md"
};
static const unsigned char life_cycle[] = {
#embed "../ConformanceRules/Chapters/life-cycle.md"
};
static const unsigned char leaving[] = {
#embed "../ConformanceRules/Chapters/leaving.md"
};
static const unsigned char calls[] = {
#embed "../ConformanceRules/Chapters/calls.md"
};
static const unsigned char states[] = {
#embed "../ConformanceRules/Chapters/states.md"
};
static const unsigned char actions[] = {
#embed "../ConformanceRules/Chapters/actions.md"
};
static const unsigned char ends[] = {
#embed "../ConformanceRules/Chapters/ends.md"
};
static const unsigned char resets[] = {
#embed "../ConformanceRules/Chapters/resets.md"
};
static const unsigned char features[] = {
#embed "../ConformanceRules/Chapters/features.md"
};
static const unsigned char transfers[] = {
#embed "../ConformanceRules/Chapters/transfers.md"
};
static const unsigned char audio[] = {
#embed "../ConformanceRules/Chapters/audio.md"
};
static const unsigned char configuration[] = {
#embed "../ConformanceRules/Chapters/configuration.md"
};
static const unsigned char state[] = {
#embed "../ConformanceRules/Chapters/state.md"
};
static const unsigned char handover[] = {
#embed "../ConformanceRules/Chapters/handover.md"
};
static const unsigned char resources[] = {
#embed "../ConformanceRules/Chapters/resources.md"
};
static const unsigned char time[] = {
#embed "../ConformanceRules/Chapters/time.md"
};
static const unsigned char host[] = {
#embed "../ConformanceRules/Chapters/host.md"
};
static const unsigned char directory[] = {
#embed "../ConformanceRules/Chapters/directory.md"
};

#define ROW(array, name) {name, array, sizeof array}

/* In the order of the page. */
static const hookswitch_rule_file files[] = {
    ROW(introduction, "introduction.md"),
    ROW(frame, "frame.md"),
    ROW(file, "file.md"),
    ROW(loading, "loading.md"),
    ROW(negotiation, "negotiation.md"),
    ROW(structs, "structs.md"),
    ROW(memory, "memory.md"),
    ROW(threads, "threads.md"),
    ROW(life_cycle, "life-cycle.md"),
    ROW(leaving, "leaving.md"),
    ROW(calls, "calls.md"),
    ROW(states, "states.md"),
    ROW(actions, "actions.md"),
    ROW(ends, "ends.md"),
    ROW(resets, "resets.md"),
    ROW(features, "features.md"),
    ROW(transfers, "transfers.md"),
    ROW(audio, "audio.md"),
    ROW(configuration, "configuration.md"),
    ROW(state, "state.md"),
    ROW(handover, "handover.md"),
    ROW(resources, "resources.md"),
    ROW(time, "time.md"),
    ROW(host, "host.md"),
    ROW(directory, "directory.md"),
};

const hookswitch_rule_file *hookswitch_rule_file_at(size_t index) {
  return index < sizeof files / sizeof *files ? &files[index] : NULL;
}
