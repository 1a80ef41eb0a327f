//! Programs with handlers, and their runs with interrupts at given cycles.

use compiler::{Image, Options, Source};
use machine::{Config, Line, Machine, Registers, Stop};

/// What main program and handlers do alike; `@work` does all of it.
pub const WORKLOAD: &str = include_str!("workload.ll");

/// The number that handlers work with.
pub const HANDLERS_NUMBER: u16 = 0x4321;

/// The mark register as an operand in LLVM text.
const MARK: &str = "inttoptr (i16 -10242 to ptr)";

/// Cycles that no run of these programs takes.
const LIMIT: u64 = 5_000_000;

/// How a program installs its handlers.
#[derive(Clone, Copy)]
pub struct Setup {
    /// The calling convention and the vectors of `@irq`, and of `@nmi`.
    pub handlers: [(&'static str, &'static [u16]); 2],
    /// Assembly before the vectors are set.
    pub before: &'static str,
    /// Assembly behind the last mark.
    pub after: &'static str,
    /// Where the counters lie.
    pub section: &'static str,
}

const KERNAL: &str = "avr_signalcc";
const HARDWARE: &str = "avr_intrcc";

/// By the KERNAL's vector, no NMI.
pub const IRQ: Setup =
    Setup { handlers: [(KERNAL, &[0x314]), (HARDWARE, &[])], before: "sei", after: "", section: "" };
/// By the KERNAL's vector for NMIs, no IRQ.
pub const NMI: Setup = Setup { handlers: [(KERNAL, &[]), (HARDWARE, &[0x318])], ..IRQ };
/// By the KERNAL's vectors.
pub const BOTH: Setup = Setup { handlers: [(KERNAL, &[0x314]), (HARDWARE, &[0x318])], ..IRQ };
/// By the processor's vectors, the KERNAL banked out.
pub const HARDWARE_VECTORS: Setup = Setup {
    handlers: [(HARDWARE, &[0xfffe]), (HARDWARE, &[0xfffa])],
    before: "sei\nlda #$35\nsta $01",
    after: "sei\nlda #$36\nsta $01",
    section: "",
};
/// By the KERNAL's vectors in a program with variables under the KERNAL.
pub const HIGH: Setup = Setup { section: ", section \".high\"", ..BOTH };

impl Setup {
    /// The program that marks the work on these numbers.
    pub fn text(&self, numbers: &[u16]) -> String {
        let mut text = String::from(WORKLOAD);
        text += &format!("@count = global i8 0{}, align 1\n", self.section);
        text += &format!("@result = global i16 0{}, align 1\n", self.section);
        let mut stores = String::new();
        for (name, (convention, vectors)) in ["irq", "nmi"].into_iter().zip(self.handlers) {
            text += &handler(name, convention, "");
            for vector in vectors {
                stores += &format!(
                    "  store volatile ptr @{name}, ptr inttoptr (i16 {} to ptr), align 1\n",
                    *vector as i16
                );
            }
        }
        text += &format!("define void @main() {{\n{}{stores}{}{}", asm(self.before), mark("1"), asm("cli"));
        for (i, number) in numbers.iter().enumerate() {
            text += &format!("  %r{i} = call i16 @work(i16 {})\n", *number as i16);
            text += &format!("  %l{i} = trunc i16 %r{i} to i8\n  %s{i} = lshr i16 %r{i}, 8\n");
            text += &format!("  %h{i} = trunc i16 %s{i} to i8\n");
            text += &(mark(&format!("%l{i}")) + &mark(&format!("%h{i}")));
        }
        text + &asm(self.after) + "  ret void\n}\n"
    }
}

/// A handler that counts and works, and what else it does first.
pub fn handler(name: &str, convention: &str, first: &str) -> String {
    format!(
        "define {convention} void @{name}() {{\n{first}  %n = load volatile i8, ptr @count, align 1\n  \
         %m = add i8 %n, 1\n  store volatile i8 %m, ptr @count, align 1\n  \
         %r = call i16 @work(i16 {HANDLERS_NUMBER})\n  store volatile i16 %r, ptr @result, align 1\n  ret void\n}}\n"
    )
}

/// A statement of assembly.
pub fn asm(text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!(
            "  call void asm sideeffect \"{}\", \"\"()\n",
            text.replace('\n', "\\0A").replace('$', "$$")
        ),
    }
}

/// A mark.
pub fn mark(value: &str) -> String {
    format!("  store volatile i8 {value}, ptr {MARK}, align 1\n")
}

/// A program compiled.
pub struct Program {
    image: Image,
}

/// What a run came to.
pub struct Run {
    /// The bytes marked, and the cycles at which.
    pub marks: Vec<u8>,
    pub cycles: Vec<u64>,
    /// How often handlers ran, and the last one's result.
    pub count: u8,
    pub result: u16,
    /// The machine as it is left.
    pub machine: Machine,
}

impl Program {
    /// Compiles it.
    pub fn new(text: &str) -> Program {
        Program::with(text, Options::default())
    }

    /// Compiles it with these options.
    pub fn with(text: &str, options: Options) -> Program {
        let source = Source { name: "test.ll", text };
        Program { image: compiler::compile(&source, &options).unwrap_or_else(|e| panic!("{e}")) }
    }

    /// The compiled program.
    pub fn image(&self) -> &Image {
        &self.image
    }

    /// A machine with the program in it.
    pub fn machine(&self) -> Machine {
        let mut machine = Machine::new(Config { cycle_limit: LIMIT, interrupts: false, ..Config::default() });
        machine.load_prg(&self.image.prg).expect("the program fits");
        machine
    }

    /// The address of a variable.
    pub fn address(&self, name: &str) -> u16 {
        *self.image.symbols.get(name).unwrap_or_else(|| panic!("no {name}"))
    }

    /// Runs it to its end with these interrupts.
    pub fn run(&self, interrupts: &[(u64, Line)]) -> Run {
        let mut machine = self.machine();
        for (cycle, line) in interrupts {
            machine.interrupt_at(*cycle, *line);
        }
        match machine.start_basic_program() {
            Ok(Stop::Returned) => {}
            Ok(stop) => panic!("{interrupts:?}: {stop:?}"),
            Err(error) => panic!("{interrupts:?}: {error}\n{}", self.image.listing),
        }
        let ram = |name: &str, i: u16| machine.ram(0..0x10000)[usize::from(self.address(name) + i)];
        Run {
            marks: machine.marks().iter().map(|m| m.value).collect(),
            cycles: machine.marks().iter().map(|m| m.cycle).collect(),
            count: ram("count", 0),
            result: u16::from_le_bytes([ram("result", 0), ram("result", 1)]),
            machine,
        }
    }

    /// Has a machine begin with the program when it runs.
    pub fn start(&self, machine: &mut Machine) {
        machine.set_registers(Registers { pc: self.image.entry, a: 0, x: 0, y: 0, sp: 0xf4, p: 0x20 });
    }

    /// The cycles at which instructions begin between the first mark and the last.
    pub fn boundaries(&self) -> Vec<u64> {
        self.boundaries_until(*self.run(&[]).cycles.last().expect("a mark"))
    }

    /// The cycles at which instructions begin between the first mark and this cycle.
    pub fn boundaries_until(&self, last: u64) -> Vec<u64> {
        let mut machine = self.machine();
        let mut cycles = Vec::new();
        self.start(&mut machine);
        while machine.cycles() < last {
            if !machine.marks().is_empty() {
                cycles.push(machine.cycles());
            }
            machine.run_for(1).expect("it ran before");
        }
        cycles
    }
}

/// What `@work` gives for the handlers' number, on the machine.
pub fn handlers_result() -> u16 {
    let run = Program::new(&IRQ.text(&[HANDLERS_NUMBER])).run(&[]);
    u16::from_le_bytes([run.marks[1], run.marks[2]])
}
