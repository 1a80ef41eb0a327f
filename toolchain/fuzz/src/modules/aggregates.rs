//! Addresses with several indices: elements of nested arrays, of structures in arrays and of arrays in structures.

use super::statements::Body;
use super::values::Ty;

/// Fields that precede or follow an array in a structure.
const FIELDS: [Ty; 3] = [Ty::I8, Ty::I16, Ty::I32];

impl Body<'_> {
    /// Returns the address of a value of this type in an object with room for at least two of them (`size` bytes), using several indices.
    ///
    /// The sum of all offsets stays inside the object, and so does each partial sum; single indices may be negative or point past the array
    /// that they index.
    pub(crate) fn nested_element(&mut self, base: &str, size: u32, ty: Ty) -> String {
        let width = ty.bytes();
        let (field, element) = (self.random.of(&FIELDS), ty.text());
        let head = field.bytes();
        match self.random.below(4) {
            0 if size >= 2 * (head + 2 * width) => {
                // Structures in an array, each with an array inside.
                let columns = 2 + self.random.below(u64::from((size / 2 - head) / width - 1).min(6)) as u32;
                let rows = (size / (head + columns * width)).min(20);
                let shape = format!("[{rows} x {{ {}, [{columns} x {element}] }}]", field.text());
                let (row, column) = self.row_and_column(rows, columns);
                self.pointer(base, &shape, &["i16 0".into(), row, "i32 1".into(), column])
            }
            1 if size >= head + 2 * width => {
                // After a field, without a row of its own.
                let columns = ((size - head) / width).min(30);
                let shape = format!("{{ {}, [{columns} x {element}] }}", field.text());
                let index = self.index(columns);
                self.pointer(base, &shape, &["i16 0".into(), "i32 1".into(), format!("i16 {index}")])
            }
            2 if size >= 4 * width => {
                // The first index goes one object too far, the next one goes back.
                let columns = 2 + self.random.below(u64::from(size / width / 2 - 1).min(6)) as u32;
                let rows = (size / (columns * width)).min(20);
                let shape = format!("[{rows} x [{columns} x {element}]]");
                let (row, column) = (self.random.below(rows.into()), self.index(columns));
                let back = row as i64 - i64::from(rows);
                self.pointer(base, &shape, &["i16 1".into(), format!("i16 {back}"), format!("i16 {column}")])
            }
            _ => {
                let columns = 1 + self.random.below(u64::from(size / width / 2).min(12)) as u32;
                let rows = (size / (columns * width)).min(40);
                let shape = format!("[{rows} x [{columns} x {element}]]");
                let (row, column) = self.row_and_column(rows, columns);
                self.pointer(base, &shape, &["i16 0".into(), row, column])
            }
        }
    }

    /// Returns the indices of an element in `rows` of `columns`: often one row too far and then back with a negative column.
    fn row_and_column(&mut self, rows: u32, columns: u32) -> (String, String) {
        let row = self.index(rows);
        let constant = self.random.percent(50);
        if rows < 2 || self.random.percent(40) {
            let column =
                if constant { self.random.below(columns.into()).to_string() } else { self.index(columns) };
            return (format!("i16 {row}"), format!("i16 {column}"));
        }
        let row = self.index(rows - 1);
        let next = match row.parse::<u32>() {
            Ok(row) => (row + 1).to_string(),
            Err(_) => self.emit(Ty::I16, format!("add nuw nsw i16 {row}, 1")),
        };
        if constant {
            let back = -1 - self.random.below(columns.into()) as i64;
            return (format!("i16 {next}"), format!("i16 {back}"));
        }
        let back = self.index(columns);
        let back = self.emit(Ty::I16, format!("sub i16 0, {back}"));
        (format!("i16 {next}"), format!("i16 {back}"))
    }

    fn pointer(&mut self, base: &str, shape: &str, indices: &[String]) -> String {
        let flags = self.random.of(&["inbounds ", "inbounds ", ""]);
        self.emit(Ty::Ptr, format!("getelementptr {flags}{shape}, ptr {base}, {}", indices.join(", ")))
    }
}
