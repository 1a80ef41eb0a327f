//! The files of a crate depend on each other in one direction: no file uses a file that uses it, directly or through others.
//! The compiler has floors besides, and a file uses nothing of a higher one.
//!
//! A file uses what its paths name, also to pass it on by `pub use`, unless it is of its own children. Calls of methods are not followed: an
//! `impl` may be spread over files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use e2e::program;
use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, ItemMod, ItemUse, Macro, Meta, UseTree};

/// The roots of the crates: all that have modules.
const ROOTS: [&str; 17] = [
    "toolchain/chips/src/lib.rs",
    "toolchain/compiler/src/lib.rs",
    "toolchain/machine/src/lib.rs",
    "toolchain/d64/src/lib.rs",
    "toolchain/fuzz/src/lib.rs",
    "toolchain/vice/src/lib.rs",
    "toolchain/cargo-c64/src/lib.rs",
    "toolchain/conformance/src/lib.rs",
    "tools/src/lib.rs",
    "tests/src/lib.rs",
    "engine/src/lib.rs",
    "verification/src/lib.rs",
    "c64/src/lib.rs",
    "toolchain/sdk/src/lib.rs",
    "c64/src/main.rs",
    "c64/src/verify.rs",
    "web/src/lib.rs",
];

/// The floors of the compiler, the highest first: files and folders of its `src`.
const COMPILER: [&[&str]; 8] = [
    &["lib"],
    &["pipeline"],
    &["mos"],
    &["lower"],
    &["opt"],
    &["llvm"],
    &["ir"],
    &["error", "fault", "memory", "options", "passes", "profile", "trace"],
];

/// A module's way from the root of its crate.
type Way = Vec<String>;

/// What a path may begin with, here and in the modules below.
#[derive(Default)]
struct Module {
    file: PathBuf,
    children: BTreeSet<String>,
    /// What `use` brings in, by the name that it has here.
    imports: BTreeMap<String, Way>,
    /// Every path that the code mentions, those of `use` included.
    mentions: Vec<Way>,
    /// What `pub use` passes on under another path.
    passed_on: Vec<Way>,
}

/// By file and file: what the first uses of the second.
type Arrows<'a> = BTreeMap<&'a Path, BTreeMap<&'a Path, BTreeSet<String>>>;

/// A crate's modules, without its tests.
#[derive(Default)]
struct Crate {
    modules: BTreeMap<Way, Module>,
}

impl Crate {
    fn read(root: &Path) -> Crate {
        let mut all = Crate::default();
        all.file(Vec::new(), root, root.parent().unwrap());
        all
    }

    /// Reads the file of a module, whose children are in `folder`.
    fn file(&mut self, way: Way, file: &Path, folder: &Path) {
        let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let File { items, .. } = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        self.module(way, file, folder, &items);
    }

    fn module(&mut self, way: Way, file: &Path, folder: &Path, items: &[Item]) {
        let mut module = Module { file: file.to_path_buf(), ..Module::default() };
        let mut children: Vec<&ItemMod> = Vec::new();
        let mut reader = Reader { module: &mut module };
        for item in items {
            match item {
                Item::Mod(child) if !is_test(&child.attrs) => children.push(child),
                Item::Mod(_) => {}
                item => reader.visit_item(item),
            }
        }
        module.children = children.iter().map(|child| child.ident.to_string()).collect();
        // A module shows what its own children have under its own path, and does not use that itself.
        let children_only = |way: &Way| {
            way.iter().find(|part| *part != "self").is_some_and(|first| module.children.contains(first))
        };
        let (_, others): (Vec<Way>, Vec<Way>) =
            std::mem::take(&mut module.passed_on).into_iter().partition(children_only);
        module.mentions.extend(others);
        self.modules.insert(way.clone(), module);
        for child in children {
            let name = child.ident.to_string();
            let way = [&way[..], std::slice::from_ref(&name)].concat();
            match &child.content {
                Some((_, items)) => self.module(way, file, &folder.join(&name), items),
                None => {
                    let single = folder.join(&name).with_extension("rs");
                    let inside = folder.join(&name);
                    let file = if single.is_file() { single } else { inside.join("mod.rs") };
                    self.file(way, &file, &inside);
                }
            }
        }
    }

    /// The module of which a path names an item; none if it leaves the crate, or names a module and nothing in it.
    fn target(&self, from: &Way, path: &[String], depth: usize) -> Option<&Way> {
        let mut rest = path.iter().peekable();
        let mut at = from.clone();
        let mut entered = false;
        while let Some(first) = rest.next_if(|s| ["crate", "self", "super"].contains(&s.as_str())) {
            match first.as_str() {
                "crate" => at.clear(),
                "super" => drop(at.pop()?),
                _ => {}
            }
            entered = true;
        }
        while let Some(name) = rest.next() {
            let (key, module) = self.modules.get_key_value(&at)?;
            if module.children.contains(name) {
                at.push(name.clone());
            } else if let Some(import) = module.imports.get(name).filter(|_| depth < 20) {
                // A module's own name for what is elsewhere: a `use`, or what it makes public for others.
                let rest: Vec<String> = rest.cloned().collect();
                let target = self.target(key, &[&import[..], &rest].concat(), depth + 1);
                // What another crate has is this module's if it passes it on.
                return target.or(entered.then_some(key));
            } else if entered {
                return Some(key);
            } else {
                return None;
            }
            entered = true;
        }
        None
    }

    /// The files of which each file uses something.
    fn arrows(&self) -> Arrows<'_> {
        let mut arrows = Arrows::new();
        for (way, module) in &self.modules {
            let targets = arrows.entry(&module.file).or_default();
            for mention in &module.mentions {
                let target = self.target(way, mention, 0).map(|way| &*self.modules[way].file);
                if let Some(target) = target.filter(|file| *file != module.file) {
                    targets.entry(target).or_default().insert(mention.join("::"));
                }
            }
        }
        arrows
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    })
}

/// Collects what one module imports and mentions.
struct Reader<'a> {
    module: &'a mut Module,
}

impl Reader<'_> {
    fn import(&mut self, tree: &UseTree, mut way: Way, shown: bool) {
        let name = match tree {
            UseTree::Path(path) => {
                way.push(path.ident.to_string());
                return self.import(&path.tree, way, shown);
            }
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.import(tree, way.clone(), shown));
            }
            UseTree::Glob(_) => {
                way.push("*".into());
                return self.module.mentions.push(way);
            }
            UseTree::Rename(rename) => {
                way.push(rename.ident.to_string());
                rename.rename.to_string()
            }
            UseTree::Name(name) => {
                let name = name.ident.to_string();
                way.push(name.clone());
                name
            }
        };
        let name = match (name.as_str(), way.len()) {
            ("self", 2..) => {
                way.pop();
                way.last().unwrap().clone()
            }
            _ => name,
        };
        let mentions = if shown { &mut self.module.passed_on } else { &mut self.module.mentions };
        mentions.push(way.clone());
        if way.len() > 1 {
            self.module.imports.insert(name, way);
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Mod(child) if is_test(&child.attrs) => {}
            item => visit::visit_item(self, item),
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.import(&item.tree, Vec::new(), !matches!(item.vis, syn::Visibility::Inherited));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() && path.segments.len() > 1 {
            self.module.mentions.push(path.segments.iter().map(|s| s.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    /// Macros take anything; in ours it is expressions, whose paths look like paths.
    fn visit_macro(&mut self, used: &'ast Macro) {
        let text = used.tokens.to_string().replace(" :: ", "::");
        let word = |c: char| !(c.is_alphanumeric() || c == '_' || c == ':');
        for path in text.split(word).filter(|path| path.contains("::")) {
            self.module.mentions.push(path.split("::").map(str::to_string).collect());
        }
        visit::visit_macro(self, used);
    }
}

/// All files that a file uses, directly or through others.
fn reached<'a>(arrows: &Arrows<'a>, from: &'a Path) -> BTreeSet<&'a Path> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(file) = open.pop() {
        open.extend(arrows[file].keys().copied().filter(|next| seen.insert(*next)));
    }
    seen
}

/// An arrow as text: which file uses which, and what of it; the names of the files begin behind `root`.
fn arrow(root: &Path, file: &Path, target: &Path, names: &BTreeSet<String>) -> String {
    let short = |file: &Path| file.strip_prefix(root).unwrap().display().to_string();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    format!("{} uses {} ({})", short(file), short(target), names.join(", "))
}

/// The arrows that lead into a circle.
fn circles(root: &Path, arrows: &Arrows<'_>) -> Vec<String> {
    let reached: BTreeMap<&Path, BTreeSet<&Path>> =
        arrows.keys().map(|file| (*file, reached(arrows, file))).collect();
    let mut faults = Vec::new();
    for (file, targets) in arrows {
        for (target, names) in targets.iter().filter(|target| reached[target.0].contains(file)) {
            faults.push(format!("{}, which leads back to it", arrow(root, file, target, names)));
        }
    }
    faults
}

/// The arrows that lead upwards, and the files that are on no floor.
fn upwards(root: &Path, arrows: &Arrows<'_>, floors: &[&[&str]]) -> Vec<String> {
    let floor = |file: &Path| {
        let first = Path::new(file.strip_prefix(root).unwrap().iter().next().unwrap());
        let name = first.file_stem().unwrap().to_str().unwrap();
        floors.iter().position(|floor| floor.contains(&name))
    };
    let mut faults = Vec::new();
    for (file, targets) in arrows {
        let Some(from) = floor(file) else {
            faults.push(format!("{} is on no floor", file.strip_prefix(root).unwrap().display()));
            continue;
        };
        for (target, names) in targets.iter().filter(|target| floor(target.0).is_some_and(|to| to < from)) {
            faults.push(format!("{}, which is above it", arrow(root, file, target, names)));
        }
    }
    faults
}

#[test]
fn no_file_uses_what_uses_it() {
    let workspace = program::workspace();
    let mut faults = Vec::new();
    for root in ROOTS {
        let all = Crate::read(&workspace.root().join(root));
        let arrows = all.arrows();
        assert!(arrows.len() > 1, "{root}: {} files", arrows.len());
        faults.extend(circles(workspace.root(), &arrows));
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn nothing_in_the_compiler_uses_a_higher_floor() {
    let source = program::workspace().root().join("toolchain/compiler/src");
    let all = Crate::read(&source.join("lib.rs"));
    let faults = upwards(&source, &all.arrows(), &COMPILER);
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The command that a file of the tools belongs to: `bench` for `commands/bench.rs` and for `commands/bench/row.rs`. The list
/// of commands belongs to none.
fn command_of(file: &Path) -> Option<String> {
    let mut names = file.iter().skip_while(|name| *name != "commands").skip(1);
    let name = Path::new(names.next()?).file_stem()?.to_str()?;
    Some(name.to_string()).filter(|name| name != "mod")
}

/// A command is for the command line; whatever else has a use for a part of it finds that part below the commands.
#[test]
fn nothing_uses_a_command_but_the_list_of_commands() {
    let workspace = program::workspace();
    let mut faults = Vec::new();
    for source in ["tools/src", "toolchain/cargo-c64/src"] {
        let source = workspace.root().join(source);
        let all = Crate::read(&source.join("lib.rs"));
        let arrows = all.arrows();
        let commands: BTreeSet<String> = arrows.keys().filter_map(|file| command_of(file)).collect();
        assert!(commands.len() > 8, "{commands:?}");
        let list = source.join("commands/mod.rs");
        for (file, targets) in arrows.iter().filter(|(file, _)| ***file != *list) {
            for (target, names) in targets {
                let of = command_of(target);
                if of.is_some() && of != command_of(file) || **target == *list {
                    faults.push(format!("{} uses {names:?}", file.display()));
                }
            }
        }
    }
    // Its own tests and those of the workspace; only the one of the command line as a whole is about commands.
    for folder in ["tools/tests", "tests/src", "tests/tests"] {
        for entry in std::fs::read_dir(workspace.root().join(folder)).unwrap() {
            let file = entry.unwrap().path();
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            if text.contains(concat!("tools::", "commands::")) && !file.ends_with("tools/tests/cli.rs") {
                faults.push(format!("{} uses a command", file.display()));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// A folder with these files.
fn made_up(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    folder
}

#[test]
fn circles_and_arrows_upwards_are_found() {
    let folder = made_up(&[
        ("lib.rs", "mod top; mod middle; mod bottom; mod beside; pub use bottom::Thing;"),
        ("top.rs", "pub fn t() { crate::middle::inner::i(); crate::beside::b() }"),
        ("middle/mod.rs", "pub mod inner; pub fn m() -> crate::Thing {}"),
        ("middle/inner.rs", "pub fn i() { super::m() }"),
        ("bottom.rs", "pub struct Thing; fn b() { crate::middle::inner::i() }"),
        ("beside.rs", "use crate::top; pub fn b() { top::t() }"),
    ]);
    let all = Crate::read(&folder.path().join("lib.rs"));
    let arrows = all.arrows();
    assert_eq!(
        circles(folder.path(), &arrows),
        [
            "beside.rs uses top.rs (top::t), which leads back to it",
            "bottom.rs uses middle/inner.rs (crate::middle::inner::i), which leads back to it",
            "middle/inner.rs uses middle/mod.rs (super::m), which leads back to it",
            "middle/mod.rs uses bottom.rs (crate::Thing), which leads back to it",
            "top.rs uses beside.rs (crate::beside::b), which leads back to it",
        ]
    );
    let floors: [&[&str]; 4] = [&["lib"], &["top"], &["middle"], &["bottom"]];
    assert_eq!(
        upwards(folder.path(), &arrows, &floors),
        [
            "beside.rs is on no floor",
            "bottom.rs uses middle/inner.rs (crate::middle::inner::i), which is above it",
        ]
    );
}

#[test]
fn a_module_in_a_file_leads_to_the_files_in_its_folder() {
    let folder = made_up(&[
        ("main.rs", "mod chips { pub mod one; mod two; } fn main() { chips::one::f() }"),
        ("chips/one.rs", "pub fn f() {}"),
        ("chips/two.rs", "fn g() { super::one::f() }"),
    ]);
    let all = Crate::read(&folder.path().join("main.rs"));
    let arrows = all.arrows();
    let uses = |file: &str| arrows[&*folder.path().join(file)].keys().copied().collect::<Vec<_>>();
    let one = folder.path().join("chips/one.rs");
    assert_eq!((uses("main.rs"), uses("chips/two.rs")), (vec![&*one], vec![&*one]));
}

#[test]
fn paths_lead_to_the_file_of_what_they_name() {
    let folder = made_up(&[
        ("lib.rs", "mod a; mod b; pub use a::inner::Thing; fn f() { b::g() }"),
        ("a/mod.rs", "pub mod inner; use crate::b; fn h() { assert!(b::g() == std::mem::take(1)) }"),
        ("a/inner.rs", "pub struct Thing; #[cfg(test)] mod tests { use crate::b::g; }"),
        ("b.rs", "use super::Thing; pub fn g() {} mod inside { fn x() { super::super::a::h() } }"),
    ]);
    let all = Crate::read(&folder.path().join("lib.rs"));
    let arrows = all.arrows();
    let found = |file: &str| -> Vec<String> {
        let short = |path: &&Path| path.strip_prefix(folder.path()).unwrap().display().to_string();
        arrows[&*folder.path().join(file)].keys().map(short).collect()
    };
    assert_eq!(found("lib.rs"), ["b.rs"]);
    assert_eq!(found("a/mod.rs"), ["b.rs"]);
    assert_eq!(found("a/inner.rs"), [""; 0]);
    assert_eq!(found("b.rs"), ["a/inner.rs", "a/mod.rs"]);
}
