//! Games differ in their descriptors only: no other code names one or asks which one it has, and no list of games has a place
//! for all others.
//!
//! A name is one wherever it stands, in a path, in an import, as a method or inside a macro, so it does not matter how a question
//! is put. What names no game but asks for a number or for the name on the command line is found by the types that the
//! sources give to variables, fields and functions.

use std::collections::BTreeSet;

use engine::games::GameId;
use proc_macro2::{Span, TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, BinOp, Expr, ExprBinary, ExprCall, ExprIndex, ExprLet, ExprMatch, ExprMethodCall, File, Ident,
    Item, Lit, Local, Macro, Pat, ReturnType, Signature, Token, Type, UseTree,
};

use super::phrases::{ASKING, CATCHING, LISTING, PLAIN};

/// The lists of games, where each finds its position, its rules, its face, its texts and its tasks; and what is about one game
/// alone.
const LISTS: [&str; 9] = [
    "engine/src/engines.rs",
    "engine/src/engines/",
    "engine/src/games/",
    "verification/src/suite.rs",
    "c64/src/games/",
    "c64/src/words.rs",
    "tools/src/games/",
    "tools/src/commands/bench/list.rs",
    "tools/src/solver/",
];

/// The crates whose code is looked at.
const CRATES: [&str; 7] = ["c64", "compiler", "engine", "fuzz", "machine", "tools", "verification"];

/// The type of a game.
const TYPE: &str = "GameId";

fn is_variant(name: &str) -> bool {
    GameId::ALL.iter().any(|game| format!("{game:?}") == name)
}

/// A game's own folder or module.
fn is_module(name: &str) -> bool {
    GameId::ALL.iter().any(|game| game.name().replace('-', "_") == name)
}

fn is_name(text: &str) -> bool {
    GameId::from_name(text).is_some()
}

/// What the sources say is a game: variables, fields, parameters, and what functions return.
#[derive(Default)]
struct Known {
    names: BTreeSet<String>,
    /// What the type is called besides.
    types: BTreeSet<String>,
}

impl Known {
    fn is_type(&self, name: &str) -> bool {
        name == TYPE || self.types.contains(name)
    }

    fn is_of_type(&self, of: &Type) -> bool {
        match of {
            Type::Path(path) => {
                path.path.segments.last().is_some_and(|last| self.is_type(&last.ident.to_string()))
            }
            Type::Reference(reference) => self.is_of_type(&reference.elem),
            _ => false,
        }
    }

    /// Whether an expression is a game, as far as its last name tells.
    fn is_game(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(path) => {
                let names: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
                let [before @ .., last] = &names[..] else { return false };
                let whole = ["ALL", "from_id", "from_name"].contains(&&**last);
                self.names.contains(last) || whole && before.last().is_some_and(|of| self.is_type(of))
            }
            Expr::Field(field) => {
                matches!(&field.member, syn::Member::Named(name) if self.names.contains(&name.to_string()))
            }
            Expr::MethodCall(call) if ["unwrap", "expect", "clone"].contains(&&*call.method.to_string()) => {
                self.is_game(&call.receiver)
            }
            Expr::MethodCall(call) => self.names.contains(&call.method.to_string()),
            Expr::Call(call) => self.is_game(&call.func),
            Expr::Index(index) => self.is_game(&index.expr),
            Expr::Paren(inner) => self.is_game(&inner.expr),
            Expr::Reference(inner) => self.is_game(&inner.expr),
            Expr::Unary(inner) => self.is_game(&inner.expr),
            Expr::Try(inner) => self.is_game(&inner.expr),
            _ => false,
        }
    }

    /// Whether an expression is the number or the name of a game.
    fn is_number_or_name(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Cast(cast) => self.is_game(&cast.expr) || self.is_number_or_name(&cast.expr),
            Expr::MethodCall(call) if call.method == "name" => self.is_game(&call.receiver),
            Expr::Paren(inner) => self.is_number_or_name(&inner.expr),
            Expr::Reference(inner) => self.is_number_or_name(&inner.expr),
            _ => false,
        }
    }
}

impl<'ast> Visit<'ast> for Known {
    fn visit_use_tree(&mut self, tree: &'ast UseTree) {
        if let UseTree::Rename(rename) = tree
            && rename.ident == TYPE
        {
            self.types.insert(rename.rename.to_string());
        }
        visit::visit_use_tree(self, tree);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        if self.is_of_type(&item.ty) {
            self.types.insert(item.ident.to_string());
        }
    }

    fn visit_pat_type(&mut self, pat: &'ast syn::PatType) {
        if let Pat::Ident(name) = &*pat.pat
            && self.is_of_type(&pat.ty)
        {
            self.names.insert(name.ident.to_string());
        }
        visit::visit_pat_type(self, pat);
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if let Some(name) = &field.ident
            && self.is_of_type(&field.ty)
        {
            self.names.insert(name.to_string());
        }
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        if self.is_of_type(&item.ty) {
            self.names.insert(item.ident.to_string());
        }
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        if self.is_of_type(&item.ty) {
            self.names.insert(item.ident.to_string());
        }
    }

    fn visit_signature(&mut self, signature: &'ast Signature) {
        if let ReturnType::Type(_, of) = &signature.output
            && self.is_of_type(of)
        {
            self.names.insert(signature.ident.to_string());
        }
        visit::visit_signature(self, signature);
    }
}

/// A place in a pattern where a game is named, or where any will do: the number in a tuple, if it is in one.
#[derive(Default)]
struct Places {
    games: BTreeSet<Option<usize>>,
    any: BTreeSet<Option<usize>>,
}

impl Places {
    fn of(&mut self, pat: &Pat, place: Option<usize>) {
        match pat {
            Pat::Or(or) => or.cases.iter().for_each(|case| self.of(case, place)),
            Pat::Paren(inner) => self.of(&inner.pat, place),
            Pat::Reference(inner) => self.of(&inner.pat, place),
            Pat::Tuple(tuple) if place.is_none() => {
                for (at, element) in tuple.elems.iter().enumerate() {
                    self.of(element, Some(at));
                }
                if tuple.elems.iter().any(|element| matches!(element, Pat::Rest(_))) {
                    self.any.extend((0..8).map(Some));
                }
            }
            Pat::Path(path)
                if path.path.segments.last().is_some_and(|last| is_variant(&last.ident.to_string())) =>
            {
                self.games.insert(place);
            }
            Pat::Ident(name) if is_variant(&name.ident.to_string()) => drop(self.games.insert(place)),
            Pat::Ident(name) => match &name.subpat {
                Some((_, inner)) => self.of(inner, place),
                None => drop(self.any.insert(place)),
            },
            Pat::Wild(_) => drop(self.any.insert(place)),
            // A game within something else: in an `Option`, say.
            Pat::TupleStruct(of) => of.elems.iter().for_each(|element| self.of(element, place)),
            _ => {}
        }
    }

    /// Whether some patterns name games where another takes any.
    fn clash(&self) -> bool {
        self.games.iter().any(|place| self.any.contains(place) || self.any.contains(&None))
    }
}

fn names_a_game(pat: &Pat) -> bool {
    let mut places = Places::default();
    places.of(pat, None);
    !places.games.is_empty()
}

fn is_number_or_text(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(lit) => matches!(lit.lit, Lit::Int(_) | Lit::Byte(_) | Lit::Str(_) | Lit::ByteStr(_)),
        Expr::Paren(inner) => is_number_or_text(&inner.expr),
        Expr::Reference(inner) => is_number_or_text(&inner.expr),
        Expr::Cast(inner) => is_number_or_text(&inner.expr),
        _ => false,
    }
}

/// Looks for faults in one file.
struct Checker<'a> {
    known: &'a Known,
    /// Whether it is a list of games.
    listed: bool,
    /// Lines and what is wrong there.
    faults: BTreeSet<(usize, String)>,
}

impl Checker<'_> {
    fn fault(&mut self, at: &impl Spanned, what: impl Into<String>) {
        self.faults.insert((at.span().start().line, what.into()));
    }

    /// Whether a path names a game by an associated item of the type, a variant among them.
    fn is_certain(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(path) => {
                let names: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
                let of_type =
                    |at: usize| names.get(at).is_some_and(|of| self.known.is_type(of) || of == "Self");
                match names.last() {
                    Some(last) if is_variant(last) => true,
                    Some(last) => {
                        names.len() > 1 && of_type(names.len() - 2) && self.known.names.contains(last)
                    }
                    None => false,
                }
            }
            Expr::Paren(inner) => self.is_certain(&inner.expr),
            Expr::Reference(inner) => self.is_certain(&inner.expr),
            Expr::Cast(inner) => self.is_certain(&inner.expr),
            _ => false,
        }
    }

    /// Two expressions are compared.
    fn compared(&mut self, left: &Expr, right: &Expr) {
        for (one, other) in [(left, right), (right, left)] {
            if self.is_certain(one) && (self.known.is_game(other) || self.known.is_number_or_name(other)) {
                self.fault(one, "compares a game with a certain one");
            }
            if self.known.is_number_or_name(one)
                && !self.known.is_number_or_name(other)
                && is_number_or_text(other)
            {
                self.fault(one, "compares a game's number or name");
            }
        }
    }

    /// A game, or what stands for it, is matched with these patterns; some of them may be catch-alls that are not written.
    fn matched(&mut self, of: &Expr, pats: &[&Pat], partly: bool) {
        let mut places = Places::default();
        pats.iter().for_each(|pat| places.of(pat, None));
        if places.clash() || partly && !places.games.is_empty() {
            self.fault(of, "takes all other games for one");
        }
        let scrutinees: Vec<&Expr> = match of {
            Expr::Tuple(tuple) => tuple.elems.iter().collect(),
            of => vec![of],
        };
        if scrutinees.into_iter().any(|of| self.known.is_number_or_name(of)) {
            self.fault(of, "asks for a game's number or name");
        }
    }

    fn text(&mut self, at: Span, text: &str) {
        if !self.listed && is_name(text) {
            self.fault(&at, format!("names {text}"));
        }
    }

    fn name(&mut self, at: Span, name: &str) {
        if !self.listed && (is_variant(name) || is_module(name)) {
            self.fault(&at, format!("names {name}"));
        }
    }

    /// Names inside a macro's arguments.
    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(ident) => self.name(ident.span(), &ident.to_string()),
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    self.text(literal.span(), text.trim_start_matches('b').trim_matches('"'));
                }
                TokenTree::Punct(_) => {}
            }
        }
    }
}

/// The arguments of `matches!`.
fn arguments_of_matches(input: ParseStream) -> syn::Result<(Expr, Pat)> {
    let of = input.parse()?;
    input.parse::<Token![,]>()?;
    let pat = Pat::parse_multi_with_leading_vert(input)?;
    input.parse::<TokenStream>()?;
    Ok((of, pat))
}

impl<'ast> Visit<'ast> for Checker<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(attributes_of(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    /// Documentation may name games, but not what a macro is told.
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let syn::Meta::List(list) = &attribute.meta {
            self.tokens(list.tokens.clone());
        }
    }

    fn visit_ident(&mut self, ident: &'ast Ident) {
        self.name(ident.span(), &ident.to_string());
    }

    fn visit_lit(&mut self, lit: &'ast Lit) {
        match lit {
            Lit::Str(text) => self.text(text.span(), &text.value()),
            Lit::ByteStr(text) => self.text(text.span(), &String::from_utf8_lossy(&text.value())),
            _ => {}
        }
    }

    fn visit_use_tree(&mut self, tree: &'ast UseTree) {
        if let UseTree::Path(path) = tree
            && self.known.is_type(&path.ident.to_string())
        {
            self.fault(tree, "imports games by themselves");
        }
        visit::visit_use_tree(self, tree);
    }

    fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
        use BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
        if matches!(binary.op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_)) {
            self.compared(&binary.left, &binary.right);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_match(&mut self, of: &'ast ExprMatch) {
        let pats: Vec<&Pat> = of.arms.iter().map(|arm| &arm.pat).collect();
        self.matched(&of.expr, &pats, false);
        visit::visit_expr_match(self, of);
    }

    fn visit_expr_let(&mut self, of: &'ast ExprLet) {
        self.matched(&of.expr, &[&of.pat], true);
        visit::visit_expr_let(self, of);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if local.init.as_ref().is_some_and(|init| init.diverge.is_some()) && names_a_game(&local.pat) {
            self.fault(local, "takes all other games for one");
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_index(&mut self, index: &'ast ExprIndex) {
        if !self.listed && self.known.is_game(&index.expr) && is_number_or_text(&index.index) {
            self.fault(index, "takes a game by its number");
        }
        visit::visit_expr_index(self, index);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if !self.listed && self.known.is_game(&call.func) && call.args.iter().any(is_number_or_text) {
            self.fault(call, "takes a game by its number or name");
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let of_game = self.known.is_number_or_name(&call.receiver) || self.known.is_game(&call.receiver);
        if of_game && call.args.iter().any(|arg| is_number_or_text(arg) || self.is_certain(arg)) {
            self.fault(call, "compares a game with a certain one");
        }
        visit::visit_expr_method_call(self, call);
    }

    /// Macros take anything; in ours it is expressions.
    fn visit_macro(&mut self, used: &'ast Macro) {
        self.tokens(used.tokens.clone());
        let last = used.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if last == "matches"
            && let Ok((of, pat)) = arguments_of_matches.parse2(used.tokens.clone())
        {
            self.matched(&of, &[&pat], true);
            self.visit_expr(&of);
            return;
        }
        let arguments = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(used.tokens.clone());
        let arguments: Vec<Expr> = arguments.map(|all| all.into_iter().collect()).unwrap_or_default();
        if let ([left, right, ..], true) = (&arguments[..], last.contains("_eq") || last.contains("_ne")) {
            self.compared(left, right);
        }
        for argument in &arguments {
            // Not `visit_expr`, as what it borrows does not live long enough.
            let mut inner = Checker { known: self.known, listed: self.listed, faults: BTreeSet::new() };
            inner.visit_expr(argument);
            self.faults.append(&mut inner.faults);
        }
    }
}

fn attributes_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        syn::Meta::Path(path) => path.is_ident("test"),
        _ => false,
    })
}

/// The modules without a body that only tests have, as the beginnings of their files' paths.
fn test_modules(name: &str, file: &File) -> Vec<String> {
    let stem = name.trim_end_matches(".rs");
    let (folder, own) = stem.rsplit_once('/').unwrap_or(("", stem));
    let folder = if ["mod", "lib", "main"].contains(&own) { folder } else { stem };
    let modules = file.items.iter().filter_map(|item| match item {
        Item::Mod(item) if item.content.is_none() && is_test(&item.attrs) => Some(item.ident.to_string()),
        _ => None,
    });
    modules.flat_map(|module| [format!("{folder}/{module}.rs"), format!("{folder}/{module}/")]).collect()
}

fn parse(name: &str, text: &str) -> File {
    syn::parse_file(text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn faults_of(known: &Known, listed: bool, file: &File) -> BTreeSet<(usize, String)> {
    let mut checker = Checker { known, listed, faults: BTreeSet::new() };
    checker.visit_file(file);
    checker.faults
}

/// What is different about a game stands in its descriptors, so that a new one is added in a few places:
/// docs/ADD-A-GAME.md.
#[test]
fn games_differ_in_their_descriptors_only() {
    let of_crates = CRATES.map(|name| format!("{name}/"));
    let sources: Vec<(String, File)> = super::sources()
        .into_iter()
        .filter(|(name, _)| of_crates.iter().any(|folder| name.starts_with(folder)))
        .filter(|(name, _)| name.contains("/src/") || name.contains("/examples/"))
        .map(|(name, text)| (name.clone(), parse(&name, &text)))
        .collect();
    let tests: Vec<String> = sources.iter().flat_map(|(name, file)| test_modules(name, file)).collect();
    let mut known = Known::default();
    // Twice, as a name for the type may come after its use.
    sources.iter().chain(&sources).for_each(|(_, file)| known.visit_file(file));
    assert!(known.names.contains("game") && known.names.contains("selected"), "{:?}", known.names);
    let mut faults = Vec::new();
    for (name, file) in sources.iter().filter(|(name, _)| !tests.iter().any(|of| name.starts_with(of))) {
        let listed = LISTS.iter().any(|list| name.starts_with(list));
        let found = faults_of(&known, listed, file).into_iter();
        faults.extend(found.map(|(line, what)| format!("{name}:{line} {what}")));
    }
    super::none(faults);
}

#[test]
fn the_lists_of_games_exist() {
    for list in LISTS {
        assert!(super::root().join(list).exists(), "{list}");
    }
}

#[test]
fn every_question_is_found_and_nothing_else() {
    let faults = |code: &str, listed| {
        let file = parse(code, code);
        let mut known = Known::default();
        known.visit_file(&file);
        known.visit_file(&file);
        faults_of(&known, listed, &file)
    };
    let mut wrong = Vec::new();
    for (listed, bad, good) in [(false, &ASKING[..], &PLAIN[..]), (true, &CATCHING[..], &LISTING[..])] {
        wrong.extend(
            bad.iter().filter(|code| faults(code, listed).is_empty()).map(|code| format!("passes: {code}")),
        );
        let found = good.iter().map(|code| (code, faults(code, listed)));
        wrong.extend(
            found.filter(|(_, found)| !found.is_empty()).map(|(code, found)| format!("{found:?}: {code}")),
        );
    }
    super::none(wrong);
}
