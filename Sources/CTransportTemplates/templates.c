/* Embeds the files of Templates/transport in the command, so that it works from any folder, installed or not. It takes a compiler
 * with #embed: the Swift toolchain's own. */
#include "CTransportTemplates.h"

#if !defined(__has_embed)
#error "this needs a compiler with #embed, such as the Swift toolchain's clang"
#endif
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const unsigned char shared_readme_md[] = {
#embed "../../Templates/transport/shared/README.md"
};
static const unsigned char shared_manifest_json[] = {
#embed "../../Templates/transport/shared/manifest.json"
};
static const unsigned char shared_gitignore[] = {
#embed "../../Templates/transport/shared/gitignore"
};
static const unsigned char shared_conform_yml[] = {
#embed "../../Templates/transport/shared/conform.yml"
};
static const unsigned char transport_h[] = {
#embed "../TransportABI/include/hookswitch/transport.h"
};
static const unsigned char c_makefile[] = {
#embed "../../Templates/transport/c/Makefile"
};
static const unsigned char c_calls_c[] = {
#embed "../../Templates/transport/c/calls.c"
};
static const unsigned char c_network_c[] = {
#embed "../../Templates/transport/c/network.c"
};
static const unsigned char c_plugin_c[] = {
#embed "../../Templates/transport/c/plugin.c"
};
static const unsigned char c_text_c[] = {
#embed "../../Templates/transport/c/text.c"
};
static const unsigned char c_instance_h[] = {
#embed "../../Templates/transport/c/instance.h"
};
static const unsigned char cpp_makefile[] = {
#embed "../../Templates/transport/cpp/Makefile"
};
static const unsigned char cpp_exports_map[] = {
#embed "../../Templates/transport/cpp/exports.map"
};
static const unsigned char cpp_abi_hpp[] = {
#embed "../../Templates/transport/cpp/abi.hpp"
};
static const unsigned char cpp_instance_hpp[] = {
#embed "../../Templates/transport/cpp/instance.hpp"
};
static const unsigned char cpp_calls_cpp[] = {
#embed "../../Templates/transport/cpp/calls.cpp"
};
static const unsigned char cpp_network_cpp[] = {
#embed "../../Templates/transport/cpp/network.cpp"
};
static const unsigned char cpp_plugin_cpp[] = {
#embed "../../Templates/transport/cpp/plugin.cpp"
};
static const unsigned char rust_makefile[] = {
#embed "../../Templates/transport/rust/Makefile"
};
static const unsigned char rust_cargo_toml[] = {
#embed "../../Templates/transport/rust/Cargo.toml"
};
static const unsigned char rust_src_abi_rs[] = {
#embed "../../Templates/transport/rust/src/abi.rs"
};
static const unsigned char rust_src_crossing_rs[] = {
#embed "../../Templates/transport/rust/src/crossing.rs"
};
static const unsigned char rust_src_instance_rs[] = {
#embed "../../Templates/transport/rust/src/instance.rs"
};
static const unsigned char rust_src_lib_rs[] = {
#embed "../../Templates/transport/rust/src/lib.rs"
};
static const unsigned char rust_src_network_rs[] = {
#embed "../../Templates/transport/rust/src/network.rs"
};
static const unsigned char swift_makefile[] = {
#embed "../../Templates/transport/swift/Makefile"
};
static const unsigned char swift_package_swift[] = {
#embed "../../Templates/transport/swift/Package.swift"
};
static const unsigned char swift_exports_map[] = {
#embed "../../Templates/transport/swift/exports.map"
};
static const unsigned char swift_sources_entry_swift[] = {
#embed "../../Templates/transport/swift/Sources/Entry.swift"
};
static const unsigned char swift_sources_farend_swift[] = {
#embed "../../Templates/transport/swift/Sources/FarEnd.swift"
};
static const unsigned char swift_sources_network_swift[] = {
#embed "../../Templates/transport/swift/Sources/Network.swift"
};
static const unsigned char swift_sources_network_testpeer_swift[] = {
#embed "../../Templates/transport/swift/Sources/Network+TestPeer.swift"
};

static const hookswitch_template templates[] = {
    {"", "README.md", shared_readme_md, sizeof shared_readme_md},
    {"", "@NAME@.transport.json", shared_manifest_json, sizeof shared_manifest_json},
    {"", ".gitignore", shared_gitignore, sizeof shared_gitignore},
    {"", ".github/workflows/conform.yml", shared_conform_yml, sizeof shared_conform_yml},
    {"header", "include/hookswitch/transport.h", transport_h, sizeof transport_h},
    {"c", "Makefile", c_makefile, sizeof c_makefile},
    {"c", "calls.c", c_calls_c, sizeof c_calls_c},
    {"c", "network.c", c_network_c, sizeof c_network_c},
    {"c", "plugin.c", c_plugin_c, sizeof c_plugin_c},
    {"c", "text.c", c_text_c, sizeof c_text_c},
    {"c", "instance.h", c_instance_h, sizeof c_instance_h},
    {"cpp", "Makefile", cpp_makefile, sizeof cpp_makefile},
    {"cpp", "exports.map", cpp_exports_map, sizeof cpp_exports_map},
    {"cpp", "abi.hpp", cpp_abi_hpp, sizeof cpp_abi_hpp},
    {"cpp", "instance.hpp", cpp_instance_hpp, sizeof cpp_instance_hpp},
    {"cpp", "calls.cpp", cpp_calls_cpp, sizeof cpp_calls_cpp},
    {"cpp", "network.cpp", cpp_network_cpp, sizeof cpp_network_cpp},
    {"cpp", "plugin.cpp", cpp_plugin_cpp, sizeof cpp_plugin_cpp},
    {"rust", "Makefile", rust_makefile, sizeof rust_makefile},
    {"rust", "Cargo.toml", rust_cargo_toml, sizeof rust_cargo_toml},
    {"rust", "src/abi.rs", rust_src_abi_rs, sizeof rust_src_abi_rs},
    {"rust", "src/crossing.rs", rust_src_crossing_rs, sizeof rust_src_crossing_rs},
    {"rust", "src/instance.rs", rust_src_instance_rs, sizeof rust_src_instance_rs},
    {"rust", "src/lib.rs", rust_src_lib_rs, sizeof rust_src_lib_rs},
    {"rust", "src/network.rs", rust_src_network_rs, sizeof rust_src_network_rs},
    {"swift", "Makefile", swift_makefile, sizeof swift_makefile},
    {"swift", "Package.swift", swift_package_swift, sizeof swift_package_swift},
    {"swift", "exports.map", swift_exports_map, sizeof swift_exports_map},
    {"swift", "Sources/Entry.swift", swift_sources_entry_swift, sizeof swift_sources_entry_swift},
    {"swift", "Sources/FarEnd.swift", swift_sources_farend_swift, sizeof swift_sources_farend_swift},
    {"swift", "Sources/Network.swift", swift_sources_network_swift, sizeof swift_sources_network_swift},
    {"swift", "Sources/Network+TestPeer.swift", swift_sources_network_testpeer_swift, sizeof swift_sources_network_testpeer_swift},
};

const hookswitch_template *hookswitch_template_at(size_t index) {
  return index < sizeof templates / sizeof *templates ? &templates[index] : NULL;
}
