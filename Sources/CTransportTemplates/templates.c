/* Embeds the files of Templates in the command, so that it works from any folder, installed or not. It takes a compiler
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
static const unsigned char directory_h[] = {
#embed "../TransportABI/include/hookswitch/directory.h"
};
static const unsigned char directory_shared_readme_md[] = {
#embed "../../Templates/directory/shared/README.md"
};
static const unsigned char directory_shared_numbers_txt[] = {
#embed "../../Templates/directory/shared/numbers.txt"
};
static const unsigned char directory_shared_gitignore[] = {
#embed "../../Templates/directory/shared/gitignore"
};
static const unsigned char directory_shared_test_yml[] = {
#embed "../../Templates/directory/shared/test.yml"
};
static const unsigned char directory_shared_test_mk[] = {
#embed "../../Templates/directory/shared/test.mk"
};
static const unsigned char directory_c_makefile[] = {
#embed "../../Templates/directory/c/Makefile"
};
static const unsigned char directory_c_numbers_c[] = {
#embed "../../Templates/directory/c/numbers.c"
};
static const unsigned char directory_c_numbers_h[] = {
#embed "../../Templates/directory/c/numbers.h"
};
static const unsigned char directory_c_plugin_c[] = {
#embed "../../Templates/directory/c/plugin.c"
};
static const unsigned char directory_c_settings_c[] = {
#embed "../../Templates/directory/c/settings.c"
};
static const unsigned char directory_rust_makefile[] = {
#embed "../../Templates/directory/rust/Makefile"
};
static const unsigned char directory_rust_cargo_toml[] = {
#embed "../../Templates/directory/rust/Cargo.toml"
};
static const unsigned char directory_rust_src_abi_rs[] = {
#embed "../../Templates/directory/rust/src/abi.rs"
};
static const unsigned char directory_rust_src_crossing_rs[] = {
#embed "../../Templates/directory/rust/src/crossing.rs"
};
static const unsigned char directory_rust_src_lib_rs[] = {
#embed "../../Templates/directory/rust/src/lib.rs"
};
static const unsigned char directory_rust_src_numbers_rs[] = {
#embed "../../Templates/directory/rust/src/numbers.rs"
};
static const unsigned char directory_rust_src_settings_rs[] = {
#embed "../../Templates/directory/rust/src/settings.rs"
};
static const unsigned char directory_swift_makefile[] = {
#embed "../../Templates/directory/swift/Makefile"
};
static const unsigned char directory_swift_package_swift[] = {
#embed "../../Templates/directory/swift/Package.swift"
};
static const unsigned char directory_swift_exports_map[] = {
#embed "../../Templates/directory/swift/exports.map"
};
static const unsigned char directory_swift_sources_directory_swift[] = {
#embed "../../Templates/directory/swift/Sources/Directory.swift"
};
static const unsigned char directory_swift_sources_entry_swift[] = {
#embed "../../Templates/directory/swift/Sources/Entry.swift"
};
static const unsigned char directory_swift_sources_numberlist_swift[] = {
#embed "../../Templates/directory/swift/Sources/NumberList.swift"
};
static const unsigned char directory_shell_makefile[] = {
#embed "../../Templates/directory/shell/Makefile"
};
static const unsigned char directory_shell_program_sh[] = {
#embed "../../Templates/directory/shell/program.sh"
};

static const hookswitch_template templates[] = {
    {"transport", "", "README.md", shared_readme_md, sizeof shared_readme_md},
    {"transport", "", "@NAME@.transport.json", shared_manifest_json, sizeof shared_manifest_json},
    {"transport", "", ".gitignore", shared_gitignore, sizeof shared_gitignore},
    {"transport", "", ".github/workflows/conform.yml", shared_conform_yml, sizeof shared_conform_yml},
    {"transport", "header", "include/hookswitch/transport.h", transport_h, sizeof transport_h},
    {"transport", "c", "Makefile", c_makefile, sizeof c_makefile},
    {"transport", "c", "calls.c", c_calls_c, sizeof c_calls_c},
    {"transport", "c", "network.c", c_network_c, sizeof c_network_c},
    {"transport", "c", "plugin.c", c_plugin_c, sizeof c_plugin_c},
    {"transport", "c", "text.c", c_text_c, sizeof c_text_c},
    {"transport", "c", "instance.h", c_instance_h, sizeof c_instance_h},
    {"transport", "cpp", "Makefile", cpp_makefile, sizeof cpp_makefile},
    {"transport", "cpp", "exports.map", cpp_exports_map, sizeof cpp_exports_map},
    {"transport", "cpp", "abi.hpp", cpp_abi_hpp, sizeof cpp_abi_hpp},
    {"transport", "cpp", "instance.hpp", cpp_instance_hpp, sizeof cpp_instance_hpp},
    {"transport", "cpp", "calls.cpp", cpp_calls_cpp, sizeof cpp_calls_cpp},
    {"transport", "cpp", "network.cpp", cpp_network_cpp, sizeof cpp_network_cpp},
    {"transport", "cpp", "plugin.cpp", cpp_plugin_cpp, sizeof cpp_plugin_cpp},
    {"transport", "rust", "Makefile", rust_makefile, sizeof rust_makefile},
    {"transport", "rust", "Cargo.toml", rust_cargo_toml, sizeof rust_cargo_toml},
    {"transport", "rust", "src/abi.rs", rust_src_abi_rs, sizeof rust_src_abi_rs},
    {"transport", "rust", "src/crossing.rs", rust_src_crossing_rs, sizeof rust_src_crossing_rs},
    {"transport", "rust", "src/instance.rs", rust_src_instance_rs, sizeof rust_src_instance_rs},
    {"transport", "rust", "src/lib.rs", rust_src_lib_rs, sizeof rust_src_lib_rs},
    {"transport", "rust", "src/network.rs", rust_src_network_rs, sizeof rust_src_network_rs},
    {"transport", "swift", "Makefile", swift_makefile, sizeof swift_makefile},
    {"transport", "swift", "Package.swift", swift_package_swift, sizeof swift_package_swift},
    {"transport", "swift", "exports.map", swift_exports_map, sizeof swift_exports_map},
    {"transport", "swift", "Sources/Entry.swift", swift_sources_entry_swift, sizeof swift_sources_entry_swift},
    {"transport", "swift", "Sources/FarEnd.swift", swift_sources_farend_swift, sizeof swift_sources_farend_swift},
    {"transport", "swift", "Sources/Network.swift", swift_sources_network_swift, sizeof swift_sources_network_swift},
    {"transport", "swift", "Sources/Network+TestPeer.swift", swift_sources_network_testpeer_swift, sizeof swift_sources_network_testpeer_swift},
    {"directory", "", "README.md", directory_shared_readme_md, sizeof directory_shared_readme_md},
    {"directory", "", "numbers.txt", directory_shared_numbers_txt, sizeof directory_shared_numbers_txt},
    {"directory", "", ".gitignore", directory_shared_gitignore, sizeof directory_shared_gitignore},
    {"directory", "", ".github/workflows/test.yml", directory_shared_test_yml, sizeof directory_shared_test_yml},
    {"directory", "plugin", "test.mk", directory_shared_test_mk, sizeof directory_shared_test_mk},
    {"directory", "header", "include/hookswitch/directory.h", directory_h, sizeof directory_h},
    {"directory", "header", "include/hookswitch/transport.h", transport_h, sizeof transport_h},
    {"directory", "c", "Makefile", directory_c_makefile, sizeof directory_c_makefile},
    {"directory", "c", "numbers.c", directory_c_numbers_c, sizeof directory_c_numbers_c},
    {"directory", "c", "numbers.h", directory_c_numbers_h, sizeof directory_c_numbers_h},
    {"directory", "c", "plugin.c", directory_c_plugin_c, sizeof directory_c_plugin_c},
    {"directory", "c", "settings.c", directory_c_settings_c, sizeof directory_c_settings_c},
    {"directory", "rust", "Makefile", directory_rust_makefile, sizeof directory_rust_makefile},
    {"directory", "rust", "Cargo.toml", directory_rust_cargo_toml, sizeof directory_rust_cargo_toml},
    {"directory", "rust", "src/abi.rs", directory_rust_src_abi_rs, sizeof directory_rust_src_abi_rs},
    {"directory", "rust", "src/crossing.rs", directory_rust_src_crossing_rs, sizeof directory_rust_src_crossing_rs},
    {"directory", "rust", "src/lib.rs", directory_rust_src_lib_rs, sizeof directory_rust_src_lib_rs},
    {"directory", "rust", "src/numbers.rs", directory_rust_src_numbers_rs, sizeof directory_rust_src_numbers_rs},
    {"directory", "rust", "src/settings.rs", directory_rust_src_settings_rs, sizeof directory_rust_src_settings_rs},
    {"directory", "swift", "Makefile", directory_swift_makefile, sizeof directory_swift_makefile},
    {"directory", "swift", "Package.swift", directory_swift_package_swift, sizeof directory_swift_package_swift},
    {"directory", "swift", "exports.map", directory_swift_exports_map, sizeof directory_swift_exports_map},
    {"directory", "swift", "Sources/Directory.swift", directory_swift_sources_directory_swift, sizeof directory_swift_sources_directory_swift},
    {"directory", "swift", "Sources/Entry.swift", directory_swift_sources_entry_swift, sizeof directory_swift_sources_entry_swift},
    {"directory", "swift", "Sources/NumberList.swift", directory_swift_sources_numberlist_swift, sizeof directory_swift_sources_numberlist_swift},
    {"directory", "shell", "Makefile", directory_shell_makefile, sizeof directory_shell_makefile},
    {"directory", "shell", "@NAME@.sh", directory_shell_program_sh, sizeof directory_shell_program_sh},
};

const hookswitch_template *hookswitch_template_at(size_t index) {
  return index < sizeof templates / sizeof *templates ? &templates[index] : NULL;
}
