//! All passes in the order they run, and what they pass to each other.
//!
//! A program takes four forms: the module in typed SSA ([`SSA`]), functions at byte level ([`BYTES`]), their code ([`ROUND`],
//! [`ENDS`]), and the whole program with start-up code and runtime. [`Pass`] says what each pass does; [`Trace`] dumps the program
//! after a pass.

use crate::ir::{Module, Symbol, verify};
use crate::llvm;
use crate::lower::byteify::byteify;
use crate::lower::lir::Func;
use crate::lower::liveness::Liveness;
use crate::lower::profiled::{Counters, Known, shared_out};
use crate::lower::{carries, conditions, defer, hoist, phis, print, sink, tidy};
use crate::mos::allocate::{Allocation, Unit, allocate};
use crate::mos::code::{Chunk, Label, Line, Program, Section};
use crate::mos::globals::Globals;
use crate::mos::homes::Without;
use crate::mos::image::Image;
use crate::mos::improve::{
    self, Code, Facts, Flow, accumulate, bounds, bypass, dead, decided, early, exchange, joins, neighbours,
    order, retarget, spare, steps, values,
};
use crate::mos::labels::Labels;
use crate::mos::places::Places;
use crate::mos::stack::Below;
use crate::mos::units::{self, Shared};
use crate::mos::{
    self, apart, arrange, branches, cluster, compact, handlers, homes, outline, peephole, runtime, stack,
    startup, worth, zero_page_check,
};
use crate::mos::{returned, tails};
use crate::opt::callgraph::CallGraph;
use crate::opt::range::Ranges;
use crate::opt::{
    builtins, bytecounts, compares, countdown, halves, intrinsics, phis as ssa_phis, pointers, reach,
    remainder, separate, split, vectors, widths,
};
use crate::trace::Trace;
use crate::{Error, Options, Pass, Passes, Profiled};
use std::collections::{BTreeMap, BTreeSet};

/// A pass over the module.
enum OverModule {
    /// A pass that cannot fail.
    Plain(fn(&mut Module)),
    /// A pass that may reject the program.
    Checked(fn(&mut Module, &Options) -> Result<(), Error>),
}
use OverModule::{Checked, Plain};

/// The passes over the module in typed SSA.
const SSA: [(Pass, OverModule); 16] = [
    (Pass::Halves, Checked(|module, _| halves::halves(module))),
    (Pass::Intrinsics, Plain(intrinsics::intrinsics)),
    (Pass::Widths, Checked(|module, _| widths::widths(module))),
    (Pass::Builtins, Checked(|module, options| builtins::link(module, options.builtins.as_deref()))),
    (Pass::Reach, Checked(|module, options| reach::reach(module, &options.externs))),
    (Pass::Vectors, Checked(|module, _| vectors::check(module))),
    (Pass::Separate, Checked(|module, _| separate::separate(module))),
    (Pass::ConstantArguments, Plain(pointers::constant_arguments)),
    // Symbols that were only mentioned by an unread argument.
    (Pass::Reach, Checked(|module, options| reach::reach(module, &options.externs))),
    (Pass::SinglePhis, Plain(ssa_phis::single_phis)),
    (Pass::IndexedPhis, Plain(ssa_phis::indexed_phis)),
    (Pass::ByteCounts, Plain(bytecounts::byte_counts)),
    (Pass::CountDown, Plain(countdown::count_down)),
    (Pass::Remainders, Plain(remainder::remainders)),
    (Pass::Compares, Plain(compares::compares)),
    (Pass::Split, Plain(split::split)),
];

/// A pass over functions at byte level.
enum OverBytes {
    /// A pass that works on each function separately.
    Each(fn(&mut Func)),
    /// A pass that needs all functions.
    Together(fn(&Module, &mut [Func])),
}
use OverBytes::{Each, Together};

/// The passes over functions at byte level.
const BYTES: [(Pass, OverBytes); 14] = [
    (Pass::DeadBytes, Each(tidy::remove_dead)),
    (Pass::NarrowProducts, Each(tidy::narrow_products)),
    (Pass::DeadBytes, Each(tidy::remove_dead)),
    (Pass::DeferStores, Together(defer::defer_stores)),
    (Pass::FoldLoads, Each(tidy::fold_loads)),
    (Pass::Bump, Each(tidy::bump)),
    (Pass::BumpWide, Each(tidy::bump_wide)),
    (Pass::DeadBytes, Each(tidy::remove_dead)),
    (Pass::HighFirst, Each(tidy::store_high_first)),
    (Pass::AskApart, Each(conditions::ask_apart)),
    (Pass::Sink, Each(sink::sink)),
    (Pass::Hoist, Each(hoist::hoist)),
    (Pass::LeaveSsa, Each(phis::leave_ssa)),
    (Pass::Carries, Each(carries::carries)),
];

/// A pass over a function's code as a graph. Returns whether it may have exposed work for other passes.
type OverCode = fn(&mut Flow, &Facts<'_>) -> bool;

/// The passes over a function's code that run in rounds, because one exposes work for the next.
const ROUND: [(Pass, OverCode); 14] = [
    (Pass::Thread, improve::thread),
    (Pass::Values, values::forward),
    (Pass::RepeatedLoads, dead::repeated_loads),
    (Pass::Tests, dead::tests),
    (Pass::Flags, dead::flags),
    (Pass::Dead, dead::remove),
    (Pass::Spare, spare::run),
    (Pass::Steps, steps::run),
    (Pass::Bypass, bypass::run),
    (Pass::Exchange, exchange::run),
    (Pass::SinkStores, dead::sink_stores),
    (Pass::Joins, joins::run_all),
    (Pass::Decided, decided::run),
    (Pass::Retarget, retarget::run),
];

/// The maximum number of rounds.
const ROUNDS: usize = 4;

/// Sets of passes that save cycles and often bytes, but sometimes cost bytes. Functions compiled for size are also improved without
/// each of these sets, and the best result is kept.
const MAY_LENGTHEN: [&[Pass]; 4] = [&[], &[Pass::Joins], &[Pass::Decided], &[Pass::Joins, Pass::Decided]];

/// The passes after the rounds, which then run once more, because copied block ends let values be known further; and the passes
/// after these.
const ENDS: [&[(Pass, OverCode)]; 2] = [
    &[
        (Pass::Thread, improve::thread),
        (Pass::Accumulate, accumulate::run),
        (Pass::CopyEnds, improve::copy_ends),
    ],
    // Other passes might use a register better than `early` does; what `bounds` drops lets them infer the carry.
    &[
        (Pass::Thread, improve::thread),
        (Pass::Early, early::run),
        (Pass::Dead, dead::remove),
        (Pass::Bounds, bounds::run),
        (Pass::Neighbours, neighbours::run),
    ],
];

/// Runs everything from the parsed module to the image.
pub(crate) fn run(mut module: Module, options: &Options, trace: &mut Trace) -> Result<Image, Error> {
    options.memory.check().map_err(|what| Error::Memory { what })?;
    ssa(&mut module, options, trace)?;
    let graph = CallGraph::new(&module);
    let known = options.profile.as_deref().map(|profile| Known::new(&module, profile));
    let funcs = bytes(&module, &graph, known.as_ref(), options, trace)?;
    let counted = options.count.map(|share| shared_out(&funcs, share)).unwrap_or_default();
    let mut program = code(&module, &graph, &funcs, &counted, options, trace)?;
    let mark = |symbol, origin| program.marks.get(&(symbol, origin)).copied();
    program.counters = Counters::new(&module, &funcs, &counted, mark);
    let mut image = Image::new(&program)?;
    image.profiled =
        known.map(|known| Profiled { functions: module.functions.len(), known: known.functions });
    trace.add(Pass::Encode, || image.listing.clone());
    Ok(image)
}

/// Compiles `main` for size if all other functions are: rustc generates it and does not record its optimisation level.
fn optimise_main_as_the_others(module: &mut Module) {
    let Some(main) = module.symbol("main") else { return };
    let mut others = module.functions.iter().filter(|function| function.symbol != main).peekable();
    if others.peek().is_some() && others.all(|function| function.small) {
        module
            .functions
            .iter_mut()
            .filter(|function| function.symbol == main)
            .for_each(|main| main.small = true);
    }
}

/// Runs the passes over typed SSA.
pub(crate) fn ssa(module: &mut Module, options: &Options, trace: &mut Trace) -> Result<(), Error> {
    module.exact_signatures = options.exact_signatures;
    optimise_main_as_the_others(module);
    trace.add(Pass::Read, || llvm::print(module));
    for (pass, run) in SSA {
        match run {
            _ if !options.passes.has(pass) => {}
            Plain(run) => run(module),
            Checked(run) => run(module, options)?,
        }
        if options.verify {
            check(pass, module);
        }
        trace.add(pass, || llvm::print(module));
    }
    Ok(())
}

/// Lowers typed SSA to byte level.
fn bytes(
    module: &Module,
    graph: &CallGraph,
    known: Option<&Known<'_>>,
    options: &Options,
    trace: &mut Trace,
) -> Result<Vec<Func>, Error> {
    let mut funcs = Vec::new();
    for (index, function) in module.functions.iter().enumerate() {
        let ranges = match options.passes.has(Pass::Ranges) {
            true => Ranges::new(function),
            false => Ranges::unknown(function),
        };
        trace.add(Pass::Ranges, || ranges.text(module, function));
        let mut func = byteify(module, function, &ranges, graph.reentered(function.symbol))?;
        if let Some(known) = known {
            known.note(index, &mut func);
        }
        trace.add(Pass::Byteify, || print::function(module, &func, ""));
        funcs.push(func);
    }
    for (i, (pass, run)) in BYTES.into_iter().enumerate() {
        match run {
            _ if !options.passes.has(pass) => {}
            Each(run) => funcs.iter_mut().for_each(run),
            Together(run) => run(module, &mut funcs),
        }
        for func in &funcs {
            trace.add(pass, || print::function(module, func, &which_run(&BYTES, i)));
        }
    }
    Ok(funcs)
}

/// Returns which run of its pass an entry of a list is, as a remark, if the list has that pass more than once.
fn which_run<R>(list: &[(Pass, R)], entry: usize) -> String {
    let runs = |list: &[(Pass, R)], of: Pass| list.iter().filter(|(pass, _)| *pass == of).count();
    let pass = list[entry].0;
    match runs(list, pass) {
        1 => String::new(),
        _ => format!(", run {}", runs(&list[..=entry], pass)),
    }
}

/// Lowers byte level to the program.
fn code(
    module: &Module,
    graph: &CallGraph,
    funcs: &[Func],
    counted: &BTreeSet<Symbol>,
    options: &Options,
    trace: &mut Trace,
) -> Result<Program, Error> {
    let mut program = Program { memory: options.memory.clone(), ..Program::default() };
    let live: Vec<Liveness> = funcs.iter().map(Liveness::new).collect();
    let labels = Labels::new(module, graph, funcs, &live, &options.externs, &mut program)?;
    let globals = Globals::new(module, &labels.symbols, &labels.entries)?;
    let reserved = globals.zero_page(&mut program)?;
    let homes = homes::Input::new(module, graph, funcs, &live, &labels, counted);
    let (mut units, allocation) = assign(&homes, &globals, &reserved, options, &mut program, trace)?;
    if options.verify {
        let faults = zero_page_check::check(&units, graph, &allocation, &options.memory);
        assert!(faults.is_empty(), "allocation: {}: {}", module.name, faults.join("; "));
    }
    let places = Places::new(&units, &labels, &allocation, &mut program);
    for unit in &mut units {
        places.put(unit.func.symbol, &mut unit.code.items);
        trace.add(Pass::Allocate, || {
            mos::print::unit(&mos::print::name(&program, &labels, unit), &program, unit)
        });
    }
    let shared = Shared::new(&units, &labels, &globals, &program);
    let mut own = places.own();
    let take = |unit: &mut Unit| {
        let own = own.remove(&unit.func.symbol).unwrap_or_default();
        let facts = shared.facts(unit, own, places.passed(&labels, unit));
        let code = units::take_code(unit, options.packed);
        Selected { name: mos::print::name(&program, &labels, unit), code, small: unit.func.small, facts }
    };
    let selected: Vec<Selected<'_>> = units.iter_mut().map(take).collect();
    let made = apart::code(&selected, &mut program, |function, program| {
        let mut trace = trace.apart();
        (shortest(function, options.passes, program, &mut trace), trace)
    });
    let functions = made.into_iter().zip(&units).map(|((lines, apart), unit)| {
        trace.join(apart);
        outline::Function { lines, calls: unit.calls, small: unit.func.small }
    });
    let functions: Vec<outline::Function> = functions.collect();
    let fast = compact::fast(&functions, &labels.names, options.profile.is_some());
    let (chunks, often) = together(functions, &units, &labels, options, &mut program, trace);
    let code = 0..chunks.len();
    program.chunks = chunks;
    program.usage = units::usage(&units, &allocation, graph, &labels);
    program.chunks.extend(units.iter().flat_map(|unit| places.lists(unit)));
    program.chunks.extend(units::passed_in_memory(&units, &labels, &places, &options.memory));
    program.chunks.extend(globals.chunks(&allocation));
    program.chunks.extend(places.memory(&units));
    units::assembly(module, &labels, &mut program)?;

    let below = Below::new(&program, labels.names[stack::LIMIT], handlers::recurse(graph), options);
    let has_handlers = !graph.contexts.handlers.is_empty();
    let copies = startup::add(&mut program, &labels.names, has_handlers, below.is_limited())?;
    trace.add(Pass::Startup, || mos::print::whole(&program));
    runtime::link(&mut program, &labels.names, |label| fast.contains(&label))?;
    trace.add(Pass::Runtime, || mos::print::whole(&program));
    let stacked = units::stacked(&units, graph, &labels);
    stack::add(&mut program, &stacked, &labels.names, below)?;
    trace.add(Pass::Stack, || mos::print::whole(&program));
    let input = handlers::Input {
        module,
        graph,
        units: &units,
        allocation: &allocation,
        symbols: &labels.symbols,
        names: &labels.names,
        frames: places.frames,
        handler_stack: options.handler_stack,
    };
    handlers::wrap(&mut program, &input)?;
    let contents = program.chunks.iter().any(|chunk| chunk.section == Section::Data);
    assert!(copies || !contents, "{}: nothing copies the first contents of variables", module.name);
    trace.add(Pass::Handlers, || mos::print::whole(&program));
    if options.packed && options.passes.has(Pass::Cluster) {
        cluster::run(&mut program, code.clone());
    }
    trace.add(Pass::Cluster, || mos::print::whole(&program));
    if options.passes.has(Pass::Arrange) {
        arrange::run(&mut program, code, &often, options.packed);
    }
    trace.add(Pass::Arrange, || mos::print::whole(&program));
    Ok(program)
}

/// Selects instructions and allocates homes, in rounds: each round avoids what had no room in the earlier ones.
fn assign(
    homes: &homes::Input<'_>,
    globals: &Globals<'_>,
    reserved: &BTreeSet<u16>,
    options: &Options,
    program: &mut Program,
    trace: &mut Trace,
) -> Result<(Vec<Unit>, Allocation), Error> {
    let before = program.clone();
    let mut without = Without::default();
    let mut round = 1;
    loop {
        let units = homes::select_all(homes, &without, program)?;
        for unit in &units {
            let heading = || format!("{}, round {round}", mos::print::name(program, homes.labels, unit));
            trace.add(Pass::Select, || mos::print::unit(&heading(), program, unit));
        }
        let wanted = match options.passes.has(Pass::Variables) {
            true => globals.wanted(&units),
            false => Vec::new(),
        };
        let counted = options.profile.is_some();
        let allocation = allocate(&units, homes.graph, &options.memory, reserved, &wanted, counted);
        let heading = format!("variables, round {round}");
        trace.add(Pass::Variables, || mos::print::variables(&heading, program, &wanted, &allocation));
        if !without.learn(&units, &allocation) {
            return Ok((units, allocation));
        }
        program.clone_from(&before);
        round += 1;
    }
}

/// The selected code of a function.
struct Selected<'a> {
    name: String,
    code: Code,
    /// Whether it is compiled for size.
    small: bool,
    facts: Facts<'a>,
}

/// Improves the code of one function in each of the ways worth trying, and returns the result with the best cost.
fn shortest(function: &Selected<'_>, passes: Passes, program: &mut Program, trace: &mut Trace) -> Vec<Line> {
    let &Selected { ref name, ref code, small, ref facts } = function;
    let idle = code.idle;
    // Counts say what extra cycles cost; estimates do not.
    let ways = if small && (idle || !code.counted) { &MAY_LENGTHEN[..] } else { &MAY_LENGTHEN[..1] };
    // The passes that each way tried so far has left out, and the passes that changed something in it.
    let mut known: Vec<(&[Pass], BTreeSet<Pass>)> = Vec::new();
    let tried = ways.iter().filter_map(|left_out| {
        // Leaving out a pass that changes nothing is not a different way.
        let is_known = |(less, changed): &(&[Pass], BTreeSet<Pass>)| {
            let more = left_out.iter().filter(|pass| !less.contains(pass));
            less.iter().all(|pass| left_out.contains(pass))
                && more.clone().all(|pass| !changed.contains(pass))
        };
        if known.iter().any(is_known) {
            return None;
        }
        let passes = left_out.iter().fold(passes, |passes, pass| passes.without(*pass));
        let mut trace = trace.apart();
        let (mut lines, changed) = improve(name, code.clone(), facts, passes, program, &mut trace);
        known.push((left_out, changed));
        // Code for speed gains nothing from it, and may lose a cycle if a branch then crosses a page.
        if passes.has(Pass::Tails) && small {
            tails::run(&mut lines, program);
        }
        trace.add(Pass::Tails, || mos::print::lines(name, program, &lines));
        Some((worth::cost(&lines, program, idle), lines, trace))
    });
    // The first of equal ones, which is the one with more passes.
    let (_, lines, of_best) = tried.min_by_key(|tried| tried.0).expect("one way at least");
    trace.join(of_best);
    lines
}

/// Runs the passes over one function's code, and returns those that changed its blocks. Functions whose control flow cannot be
/// reconstructed are left unchanged.
pub(crate) fn improve(
    name: &str,
    code: Code,
    facts: &Facts<'_>,
    passes: Passes,
    program: &mut Program,
    trace: &mut Trace,
) -> (Vec<Line>, BTreeSet<Pass>) {
    let has = |pass| passes.has(pass);
    let mut effective = BTreeSet::new();
    let mut lines = match Flow::new(&code) {
        None => code.lines(),
        Some(mut flow) => {
            for (ends, when) in ENDS.into_iter().zip(["", " behind copied ends"]) {
                for round in 1..=ROUNDS {
                    let mut changed = false;
                    for (pass, run) in ROUND {
                        if has(pass) && run(&mut flow, facts) {
                            changed = true;
                            effective.insert(pass);
                        }
                        let heading = || format!("{name}, round {round}{when}");
                        trace.add(pass, || improve::text(&heading(), &flow, program));
                    }
                    if !changed {
                        break;
                    }
                }
                for &(pass, run) in ends {
                    if has(pass) && run(&mut flow, facts) {
                        effective.insert(pass);
                    }
                    let heading = || format!("{name}, behind the rounds{when}");
                    trace.add(pass, || improve::text(&heading(), &flow, program));
                }
            }
            let blocks = if has(Pass::Layout) { order::place(&flow, program) } else { flow.order() };
            order::emit(flow, &blocks, program)
        }
    };
    trace.add(Pass::Layout, || mos::print::lines(name, program, &lines));
    if has(Pass::Peephole) {
        peephole::run(&mut lines);
    }
    trace.add(Pass::Peephole, || mos::print::lines(&format!("{name}, run 1"), program, &lines));
    (lines, effective)
}

/// Runs the passes over the code of all functions together. Returns it as chunks, with how often each branch of a function runs.
fn together(
    mut functions: Vec<outline::Function>,
    units: &[Unit],
    labels: &Labels,
    options: &Options,
    program: &mut Program,
    trace: &mut Trace,
) -> (Vec<Chunk>, BTreeMap<Label, Vec<u64>>) {
    let has = |pass| options.passes.has(pass);
    let names: Vec<String> = units.iter().map(|unit| mos::print::name(program, labels, unit)).collect();
    if has(Pass::Returned) {
        let entries: Vec<_> = units.iter().map(|unit| labels.symbols[&unit.func.symbol]).collect();
        returned::run(&mut functions, &entries);
    }
    for (name, function) in names.iter().zip(&functions) {
        trace.add(Pass::Returned, || mos::print::lines(name, program, &function.lines));
    }
    let shared = match has(Pass::Outline) {
        true => {
            let (which, counted) = (options.outlining, options.profile.is_some());
            let saving = ["__push_homes", "__pop_homes"].map(|name| labels.runtime[name]);
            outline::run(&mut functions, program, which, counted, options.packed, &saving)
        }
        false => Vec::new(),
    };
    for (name, function) in names.iter().zip(&mut functions) {
        trace.add(Pass::Outline, || mos::print::lines(name, program, &function.lines));
        if has(Pass::Peephole) {
            peephole::run(&mut function.lines);
        }
        trace.add(Pass::Peephole, || mos::print::lines(&format!("{name}, run 2"), program, &function.lines));
        if has(Pass::Shorten) {
            branches::shorten(&mut function.lines, program);
        }
        trace.add(Pass::Shorten, || mos::print::lines(name, program, &function.lines));
    }
    let often = units.iter().zip(&functions);
    let often = often.map(|(unit, function)| (labels.symbols[&unit.func.symbol], arrange::often(function)));
    let often = often.collect();
    let chunks = units::code_chunks(functions, shared, units, labels);
    for chunk in &chunks[units.len()..] {
        trace.add(Pass::Outline, || mos::print::chunk(program, chunk));
    }
    (chunks, often)
}

/// Panics if a pass has left a malformed module, which is a bug in the pass.
fn check(pass: Pass, module: &Module) {
    if let Err(faults) = verify::verify(module) {
        panic!("{pass}: {}: {}", module.name, faults.join("; "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, dump};

    const PROGRAM: &str = "target datalayout = \"e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8\"\n\
        @t = internal global [9 x i8] zeroinitializer, align 1\n\
        define i8 @main(i8 %n) addrspace(1) {\n\
        %i = zext i8 %n to i16\n\
        %p = getelementptr inbounds i8, ptr @t, i16 %i\n\
        %x = load i8, ptr %p, align 1\n\
        ret i8 %x\n}\n";

    #[test]
    fn the_list_of_names_is_in_the_order_they_run() {
        let module = llvm::parse_program("test.ll", PROGRAM).unwrap();
        let mut trace = Trace::off();
        run(module, &Options::default(), &mut trace).unwrap();
        assert_eq!(trace.seen(), Pass::ALL);
    }

    #[test]
    fn main_is_for_size_if_all_other_functions_are() {
        let small = |others: &str| {
            let mut module = llvm::parse_program("test.ll", &format!("{PROGRAM}{others}")).unwrap();
            ssa(&mut module, &Options::default(), &mut Trace::off()).unwrap();
            module.functions[0].small
        };
        let [size, speed] =
            ["@f", "@g"].map(|name| format!("define void {name}() addrspace(1) {{\nret void\n}}\n"));
        let size = size.replace("addrspace(1)", "addrspace(1) optsize");
        assert_eq!(
            [String::new(), size.clone(), size + &speed].map(|others| small(&others)),
            [false, true, false]
        );
    }

    #[test]
    fn a_malformed_module_is_found_if_the_option_says_so() {
        let mut module = llvm::parse_program("test.ll", PROGRAM).unwrap();
        module.functions[0].ret = crate::ir::Type::Int(16);
        let run = |verify| {
            let (mut module, options) = (module.clone(), Options { verify, ..Options::default() });
            std::panic::catch_unwind(move || ssa(&mut module, &options, &mut Trace::off()))
        };
        let words = run(true).unwrap_err().downcast::<String>().unwrap();
        assert!(words.starts_with("halves: test.ll: "), "{words}");
        assert!(matches!(run(false), Ok(Ok(()))));
    }

    #[test]
    fn each_pass_shows_what_it_leaves() {
        let source = Source { name: "test.ll", text: PROGRAM };
        let texts = Pass::ALL.map(|pass| dump(&source, &Options::default(), pass).unwrap());
        let after = |pass: Pass| &texts[pass as usize];
        let named =
            |pass: &Pass| after(*pass).contains(if *pass == Pass::Variables { "t: " } else { "main" });
        assert!(Pass::ALL.iter().all(named), "{texts:?}");
        assert!(llvm::parse("again.ll", after(Pass::Remainders)).is_ok());
        assert_eq!(after(Pass::Ranges), "\n; main\n%i: 0 to 255\n");
        assert!(after(Pass::Byteify).contains("load [@t+0,r0]"), "{}", after(Pass::Byteify));
        assert!(after(Pass::Select).starts_with("\n; main, round 1\n"), "{}", after(Pass::Select));
        assert!(after(Pass::Select).contains("lda t,"), "{}", after(Pass::Select));
        assert_eq!(after(Pass::Variables), "\n; variables, round 1\nt: in memory; 9 bytes, weight 0\n");
        let runs = |pass: Pass| after(pass).matches("\n; main, run ").count();
        assert_eq!((runs(Pass::DeadBytes), runs(Pass::Bump), runs(Pass::Peephole)), (3, 0, 2));
        assert!(after(Pass::Decided).starts_with("\n; main, round 1\n"), "{}", after(Pass::Decided));
    }

    #[test]
    fn the_dump_of_the_variables_tells_where_they_went() {
        let text = "@count = internal global i8 0, align 1\n@table = internal global [99 x i8] zeroinitializer, align 1\n\
            define i8 @main() {\n%x = load i8, ptr @count, align 1\n%y = add i8 %x, 3\n\
            store i8 %y, ptr @count, align 1\nstore i8 %y, ptr @table, align 1\nret i8 %y\n}\n";
        let after = dump(&Source { name: "test.ll", text }, &Options::default(), Pass::Variables).unwrap();
        assert_eq!(after, "\n; variables, round 1\ncount: at $26; 1 bytes, weight 2\n");
    }
}
