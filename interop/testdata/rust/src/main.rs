//! The peer in Rust: the crate beve. See the documentation of package interop.

use beve::{Key, Number, Object, Value};
use std::env;
use std::error::Error;
use std::fs;
use std::io::{BufWriter, Write};

const LETTERS: &str = "abcxyz0189 /~\\\"\t\n\0éüßñ€漢字𝄞🙂\u{feff}\u{ffff}";
const DEEPEST: u32 = 6;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().collect();
    match args[1].as_str() {
        "echo" => echo(&args[2], &args[3]),
        "make" => make(args[2].parse()?, args[3].parse()?, &args[4]),
        verb => Err(format!("no verb {verb}").into()),
    }
}

fn write_frame(out: &mut impl Write, frame: &[u8]) -> Result<(), Box<dyn Error>> {
    out.write_all(&u32::try_from(frame.len())?.to_le_bytes())?;
    out.write_all(frame)?;
    Ok(())
}

/// Decodes each message and encodes it again. A message that is refused becomes an
/// empty frame.
fn echo(source: &str, target: &str) -> Result<(), Box<dyn Error>> {
    let data = fs::read(source)?;
    let mut out = BufWriter::new(fs::File::create(target)?);
    let mut off = 0;
    while off < data.len() {
        let n = u32::from_le_bytes(data[off..off + 4].try_into()?) as usize;
        let message = &data[off + 4..off + 4 + n];
        off += 4 + n;
        match beve::from_slice::<Value>(message).and_then(|value| beve::to_vec(&value)) {
            Ok(again) => write_frame(&mut out, &again)?,
            Err(error) => {
                eprintln!("{message:02x?}: {error}");
                write_frame(&mut out, &[])?;
            }
        }
    }
    out.flush()?;
    Ok(())
}

/// Writes random documents with their JSON text.
fn make(seed: u64, n: usize, target: &str) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(fs::File::create(target)?);
    let mut r = Random(seed);
    for _ in 0..n {
        let value = document(&mut r, 0);
        write_frame(&mut out, &beve::to_vec(&value)?)?;
        write_frame(&mut out, serde_json::to_string(&value)?.as_bytes())?;
    }
    out.flush()?;
    Ok(())
}

/// The generator SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn integer(&mut self) -> i64 {
        let shift = self.below(64);
        (self.next() as i64) >> shift
    }

    fn text(&mut self) -> String {
        let letters: Vec<char> = LETTERS.chars().collect();
        let n = if self.below(20) == 0 { 60 + self.below(10) } else { self.below(8) };
        (0..n).map(|_| letters[self.below(letters.len() as u64) as usize]).collect()
    }
}

fn document(r: &mut Random, depth: u32) -> Value {
    match r.below(if depth >= DEEPEST { 6 } else { 9 }) {
        0 => Value::Null,
        1 => Value::Bool(r.below(2) == 0),
        2 => Value::Number(Number::I64(r.integer())),
        3 => Value::Number(Number::U64(r.next())),
        4 => Value::Number(Number::F64(r.integer() as f64 / 8.0)),
        5 => Value::String(r.text()),
        6 => Value::Array((0..r.below(6)).map(|_| document(r, depth + 1)).collect()),
        // The crate writes each key as narrow as it goes, and refuses several widths.
        7 => object(r, depth, |r| Key::I64((1 << 40) + r.below(1 << 40) as i64)),
        _ => object(r, depth, |r| Key::String(r.text())),
    }
}

fn object(r: &mut Random, depth: u32, key: fn(&mut Random) -> Key) -> Value {
    let mut members = Object::new();
    for _ in 0..r.below(5) {
        members.insert(key(r), document(r, depth + 1));
    }
    Value::Object(members)
}
