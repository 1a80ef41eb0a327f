//! Our crates compile without warnings, on the host and for the C64, with whatever rustc `SYS2080_TOOLCHAIN` names.

use std::process::Command;

use cargo_c64::rust_build;
use cargo_c64::setup::Setup;
use e2e::program::workspace;
use serde_json::Value;

/// The warnings of a call of cargo about crates in the checkout.
fn warnings(cargo: &mut Command) -> Vec<String> {
    let output = cargo.arg("--message-format=json").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let messages = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    messages
        .filter(|message| {
            let package = message["package_id"].as_str().unwrap_or_default();
            message["reason"] == "compiler-message" && package.starts_with("path+")
        })
        .map(|message| message["message"]["rendered"].as_str().unwrap().to_string())
        .collect()
}

#[test]
#[ignore = "takes a minute or more: toolchains.yml runs it every week"]
fn no_crate_has_a_warning() {
    let toolchain = Setup { install: false }.rust().unwrap();
    let target = workspace().target().join("warnings");
    let mut found = Vec::new();
    for (folder, options) in [
        ("sdk", &["--all-features", "--lib"][..]),
        ("toolchain/sdk-test", &["--lib"]),
        ("c64", &["--bins"]),
        ("examples", &["--workspace", "--bins"]),
    ] {
        let mut cargo = rust_build::cargo(&toolchain, "check", target.as_path()).unwrap();
        // The output that the compiler needs would have rustc link, and a check makes no libraries for that.
        let flags = rust_build::flags(&toolchain).into_iter().filter(|flag| !flag.starts_with("--emit"));
        let flags: Vec<String> = flags.collect();
        cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
        cargo.args(["--release", "--locked"]).args(options).current_dir(workspace().root().join(folder));
        found.extend(warnings(&mut cargo));
    }
    for folder in ["", "web"] {
        let mut cargo = toolchain.cargo();
        cargo
            .args(["check", "--locked", "--workspace", "--all-targets", "--target-dir"])
            .arg(target.join("host"))
            .current_dir(workspace().root().join(folder));
        found.extend(warnings(&mut cargo));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
