//! Every optimisation pass can be left out, and so can all of them together, without changing a result.

use std::collections::BTreeSet;

use compiler::{Options, Pass, Passes, Source};
use fuzz::modules::{check, generate, variants};
use fuzz::run::Outcome;

/// Modules that are compiled in all ways.
const MODULES: u64 = 5;

/// Modules in which every pass must find something to do.
const MANY: u64 = 200;

/// Seed of the first: others than those of the test of all passes.
const SEED: u64 = 1000;

/// What the generator does not make: a branch on a result whose flags the called function leaves, a variable too large for the zero
/// page of which the addresses of no part go elsewhere, a branch on two comparisons that were made before a loop, and a loop that
/// counts in 16 bits and shifts a byte.
const NOT_GENERATED: &str = "target datalayout = \"e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8\"\n\
    @a = internal global i8 0, align 1\n@n = internal global i8 0, align 1\n\
    @parts = internal global [300 x i8] zeroinitializer, align 1\n\
    define internal i8 @taken(i8 %x) unnamed_addr addrspace(1) noinline {\n\
    store i8 %x, ptr @n, align 1\n%v = load volatile i8, ptr @a, align 1\nret i8 %v\n}\n\
    define i8 @main(i8 %x) addrspace(1) {\n\
    store volatile i8 %x, ptr @parts, align 1\n\
    store volatile i8 %x, ptr getelementptr (i8, ptr @parts, i16 299), align 1\n\
    %v = call addrspace(1) i8 @taken(i8 %x)\n%z = icmp eq i8 %v, 0\nbr i1 %z, label %zero, label %end\n\
    zero:\nstore volatile i8 1, ptr @a, align 1\nbr label %end\n\
    end:\n%w = load volatile i8, ptr @a, align 1\n%b = icmp ult i8 %v, %w\n%n9 = icmp eq i8 %w, 9\n%c = or i1 %b, %n9\nbr label %loop\n\
    loop:\n%i = phi i8 [ %x, %end ], [ %m, %more ]\nstore volatile i8 %w, ptr @a, align 1\n\
    br i1 %c, label %done, label %more\n\
    more:\n%m = add i8 %i, 3\n%e = icmp eq i8 %m, %v\nbr i1 %e, label %done, label %loop\n\
    done:\n%wide = zext i8 %w to i16\n%times = mul i16 %wide, 300\nbr label %shift\n\
    shift:\n%s = phi i8 [ %w, %done ], [ %u, %shift ]\n%k = phi i16 [ %times, %done ], [ %l, %shift ]\n\
    %d = shl i8 %s, 1\n%r = xor i8 %d, 7\n%g = icmp slt i8 %s, 0\n%u = select i1 %g, i8 %r, i8 %d\n\
    %l = add i16 %k, -1\n%f = icmp eq i16 %l, 0\nbr i1 %f, label %last, label %shift\n\
    last:\nstore volatile i8 %u, ptr @a, align 1\nret i8 0\n}\n";

/// The ways: without each pass, and without any.
fn ways() -> Vec<Options> {
    let sets = Pass::optional().map(|pass| Passes::ALL.without(pass)).chain([Passes::NONE]);
    sets.flat_map(|passes| variants().map(|options| options.with(|options| options.passes = passes)))
        .collect()
}

#[test]
fn no_result_depends_on_a_pass() {
    let ways = ways();
    for seed in SEED..SEED + MODULES {
        let outcome = check(&generate(seed), &ways);
        assert!(
            !matches!(outcome, Outcome::Different(_)),
            "seed {seed}: {outcome:?}, of {} ways",
            ways.len()
        );
    }
}

#[test]
fn every_pass_does_something_to_some_module() {
    let mut idle: BTreeSet<Pass> = Pass::optional().collect();
    for text in
        [NOT_GENERATED.to_string()].into_iter().chain((SEED..SEED + MANY).map(|seed| generate(seed).text()))
    {
        if idle.is_empty() {
            break;
        }
        let image = |passes, packed| {
            let options = variants()[1].clone().with(|options| {
                options.passes = passes;
                options.packed = packed;
            });
            compiler::compile(&Source { name: "test.ll", text: &text }, &options).map(|image| image.prg)
        };
        for packed in [false, true] {
            let all = image(Passes::ALL, packed);
            idle.retain(|pass| image(Passes::ALL.without(*pass), packed) == all);
        }
    }
    assert!(idle.is_empty(), "{idle:?} change nothing");
}
