//! All texts of the play program and of the console program, in both languages. The file of each holds its own texts and the shared ones.
//!
//! A full stop separates two sentences of a text, but never ends it.

use crate::device::Fault;
use crate::savegame::Refusal;
pub use crate::spelling::Language;
use crate::spelling::{Pairs, ROOM, Words, beginning, packed};

/// Creates the list of texts: names, and both languages.
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
    // The console program alone: its replies.
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
    NobodyHasWon: "*** DRAW ***", "EMPATE";
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
    HelpSize: ".AN FIVE (5-19)", ".AN CINCO (5-19)";
    HelpMouse: ".1 MOUSE & CATS", ".1 RATÓN Y GATOS";
    HelpThree: ".2 TIC-TAC-TOE", ".2 TRES EN RAYA";
    HelpFive: ".3 FIVE IN A ROW", ".3 CINCO EN RAYA";
    HelpWrite: ".W NAME: SAVE", ".W NOMBRE: GUARDAR";
    HelpRead: ".R NAME: LOAD", ".R NOMBRE: CARGAR";
    HelpLanguage: ".I ESPAÑOL", ".I ENGLISH";
    HelpHelp: ".H HELP", ".H AYUDA";
    HelpQuit: ".Q QUIT TO BASIC", ".Q SALIR A BASIC";
    HelpMove: "MOVES: E1D2, 4 OR H8. STOP: MOVE NOW", "JUGADAS: E1D2, 4, H8. STOP: JUEGA YA";
    NotHere: "Not in this game", "No en este juego";
    // Both programs.
    ProgramError: "PROGRAM ERROR", "ERROR DEL PROGRAMA";
    Nothing: "", "";
    MouseAndCats: "Mouse & cats", "Ratón y gatos";
    TicTacToe: "Tic-tac-toe", "Tres en raya";
    FiveInARow: "Five in a row", "Cinco en raya";
    Saved: "Saved", "Guardada";
    Loaded: "Loaded", "Cargada";
    NoDrive: "No drive answers", "No responde la unidad";
    NoDisk: "No disk in the drive", "No hay disco en la unidad";
    Protected: "Disk is write protected", "El disco está protegido";
    DiskFull: "The disk is full", "El disco está lleno";
    FileExists: "File exists", "Ya existe";
    FileMissing: "There is no such file", "No existe ese fichero";
    FileDamaged: "The file is damaged", "El fichero está dañado";
    DriveError: "Drive reports an error", "La unidad da un error";
    Foreign: "Not a game of this program", "No es una partida de este programa";
    Newer: "From a newer version", "De una versión más nueva";
    // The play program alone. Menu and title: the rows have at most 13 characters.
    English: "English", "English";
    Spanish: "Español", "Español";
    Subtitle: "Board games for the Commodore 64", "Juegos de mesa para Commodore 64";
    PressFire: "Press fire", "Pulsa fuego";
    SoundKey: "S Sounds:", "S Sonido:";
    Play: "Play", "Jugar";
    GameRow: "Game", "Juego";
    PuzzleRow: "Puzzle", "Problema";
    FirstRow: "First player", "Jugador 1";
    SecondRow: "Second player", "Jugador 2";
    LevelRow: "Level", "Nivel";
    ClockRow: "Time per move", "Tiempo/jugada";
    BoardRow: "Board (five)", "Tablero cinco";
    SpeedRow: "Self-play", "Máquina sola";
    LanguageRow: "Language", "Idioma";
    SoundRow: "Sound", "Sonido";
    LoadRow: "Load a game", "Cargar";
    RulesRow: "How to play", "Cómo se juega";
    ExitRow: "Exit to BASIC", "Salir a BASIC";
    MenuHelp: "Joystick in port 2 or cursors, RETURN", "Joystick (puerto 2) o cursores, RETURN";
    // Who wins.
    MouseAim: "Get the mouse to row 8, or trap it", "Lleva el ratón a la fila 8 o cércalo";
    ThreeRule: "Three in a line win", "Ganan tres en línea";
    FiveRule: "Five or more in a line win", "Ganan cinco o más en línea";
    // The lessons: the sentences for the moves shown.
    MouseMoves: "The mouse moves diagonally, both ways", "El ratón va en diagonal, también atrás";
    CatsMove: "Cats go down only, one at a time", "Los gatos solo bajan, de uno en uno";
    MouseGoal: "In row 8, the mouse wins", "En la fila 8 gana el ratón";
    CatsGoal: "The side that cannot move loses", "Pierde el bando que no puede mover";
    TakeTurns: "X and O take turns", "X y O se turnan";
    NoThree: "If nobody has three, it is a draw", "Si nadie tiene tres, es empate";
    StonesTurn: "Black and white take turns", "Negras y blancas se turnan";
    FourOpen: "Four with two free ends cannot be held", "Un cuatro con dos salidas no se para";
    // The opponents and their characters: at most 38 characters.
    Level1: "1 Pip", "1 Pip";
    Level2: "2 Rosa", "2 Rosa";
    Level3: "3 Bruno", "3 Bruno";
    Level4: "4 Clara", "4 Clara";
    Level5: "5 Hugo", "5 Hugo";
    Level6: "6 Ada", "6 Ada";
    MostlyChance: "Plays mostly by chance", "Juega casi siempre al azar";
    OftenDreams: "Often daydreams", "A menudo se distrae";
    StopsThreats: "Stops threats, without a plan", "Frena amenazas, sin plan";
    OftenHasty: "Is often hasty", "A menudo se precipita";
    HastyPlan: "Has a plan, is often hasty", "Tiene un plan, a menudo se precipita";
    SeesMore: "Sees more, is hasty at times", "Ve más, a veces se precipita";
    SeesFar: "Sees far", "Ve lejos";
    HastyFar: "Sees far, is hasty at times", "Ve lejos, a veces se precipita";
    NeverHasty: "Sees farthest, is never hasty", "Ve más lejos, nunca se precipita";
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
    Slow: "Slow", "Lenta";
    Medium: "Medium", "Media";
    Fast: "Fast", "Rápida";
    // At the board: the actions have at most 13 characters, and each begins with its key.
    DoUndo: "U Undo", "U Deshacer";
    DoRedo: "F Redo", "F Rehacer";
    DoHint: "H Hint", "H Consejo";
    DoLegal: "L Legal moves", "L Jugadas";
    DoMove: "D Move for me", "D Deja al C64";
    DoWeights: "T Weights", "T Pesos";
    DoSwap: "X Swap sides", "X Otro bando";
    DoNew: "N New game", "N Nueva";
    DoSave: "S Save", "S Guardar";
    DoLoad: "R Load", "R Cargar";
    DoMenu: "M Menu", "M Menú";
    Mouse: "Mouse", "Ratón";
    Cats: "Cats", "Gatos";
    Crosses: "X", "X";
    Noughts: "O", "O";
    Black: "Black", "Negras";
    White: "White", "Blancas";
    Score: "Score", "Total";
    Turn: "Turn", "Turno";
    Depth: "Depth", "Prof.";
    Nodes: "Nodes", "Nodos";
    OnlyMove: "Only move", "Única jugada";
    FromMemory: "From memory", "De memoria";
    ByThreats: "By threats", "Por amenazas";
    YourMove: "Your move", "Te toca";
    YourSide: "Your side now", "Tu bando ahora";
    Thinking: "Thinking. Fire: move", "Pensando. Fuego: juega";
    // Two blanks, so that everything up to the colon fits into one row.
    Paused: "Paused.  Fire: go on", "Pausa.  Fuego: sigue";
    Demo: "A demo game: press fire", "Es una demo: pulsa fuego";
    Running: "Fire: pause", "Fuego: pausa";
    GoOn: "Fire: go on", "Fuego: sigue";
    Again: "Fire: another", "Fuego: otra";
    NextPuzzle: "Fire: next", "Fuego: otro";
    Sure: "End the game? Fire: yes. Down: no", "¿Abandonas? Fuego: sí. Abajo: no";
    Leave: "Exit? Fire: yes. Down: no", "¿Salir? Fuego: sí. Abajo: no";
    // Why a move is good: at most two rows of 13 characters.
    WinsAtOnce: "Wins at once", "Gana ya";
    StopsRow: "Stops a row", "Tapa la línea";
    OpenFour: "Makes an open four", "Cuatro abierto";
    TwoThreats: "Makes two threats", "Hace dos amenazas";
    StopsFour: "Stops an open four", "Evita cuatro abierto";
    StopsTwo: "Stops two threats", "Evita dos amenazas";
    OpenThree: "Makes an open three", "Tres abierto";
    StopsThree: "Stops an open three", "Evita tres abierto";
    TwoLines: "Builds two lines", "Hace dos líneas";
    OneLine: "Builds a line", "Hace una línea";
    HeadsUp: "Towards row 8", "A la fila 8";
    Threatens: "Threatens to win", "Amenaza con ganar";
    GetsThrough: "It gets home", "Llega a casa";
    CloseIn: "They close in", "Lo encierran";
    BestWins: "A win with best play", "Gana jugando bien";
    BestLoses: "Best try, but it loses", "Lo mejor, pero pierde";
    BestDraws: "A draw with best play", "Empate jugando bien";
    ChoosePiece: "Choose one of your pieces", "Elige una de tus piezas";
    CannotGo: "One square diagonally, cats: down", "En diagonal, una casilla; gatos: bajan";
    FindWin: "Find the move that wins", "Halla cómo ganar";
    OneDefence: "Find the only defence", "Busca la única defensa";
    Defends: "The only defence", "La única defensa";
    NoWin: "No: another move wins", "No: gana otra jugada";
    NoDefence: "No: find the only defence", "No: busca la única defensa";
    Right: "Right!", "¡Correcto!";
    // In the menu, after the number.
    SolvedOf: "   of 12 solved", "   de 12 resueltos";
    Taken: "Taken: choose an empty square", "Ocupada: elige una libre";
    NoMore: "No room for more moves", "No caben más jugadas";
    MouseWins: "The mouse wins!", "¡Gana el ratón!";
    CatsWin: "The cats win!", "¡Ganan los gatos!";
    CrossesWin: "X wins!", "¡Gana X!";
    NoughtsWin: "O wins!", "¡Gana O!";
    BlackWins: "Black wins!", "¡Ganan negras!";
    WhiteWins: "White wins!", "¡Ganan blancas!";
    DrawnGame: "A draw", "Empate";
    StillOpen: "Looks best", "Parece lo mejor";
    // In this many moves.
    In: "In", "En";
    WinsIn: "Wins in", "Gana en";
    OneMove: "move", "jugada";
    Moves: "moves", "jugadas";
    Weight: "Weight", "Peso";
    FireBack: "Fire: back", "Fuego: volver";
    // Files.
    SaveAs: "Save as:", "Guardar:";
    LoadFrom: "Load:", "Cargar:";
    FileKeys: "Down: cancel", "Abajo: anular";
    Replace: "Replace it? Fire: yes. Down: no", "¿Reemplazar? Fuego: sí. Abajo: no";
    Wait: "One moment", "Un momento";
    NotSaved: "Not saved", "Sin guardar";
}

/// The first text that both programs have, and the first that only the play program has. The texts before the former are the console's.
const SHARED: usize = Word::ProgramError as usize;
const PLAYED: usize = Word::English as usize;

/// All words of the play program.
#[cfg(test)]
pub const PLAYED_WORDS: &[Word] = ALL.split_at(SHARED).1;

/// The texts of the play program.
pub static PLAY: Words =
    Words { first: SHARED, count: COUNT - SHARED, bytes: &PLAY_BYTES, pairs: &PLAY_PAIRS };
/// The texts of the console program.
pub static CONSOLE: Words = Words { first: 0, count: PLAYED, bytes: &CONSOLE_BYTES, pairs: &CONSOLE_PAIRS };

static PLAY_PAIRS: Pairs =
    *b"EASOAERITA:EAOEMD,UNFARTAUSA\x9bYEU\x8eVSPGD\xa5\x91TTSEWRPLJA.\x9dUTNLIF\xa7VSLDDD\xc2\xbcMJ\xac\
    \xa1\x90\x8d\x83TRPA5\xd3\xae\xad\x92\x91\x8fPNMMIHECB\xe4\xc8\xe8\xa3\x9e\x99\xec\x98\x97\x93\x92SSRO\
    OOLKGDCCAA    NNENHT RRNSOO EOISO DN\x89MG LR \x89AL\x8dIO\x89OAE\x8b\x90 IOOY \x8fGI\x8c\x8a\x8b\xaf \
    EIE\x89E \x93\x93E\xbd\xbaA  N\xa8A\x9fZ NS\x8aS\x8fCAE\x8e\x80TAM\x8aAPF\x8ePTWNUT\x9c\xd2\x9aO\xf1\
    \xb6\xa8FI \xa4\x8c\x96HLG";

static CONSOLE_PAIRS: Pairs =
    *b"SNEGOD*VRALERIEUTIHATRMDD\x8fNF:TPNLJI,EE\x9fSC\xb1\x8cVVRLIHHDC1\xab\xaa\xa2\x9b\x99\x94\x8cYXX\
    WTLEA.\xbd\xbc\xb2\xab\xaa\xa9\xa7\xd4\xd5\x9c\xd7\x98\x97\x96\x95\x90\x8c\x88YWUTTSRPPMIDCCCA.!\
    \xf1 \xf3\xec\xe5\xe2\xe1\xdf\xda\xd3\xd2\xc9\xc4\xc3   A A*EO  SANRNHSAROEOOE*OI E\x91\x8dEU\
    \x8e \x93\x8a\x90I64\x8e\x8bA O\x89E \x9a\x8d-D\xb3 S\x8bTMA\x9a  AA\xc6N 1\xae  E\x8cG\x95MT\
    \xd1\x92\x91U\xc5\x93N\xde \x96ES !I\xd8\xca\xdb\x8a.\x96O-\x8a\xba \xa2\xad\xb2\xcf\xf2\xb5\xf6\
    \x92RL\x8cBE\x80";

const PLAY_ROOM: ([u8; ROOM], usize) = packed(TEXTS.split_at(SHARED).1, &PLAY_PAIRS);
const CONSOLE_ROOM: ([u8; ROOM], usize) = packed(TEXTS.split_at(PLAYED).0, &CONSOLE_PAIRS);
static PLAY_BYTES: [u8; PLAY_ROOM.1] = beginning(&PLAY_ROOM.0);
static CONSOLE_BYTES: [u8; CONSOLE_ROOM.1] = beginning(&CONSOLE_ROOM.0);

impl Word {
    /// The message for a fault.
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

    /// The message for a file that cannot be loaded as a game.
    pub const fn of_refusal(refusal: Refusal) -> Word {
        match refusal {
            Refusal::Foreign => Word::Foreign,
            Refusal::Newer => Word::Newer,
            Refusal::Damaged => Word::FileDamaged,
        }
    }
}

/// Returns a text as it is written here.
#[cfg(test)]
pub const fn text_of(word: Word, language: Language) -> &'static str {
    TEXTS[word as usize][language as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spelling::{ACCENTED, FIRST_PAIR, LINE, NESTED, PAIRS, accented, head, spell};
    use std::collections::BTreeMap;
    use std::string::String;
    use std::vec::Vec;

    /// Both programs, each with its words.
    const PROGRAMS: [(Words, &[Word]); 2] = [(PLAY, super::PLAYED_WORDS), (CONSOLE, ALL.split_at(PLAYED).0)];

    #[test]
    fn every_text_reads_back() {
        for (words, of_program) in PROGRAMS {
            for &word in of_program {
                for language in [Language::English, Language::Spanish] {
                    let mut line = [0xFF; LINE];
                    spell(&words, word as u8, language, &mut line);
                    let text: String = line
                        .iter()
                        .take_while(|b| **b != 0)
                        .map(|b| if *b < 0x80 { *b as char } else { ACCENTED[*b as usize - 0x80] })
                        .collect();
                    assert_eq!(text, text_of(word, language).to_uppercase());
                    // The last row of the menu, and thus every row, has 38 columns.
                    assert!(text.chars().count() <= 38, "{text}");
                }
            }
        }
    }

    /// Returns the best pairs for some words, by the definition of [`Pairs`]; and the length of their texts with these pairs.
    fn best_pairs(words: &[Word]) -> (Vec<[u8; 2]>, usize) {
        let mut texts: Vec<Vec<u8>> = words
            .iter()
            .flat_map(|word| TEXTS[*word as usize])
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
        for (words, of_program) in PROGRAMS {
            let (best, bytes) = best_pairs(of_program);
            let table: String = [0, 1]
                .iter()
                .flat_map(|&k| best.iter().map(move |pair| pair[k]))
                .flat_map(|byte| byte.escape_ascii().map(char::from))
                .collect();
            let now = words.bytes.len() - head(2 * of_program.len());
            assert!(now < bytes + bytes / 50, "{now} bytes, but {bytes} with pairs = {table}");
        }
    }

    #[test]
    fn full_stops_only_stand_between_sentences() {
        for word in ALL {
            for language in [Language::English, Language::Spanish] {
                let text = text_of(word, language);
                // An abbreviation.
                assert!(!text.ends_with('.') || word == Word::Depth, "{text:?}");
            }
        }
    }

    #[test]
    fn pairs_of_pairs_fit() {
        fn nested(pairs: &Pairs, byte: u8) -> usize {
            match byte.checked_sub(FIRST_PAIR) {
                None => 0,
                Some(pair) => {
                    let pair = usize::from(pair);
                    (1 + nested(pairs, pairs[pair])).max(nested(pairs, pairs[PAIRS + pair]))
                }
            }
        }
        for (words, _) in PROGRAMS {
            assert!((0..=0xff).map(|byte| nested(words.pairs, byte)).max().unwrap() <= NESTED);
        }
    }

    /// A text that is too wide would be cut off.
    #[test]
    fn the_texts_of_the_menu_and_the_actions_fit() {
        let rows = Word::Play as usize..=Word::ExitRow as usize;
        let actions = Word::DoUndo as usize..=Word::DoMenu as usize;
        let below =
            [Word::Again, Word::PressFire, Word::FireBack, Word::GetsThrough, Word::CloseIn, Word::FileKeys];
        for (words, width) in
            [(rows, 13), (actions, 13), (Word::MenuHelp as usize..=Word::MenuHelp as usize, 38)]
                .into_iter()
                .chain(below.map(|word| (word as usize..=word as usize, 13)))
                // The players, shown beside a side's name while the search has the rows below.
                .chain([
                    (Word::Person as usize..=Word::Random as usize, 7),
                    (Word::Level1 as usize..=Word::Level6 as usize, 7),
                ])
        {
            for text in TEXTS[words].as_flattened() {
                assert!(text.chars().count() <= width, "{text}");
            }
        }
    }
}
