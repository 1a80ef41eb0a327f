//! The source of a crate, the same text for the host and for the C64.
//!
//! The host prints the results; the C64 stores them as marks.

use super::body::Passing;
use super::frame::{FRAME, GENERIC, HEAP};
use super::generate::{Crate, Function};
use super::types::Types;

impl Crate {
    /// Returns the source with drivers for these functions, which output results in this order.
    pub fn source(&self, shown: &[usize]) -> String {
        let heap = if self.heap { HEAP } else { "" };
        let shows = self.interrupts.source();
        let mut out = format!("{shows}{FRAME}{heap}{GENERIC}\n{}", self.types.source());
        for (n, own) in self.traits.iter().enumerate() {
            if own.functions.iter().all(|f| !self.functions[*f].is_gone()) {
                out += &own.source(n, &self.types);
            }
        }
        let table = &self.functions[..if self.table { 4 } else { 0 }];
        if let Some(first) = table.first() {
            let params: Vec<String> = first.signature.params.iter().map(|p| self.types.name(p.0)).collect();
            let names: Vec<&str> = table.iter().map(|f| f.signature.name.as_str()).collect();
            let result = self.types.name(first.signature.result);
            out += &format!(
                "static TABLE: [fn({}) -> {result}; {}] = [{}];\n",
                params.join(", "),
                names.len(),
                names.join(", ")
            );
        }
        for (n, function) in self.functions.iter().enumerate().filter(|f| !f.1.is_gone()) {
            out += &function.source(&self.types);
            if shown.contains(&n) {
                out += &function.driver(&self.types);
            }
        }
        out += "\n#[cfg(not(target_vendor = \"c64\"))]\nfn main() {\n";
        for n in shown {
            out += &format!("    t_{}();\n", self.functions[*n].signature.name);
        }
        out + "}\n"
    }
}

impl Function {
    fn source(&self, types: &Types) -> String {
        let own = &self.signature;
        let params: Vec<String> = own
            .params
            .iter()
            .enumerate()
            .map(|(i, (ty, passing))| {
                let name = if *passing == Passing::Value { format!("mut p{i}") } else { format!("p{i}") };
                format!("{name}: {}{}", passing.sign(), types.name(*ty))
            })
            .collect();
        let inline = if self.apart { "#[inline(never)]\n" } else { "" };
        let (params, result) = (params.join(", "), types.name(own.result));
        format!("\n{inline}fn {}({params}) -> {result} {}\n", own.name, self.body)
    }

    /// Returns the function that calls this one with each row of arguments and outputs its results and changes.
    fn driver(&self, types: &Types) -> String {
        let own = &self.signature;
        let (name, fields) = (&own.name, own.params.iter());
        let row: String = fields.clone().map(|p| format!("{}, ", types.name(p.0))).collect();
        let lets: String =
            (0..own.params.len()).map(|i| format!("        let mut a{i} = row.{i};\n")).collect();
        let args: Vec<String> =
            fields.clone().enumerate().map(|(i, (_, passing))| format!("{}a{i}", passing.sign())).collect();
        let shows: String = (fields.enumerate().filter(|(_, (_, passing))| *passing == Passing::Mutable))
            .map(|(i, (ty, _))| format!("        {}\n", types.show(*ty, &format!("a{i}"))))
            .collect();
        format!(
            "\nstatic A_{name}: [({row}); {}] = [{}];\n\n#[unsafe(no_mangle)]\npub extern \"C\" fn t_{name}() {{\n    \
             for row in rows(&A_{name}) {{\n{lets}        let r = {name}({});\n        {}\n{shows}    }}\n}}\n",
            self.rows.len(),
            self.rows.join(", "),
            args.join(", "),
            types.show(own.result, "r"),
        )
    }

    /// Returns the number of bytes that its driver outputs.
    pub fn shown(&self, types: &Types) -> usize {
        let own = &self.signature;
        let changed = own.params.iter().filter(|p| p.1 == Passing::Mutable).map(|p| types.bytes(p.0));
        self.rows.len() * (types.bytes(own.result) + changed.sum::<usize>())
    }
}
