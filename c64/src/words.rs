//! Every text of the play program, in both languages.
//!
//! Lower case and capitals look the same, so all are stored as capitals; the characters of [`ACCENTED`] are single bytes from $80 on
//! that the picture shows and the console replaces by plain ones, as the C64's character ROM lacks them. Pairs of bytes that are
//! frequent are one byte each, which makes a third of the texts vanish from memory.

use crate::device::Fault;
use crate::savegame::Refusal;

/// The languages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Spanish.
    Spanish,
}

/// Makes the texts' list: names, and both languages.
macro_rules! words {
    ($($name:ident: $english:literal, $spanish:literal;)*) => {
        /// A text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "a text says itself")]
        pub enum Word { $($name),* }

        const COUNT: usize = [$(Word::$name),*].len();
        const TEXTS: [[&str; 2]; COUNT] = [$([$english, $spanish]),*];

        #[cfg(test)]
        /// All texts.
        pub const ALL: [Word; COUNT] = [$(Word::$name),*];
    };
}

words! {
    // Console: what it answers.
    Banner: "SYS 2080", "SYS 2080";
    SeeHelp: ".H HELP", ".H AYUDA";
    Illegal: "ILLEGAL", "ILEGAL";
    Unknown: "UNKNOWN", "DESCONOCIDO";
    Going: "GO", "EN MARCHA";
    Stopped: "OFF", "PARADO";
    NewGame: "NEW GAME", "PARTIDA NUEVA";
    Undone: "UNDO", "DESHECHA";
    Redone: "REDO", "REHECHA";
    OtherSide: "SIDE", "BANDO";
    DepthIs: "DEPTH ", "PROFUNDIDAD ";
    MinutesAre: "MINUTES ", "MINUTOS ";
    LevelIs: "LEVEL ", "NIVEL ";
    NodesAre: " NODES ", " NODOS ";
    ScoreIs: " SCORE $", " VALOR $";
    ComputersMove: "COMPUTER'S MOVE: ", "JUEGA EL C64: ";
    NoMove: "NO MOVES", "NO HAY JUGADA";
    TooLong: "GAME TOO LONG", "PARTIDA DEMASIADO LARGA";
    Tables: "HASH, MOVE, DEPTH, VALUE", "HASH, JUGADA, PROFUNDIDAD, VALOR";
    MouseHasWon: "*** MOUSE WINS!! ***", "¡GANA EL RATÓN!";
    CatsHaveWon: "*** CATS WIN!! ***", "¡GANAN LOS GATOS!";
    CrossesHaveWon: "*** X WINS!! ***", "¡GANA X!";
    NoughtsHaveWon: "*** O WINS!! ***", "¡GANA O!";
    NobodyHasWon: "*** DRAW ***", "EMPATE.";
    Overwrite: "FILE EXISTS. REPLACE IT (Y/N)?", "YA EXISTE. ¿REEMPLAZARLO (S/N)?";
    // The letters of the sides.
    MouseSides: "MC", "RG";
    StoneSides: "XO", "XO";
    // Console: its commands, at most 19 characters each.
    HelpBoard: ".B BOARD", ".B TABLERO";
    HelpMoves: ".M LEGAL MOVES", ".M JUGADAS LEGALES";
    HelpGo: ".G C64 PLAYS", ".G JUEGA EL C64";
    HelpOff: ".O C64 STOPS", ".O DETENER EL C64";
    HelpOnce: ".C C64 MOVES ONCE", ".C EL C64 UNA VEZ";
    HelpSide: ".S OTHER SIDE", ".S OTRO BANDO";
    HelpUndo: ".U UNDO", ".U DESHACER";
    HelpRedo: ".F REDO", ".F REHACER";
    HelpPlayed: ".P MOVES PLAYED", ".P JUGADAS HECHAS";
    HelpNew: ".N NEW GAME", ".N PARTIDA NUEVA";
    HelpLevel: ".LN LEVEL 1-6", ".LN NIVEL 1-6";
    HelpDepth: ".DN DEPTH 1-15", ".DN PROF. 1-15";
    HelpTime: ".TN MINUTES 1-18", ".TN MINUTOS 1-18";
    HelpEntries: ".E HASH TABLES", ".E TABLAS HASH";
    HelpWeights: ".X WEIGHTS (FIVE)", ".X PESOS (CINCO)";
    HelpSize: ".AN FIVE ON N X N", ".AN CINCO EN N X N";
    HelpMouse: ".1 MOUSE AND CATS", ".1 RATÓN Y GATOS";
    HelpThree: ".2 TIC-TAC-TOE", ".2 TRES EN RAYA";
    HelpFive: ".3 FIVE IN A ROW", ".3 CINCO EN RAYA";
    HelpWrite: ".W NAME: SAVE", ".W NOMBRE: GUARDAR";
    HelpRead: ".R NAME: LOAD", ".R NOMBRE: CARGAR";
    HelpLanguage: ".I ESPAÑOL", ".I ENGLISH";
    HelpHelp: ".H HELP", ".H AYUDA";
    HelpMenu: ".Z MENU", ".Z MENÚ";
    HelpQuit: ".Q QUIT TO BASIC", ".Q SALIR A BASIC";
    HelpMove: "MOVES: E1D2, 4 OR H8. STOP: MOVE NOW", "JUGADAS: E1D2, 4, H8. STOP: JUEGA YA";
    ProgramError: "PROGRAM ERROR", "ERROR DEL PROGRAMA";
    // Menu and title: the rows have at most 13 characters.
    English: "English", "English";
    Spanish: "Español", "Español";
    Subtitle: "Board games for the Commodore 64", "Juegos de tablero para el C64";
    PressFire: "Press fire", "Pulsa fuego";
    SoundKey: "S Sound:", "S Sonido:";
    Play: "Play", "Jugar";
    GameRow: "Game", "Juego";
    PuzzleRow: "Puzzle", "Problema";
    FirstRow: "First player", "Jugador 1";
    SecondRow: "Second player", "Jugador 2";
    LevelRow: "Level", "Nivel";
    ClockRow: "Time per move", "Tiempo/jugada";
    BoardRow: "Board (five)", "Tablero cinco";
    SpeedRow: "Self-play", "Velocidad";
    LanguageRow: "Language", "Idioma";
    SoundRow: "Sound", "Sonido";
    LoadRow: "Load a game", "Cargar";
    ConsoleRow: "Text console", "Consola";
    ExitRow: "Exit to BASIC", "Salir a BASIC";
    MenuHelp: "Joystick in port 2 or cursors, RETURN", "Joystick (puerto 2) o cursores, RETURN";
    // The rules, two lines for each game.
    MouseRule: "The mouse goes one square diagonally", "El ratón va en diagonal, de uno en uno,";
    CatsRule: "to row 8. Four cats go down to trap it", "a la fila 8. Los gatos bajan a cercarlo";
    ThreeRule: "Three in a line win", "Ganan tres en línea";
    FiveRule: "Five or more in a line win", "Ganan cinco o más en línea";
    FirstRule: "X begins", "Empieza X";
    Nothing: "", "";
    MouseAndCats: "Mouse and cats", "Ratón y gatos";
    TicTacToe: "Tic-tac-toe", "Tres en raya";
    FiveInARow: "Five in a row", "Cinco en raya";
    // The opponents, and what they are like: at most 38 characters.
    Level1: "1 Pip", "1 Pip";
    Level2: "2 Rosa", "2 Rosa";
    Level3: "3 Bruno", "3 Bruno";
    Level4: "4 Clara", "4 Clara";
    Level5: "5 Hugo", "5 Hugo";
    Level6: "6 Ada", "6 Ada";
    Level1Is: "Plays by chance", "Juega al azar";
    Level2Is: "Dreams at times", "A ratos se distrae";
    Level3Is: "Stops threats, without a plan", "Para amenazas, sin plan";
    Level4Is: "Has a plan, is often hasty", "Tiene un plan, pero corre";
    Level5Is: "Sees far", "Ve lejos";
    Level6Is: "Sees far and never hurries", "Ve lejos y nunca corre";
    Person: "Person", "Persona";
    Random: "Random", "Azar";
    Engine: "Engine", "Máquina";
    Off: "Off", "No";
    Effects: "Effects", "Efectos";
    Music: "Music", "Música";
    Seconds5: "5 seconds", "5 segundos";
    Seconds15: "15 seconds", "15 segundos";
    Minute1: "1 minute", "1 minuto";
    Minutes5: "5 minutes", "5 minutos";
    Slow: "Slow", "Lento";
    Medium: "Medium", "Medio";
    Fast: "Fast", "Rápido";
    // At the board: the actions have at most 13 characters, each begins with its key.
    DoUndo: "U Undo", "U Deshacer";
    DoRedo: "F Redo", "F Rehacer";
    DoHint: "H Hint", "H Consejo";
    DoLegal: "L Legal moves", "L Jugadas";
    DoMove: "D Move for me", "D Juega tú";
    DoWeights: "T Weights", "T Pesos";
    DoSwap: "X Swap sides", "X Otro bando";
    DoNew: "N New game", "N Nuevo juego";
    DoSave: "S Save", "S Guardar";
    DoLoad: "R Load", "R Cargar";
    DoMenu: "M Menu", "M Menú";
    Mouse: "Mouse", "Ratón";
    Cats: "Cats", "Gatos";
    Crosses: "X", "X";
    Noughts: "O", "O";
    Score: "Score", "Marca";
    Turn: "Turn", "Turno";
    Depth: "Depth", "Prof.";
    Nodes: "Nodes", "Nodos";
    YourMove: "Your move", "Te toca";
    Thinking: "Thinking. Fire: move now", "Pensando. Fuego: juega ya";
    Paused: "Paused. Fire: go on", "Pausa. Fuego: sigue";
    Running: "Fire: pause", "Fuego: pausa";
    Again: "Fire: new game", "Fuego: nueva";
    Sure: "Give this game up? Fire: yes. Down: no", "¿Abandonas? Fuego: sí. Abajo: no";
    ShouldWin: "Should win:", "Debería ganar:";
    ChoosePiece: "Choose one of your pieces.", "Elige una de tus piezas.";
    CannotGo: "One square diagonally, cats only down", "En diagonal, una casilla; gatos: bajan";
    CanWin: "You can win.", "Puedes ganar.";
    OneDefence: "Find the only defence.", "Busca la única defensa.";
    NotRight: "No. Think again.", "No. Piénsalo más.";
    Right: "Right!", "¡Correcto!";
    Taken: "Taken: choose an empty square.", "Ocupada: elige una libre.";
    NotHere: "Not in this game.", "No en este juego.";
    NoMore: "No more moves.", "No hay más jugadas.";
    MouseWins: "The mouse wins!", "¡Gana el ratón!";
    CatsWin: "The cats win!", "¡Ganan los gatos!";
    CrossesWin: "X wins!", "¡Gana X!";
    NoughtsWin: "O wins!", "¡Gana O!";
    DrawnGame: "A draw.", "Empate.";
    StillOpen: "No forced win found.", "Aún no hay nada decidido.";
    MovesLeft: "Moves:", "Jugadas:";
    Weight: "Weight", "Peso";
    FireBack: "Fire: back", "Fuego: volver";
    // Files.
    SaveAs: "Save as:", "Guardar:";
    LoadFrom: "Load:", "Cargar:";
    FileKeys: "Down: cancel", "Abajo: cancelar";
    Replace: "File exists. Fire: replace. Down: no", "Ya existe. Fuego: reemplaza. Abajo: no";
    Wait: "One moment", "Un momento";
    NotSaved: "Not saved.", "Sin guardar.";
    Saved: "Saved.", "Guardada.";
    Loaded: "Loaded.", "Cargada.";
    NoDrive: "No drive answers.", "Ninguna unidad responde.";
    NoDisk: "No disk in the drive.", "No hay disco en la unidad.";
    Protected: "The disk is write protected.", "El disco está protegido.";
    DiskFull: "The disk is full.", "El disco está lleno.";
    FileExists: "File exists.", "Ya existe.";
    FileMissing: "There is no such file.", "No existe ese fichero.";
    FileDamaged: "The file is damaged.", "El fichero está dañado.";
    DriveError: "The drive reports an error.", "La unidad da un error.";
    Foreign: "Not a game of this program.", "No es una partida de este programa.";
    Newer: "From a newer version.", "De una versión más nueva.";
}

/// Texts to an offset: those behind the first are found by the zeros between them, as offsets cannot be packed.
const STEP: usize = 8;
/// Where the offsets end and the texts begin.
const HEAD: usize = 2 * (2 * COUNT).div_ceil(STEP);

/// The first byte that stands for a pair of bytes.
const FIRST_PAIR: u8 = 0x80 + ACCENTED.len() as u8;
/// How many of them there are: all that a byte has left.
const PAIRS: usize = 0x100 - FIRST_PAIR as usize;
/// How many second bytes can be outstanding while pairs of pairs are read; a power of two.
const NESTED: usize = 8;

/// The pairs: all first bytes, then all second ones, which may be pairs before them. Each was the most frequent pair when those
/// before it had been replaced; a test knows better ones when the texts have changed too much.
static PAIR_BYTES: [u8; 2 * PAIRS] =
    *b"EGNSAOAI:EDEREMOUDUFTTNMRRR.HD\x96S\x97GB,LEDDTNCLLJ\xb6\x99W\x8aTTP*\xbeUPIPE 6\xb7A\x95\x9eHW\x8aM\
    \xceCS\x88XETTVVIUFNVY\x8aE\xd4\x9bCS\x9c\xdbIDDPDNC\xa9\xa9\x8f\x97\xb9\xd2\xa3\xf4TM\xc3F1CYE\xa0S\
    \x20A    RN SORELONEANIOHOEO A AI IVOA A\x8bE E\x8eAEOU\x8a\xaa\x90N I\xa1**SAS\xadCS4\x9a\x8b\x91\x89 \
    \x20\xa0\x90U\xc6!\xba XSAE\x89\x8b\x8f\xb8EA \x9dM\xc2\x8d\x8eA\xc9\x91\x8c.\x92\x8f\x8d\x93OE\x92\x8a\
    \xc0\xd1\x8dT\x83\x8c Y -\x90ANNO";

/// More bytes than the words need.
const ROOM: usize = 0x1800;

/// The words in more room than they need, and how much they need.
const ALL_WORDS: ([u8; ROOM], usize) = {
    let mut words = [0; ROOM];
    let (mut text, mut to) = (0, HEAD);
    while text < 2 * COUNT {
        if text % STEP == 0 {
            words[text / STEP * 2] = to as u8;
            words[text / STEP * 2 + 1] = (to >> 8) as u8;
        }
        let bytes = TEXTS[text / 2][text % 2].as_bytes();
        let mut line = [0; LINE];
        let (mut at, mut length) = (0, 0);
        while at < bytes.len() {
            let mut byte = bytes[at].to_ascii_uppercase();
            at += 1;
            if byte >= 0x80 {
                byte = accented((byte as u32 & 0x1f) << 6 | bytes[at] as u32 & 0x3f);
                at += 1;
            }
            line[length] = byte;
            length += 1;
        }
        length = paired(&mut line, length);
        at = 0;
        while at < length {
            words[to] = line[at];
            to += 1;
            at += 1;
        }
        to += 1;
        text += 1;
    }
    (words, to)
};

/// Replaces the pairs in a text, in their order; returns how long it is then.
const fn paired(line: &mut [u8; LINE], length: usize) -> usize {
    let mut length = length;
    let mut pair = 0;
    while pair < PAIRS {
        let (mut from, mut to) = (0, 0);
        while from < length {
            let is_pair = from + 1 < length
                && line[from] == PAIR_BYTES[pair]
                && line[from + 1] == PAIR_BYTES[PAIRS + pair];
            line[to] = if is_pair { FIRST_PAIR + pair as u8 } else { line[from] };
            from += 1 + is_pair as usize;
            to += 1;
        }
        length = to;
        pair += 1;
    }
    length
}

const LENGTH: usize = ALL_WORDS.1;

/// The texts: where every eighth text begins (low byte, high byte), then the texts, each with a 0 at its end: each
/// word in both languages.
static WORDS: [u8; LENGTH] = {
    let mut words = [0; LENGTH];
    let mut at = 0;
    while at < LENGTH {
        words[at] = ALL_WORDS.0[at];
        at += 1;
    }
    words
};

/// A byte of them, 0 beyond their end.
fn byte_at(at: u16) -> u8 {
    WORDS.get(at as usize).copied().unwrap_or(0)
}

/// The accented characters from $80 on, capitals as all letters.
pub const ACCENTED: [char; 9] = ['Á', 'É', 'Í', 'Ó', 'Ú', 'Ñ', 'Ü', '¿', '¡'];

/// How far the small accented letters are behind the capitals in Unicode (Latin-1 Supplement, U+00C0 to U+00FE).
const SMALL: u32 = 0x20;

const fn accented(code: u32) -> u8 {
    let mut at = 0;
    while at < ACCENTED.len() {
        let shown = ACCENTED[at] as u32;
        if code == shown || code == shown + SMALL {
            return 0x80 + at as u8;
        }
        at += 1;
    }
    panic!("a character that the program cannot show")
}

/// Room for any text and the 0 after it.
pub const LINE: usize = 64;

/// Reads a text, by the number of its word: capitals and [`ACCENTED`], then a 0.
#[inline(never)]
pub fn spell(word: u8, language: Language, line: &mut [u8; LINE]) {
    let number = word as u16 * 2 + language as u16;
    let at = number / STEP as u16 * 2;
    let low = byte_at(at);
    let mut from = u16::from_le_bytes([low, byte_at(at + 1)]);
    for _ in 0..number as u8 % STEP as u8 {
        while byte_at(from) != 0 {
            from += 1;
        }
        from += 1;
    }
    let mut to = 0u8;
    let mut seconds = [0; NESTED];
    let mut nested = 0u8;
    loop {
        let mut byte = byte_at(from);
        from += 1;
        loop {
            if byte >= FIRST_PAIR {
                let pair = (byte - FIRST_PAIR) as usize;
                seconds[nested as usize % NESTED] = PAIR_BYTES[PAIRS + pair];
                nested += 1;
                byte = PAIR_BYTES[pair];
                continue;
            }
            line[to as usize % LINE] = byte;
            to += 1;
            if nested == 0 {
                break;
            }
            nested -= 1;
            byte = seconds[nested as usize % NESTED];
        }
        if byte == 0 {
            return;
        }
    }
}

impl Word {
    /// What to say about a fault.
    pub const fn of_fault(fault: Fault) -> Word {
        match fault {
            Fault::NoDrive => Word::NoDrive,
            Fault::NoDisk => Word::NoDisk,
            Fault::Protected => Word::Protected,
            Fault::Full => Word::DiskFull,
            Fault::Exists => Word::FileExists,
            Fault::Missing => Word::FileMissing,
            Fault::Damaged => Word::FileDamaged,
            Fault::Other(_) => Word::DriveError,
        }
    }

    /// What to say about a file that is no game to go on with.
    pub const fn of_refusal(refusal: Refusal) -> Word {
        match refusal {
            Refusal::Foreign => Word::Foreign,
            Refusal::Newer => Word::Newer,
            Refusal::Damaged => Word::FileDamaged,
        }
    }
}

/// A text as it is written here.
#[cfg(test)]
pub const fn text_of(word: Word, language: Language) -> &'static str {
    TEXTS[word as usize][language as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::string::String;
    use std::vec::Vec;

    #[test]
    fn every_text_reads_back() {
        for word in ALL {
            for language in [Language::English, Language::Spanish] {
                let mut line = [0xFF; LINE];
                spell(word as u8, language, &mut line);
                let text: String = line
                    .iter()
                    .take_while(|b| **b != 0)
                    .map(|b| if *b < 0x80 { *b as char } else { ACCENTED[*b as usize - 0x80] })
                    .collect();
                assert_eq!(text, text_of(word, language).to_uppercase());
                assert!(text.chars().count() < 40);
            }
        }
    }

    /// The best pairs for the texts as they are, by the definition of [`PAIR_BYTES`]; and the bytes of the texts with them.
    fn best_pairs() -> (Vec<[u8; 2]>, usize) {
        let mut texts: Vec<Vec<u8>> = TEXTS
            .as_flattened()
            .iter()
            .map(|text| {
                text.to_uppercase()
                    .chars()
                    .map(|c| if c.is_ascii() { c as u8 } else { accented(c as u32) })
                    .collect()
            })
            .collect();
        let mut pairs = Vec::new();
        while pairs.len() < PAIRS {
            let mut counts = BTreeMap::new();
            for pair in texts.iter().flat_map(|text| text.windows(2)) {
                *counts.entry([pair[0], pair[1]]).or_insert(0) += 1;
            }
            let best = *counts.iter().max_by_key(|(_, count)| **count).unwrap().0;
            let code = FIRST_PAIR + pairs.len() as u8;
            pairs.push(best);
            for text in &mut texts {
                let mut at = 0;
                while at + 1 < text.len() {
                    if text[at..at + 2] == best {
                        text.splice(at..at + 2, [code]);
                    }
                    at += 1;
                }
            }
        }
        (pairs, texts.iter().map(|text| text.len() + 1).sum())
    }

    #[test]
    fn the_pairs_are_nearly_the_best() {
        let (best, bytes) = best_pairs();
        let table: String = [0, 1]
            .iter()
            .flat_map(|&k| best.iter().map(move |pair| pair[k]))
            .flat_map(|byte| byte.escape_ascii().map(char::from))
            .collect();
        let now = LENGTH - HEAD;
        assert!(now < bytes + bytes / 50, "{now} bytes, but {bytes} with PAIR_BYTES = {table}");
    }

    #[test]
    fn pairs_of_pairs_fit() {
        fn nested(byte: u8) -> usize {
            match byte.checked_sub(FIRST_PAIR) {
                None => 0,
                Some(pair) => {
                    let pair = usize::from(pair);
                    (1 + nested(PAIR_BYTES[pair])).max(nested(PAIR_BYTES[PAIRS + pair]))
                }
            }
        }
        assert!((0..=0xff).map(nested).max().unwrap() <= NESTED);
    }

    /// A text that is too wide would be cut off.
    #[test]
    fn the_texts_of_the_menu_and_the_actions_fit() {
        let rows = Word::Play as usize..=Word::ExitRow as usize;
        let actions = Word::DoUndo as usize..=Word::DoMenu as usize;
        for (words, width) in
            [(rows, 13), (actions, 13), (Word::MenuHelp as usize..=Word::MenuHelp as usize, 38)]
        {
            for text in TEXTS[words].as_flattened() {
                assert!(text.chars().count() <= width, "{text}");
            }
        }
    }
}
