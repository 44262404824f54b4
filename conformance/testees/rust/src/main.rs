//! The crates beve and serde-beve as testees: testee beve|beve-json|serde-beve.
//!
//! What a message means is asked by serde: whatever a crate tells a visitor is printed.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::Value;
use std::fmt;
use std::io::{Read, Write};

/// The notation of a value that was read.
struct Meaning(String);

/// Whether the notation is that of an integer, as keys are.
fn is_integer(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit() || b == b'-')
}

fn quote(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

impl<'de> Deserialize<'de> for Meaning {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Meaning;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a value")
            }
            fn visit_unit<E>(self) -> Result<Meaning, E> {
                Ok(Meaning("null".into()))
            }
            fn visit_none<E>(self) -> Result<Meaning, E> {
                Ok(Meaning("null".into()))
            }
            fn visit_some<D: Deserializer<'de>>(self, d: D) -> Result<Meaning, D::Error> {
                Meaning::deserialize(d)
            }
            fn visit_newtype_struct<D: Deserializer<'de>>(self, d: D) -> Result<Meaning, D::Error> {
                Meaning::deserialize(d)
            }
            fn visit_bool<E>(self, v: bool) -> Result<Meaning, E> {
                Ok(Meaning(v.to_string()))
            }
            fn visit_i64<E>(self, v: i64) -> Result<Meaning, E> {
                Ok(Meaning(v.to_string()))
            }
            fn visit_u64<E>(self, v: u64) -> Result<Meaning, E> {
                Ok(Meaning(v.to_string()))
            }
            fn visit_i128<E>(self, v: i128) -> Result<Meaning, E> {
                Ok(Meaning(v.to_string()))
            }
            fn visit_u128<E>(self, v: u128) -> Result<Meaning, E> {
                Ok(Meaning(v.to_string()))
            }
            fn visit_f32<E>(self, v: f32) -> Result<Meaning, E> {
                Ok(Meaning(if v.is_finite() { format!("{{\"$f32\":{v:?}}}") } else { format!("{{\"$f32\":\"{:08x}\"}}", v.to_bits()) }))
            }
            fn visit_f64<E>(self, v: f64) -> Result<Meaning, E> {
                Ok(Meaning(if v.is_finite() { format!("{{\"$f64\":{v:?}}}") } else { format!("{{\"$f64\":\"{:016x}\"}}", v.to_bits()) }))
            }
            fn visit_str<E>(self, v: &str) -> Result<Meaning, E> {
                Ok(Meaning(quote(v)))
            }
            fn visit_bytes<E>(self, v: &[u8]) -> Result<Meaning, E> {
                let all: Vec<String> = v.iter().map(u8::to_string).collect();
                Ok(Meaning(format!("[{}]", all.join(","))))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut a: A) -> Result<Meaning, A::Error> {
                let mut all = vec![];
                while let Some(Meaning(text)) = a.next_element()? {
                    all.push(text);
                }
                Ok(Meaning(format!("[{}]", all.join(","))))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut a: A) -> Result<Meaning, A::Error> {
                let mut all: Vec<(String, String)> = vec![];
                while let Some((Meaning(key), Meaning(value))) = a.next_entry()? {
                    all.push((key, value));
                }
                let pairs = |all: &[(String, String)]| all.iter().map(|(k, v)| format!("[{k},{v}]")).collect::<Vec<_>>().join(",");
                if all.iter().any(|(key, _)| is_integer(key)) {
                    return Ok(Meaning(format!("{{\"$map\":[{}]}}", pairs(&all))));
                }
                Ok(Meaning(format!("{{\"$object\":[{}]}}", pairs(&all))))
            }
        }
        d.deserialize_any(Any)
    }
}

/// A value to be written.
struct Written<'a>(&'a Value);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => s.serialize_unit(),
            Value::Bool(v) => s.serialize_bool(*v),
            Value::String(v) => s.serialize_str(v),
            Value::Number(n) => match n.to_string() {
                text if text.parse::<i64>().is_ok() => s.serialize_i64(text.parse().unwrap()),
                text if text.parse::<u64>().is_ok() => s.serialize_u64(text.parse().unwrap()),
                text => s.serialize_f64(text.parse().map_err(S::Error::custom)?),
            },
            Value::Array(all) => {
                let mut seq = s.serialize_seq(Some(all.len()))?;
                for v in all {
                    seq.serialize_element(&Written(v))?;
                }
                seq.end()
            }
            Value::Object(all) => {
                if let Some((name, content)) = all.iter().next().filter(|(name, _)| all.len() == 1 && name.starts_with('$')) {
                    return match (name.as_str(), content) {
                        ("$f64", Value::Number(n)) => s.serialize_f64(n.to_string().parse().map_err(S::Error::custom)?),
                        ("$f64", Value::String(bits)) => s.serialize_f64(f64::from_bits(u64::from_str_radix(bits, 16).map_err(S::Error::custom)?)),
                        ("$map", Value::Array(pairs)) => {
                            let mut map = s.serialize_map(Some(pairs.len()))?;
                            for pair in pairs {
                                let key: i64 = pair[0].to_string().parse().map_err(S::Error::custom)?;
                                map.serialize_entry(&key, &Written(&pair[1]))?;
                            }
                            map.end()
                        }
                        _ => Err(S::Error::custom(SKIP)),
                    };
                }
                let mut map = s.serialize_map(Some(all.len()))?;
                for (key, v) in all {
                    map.serialize_entry(key, &Written(v))?;
                }
                map.end()
            }
        }
    }
}

const SKIP: &str = "no value of serde";

fn answer(kind: u8, text: &[u8]) -> Vec<u8> {
    let mut all = vec![kind];
    all.extend_from_slice(text);
    all
}

fn judged<T: AsRef<[u8]>, E: fmt::Display>(kind: u8, result: Result<T, E>) -> Vec<u8> {
    match result {
        Ok(v) => answer(kind, v.as_ref()),
        Err(e) if e.to_string().contains(SKIP) => answer(b'S', e.to_string().as_bytes()),
        Err(e) => answer(b'E', e.to_string().as_bytes()),
    }
}

fn reply(mode: &str, request: &[u8]) -> Vec<u8> {
    let content = &request[1..];
    match (request[0], mode) {
        (b'H', "serde-beve") => answer(b'V', br#"{"name":"serde-beve","version":"1.0.0"}"#),
        (b'H', "beve-json") => answer(b'V', br#"{"name":"beve","version":"10.0.1","notation":"json"}"#),
        (b'H', _) => answer(b'V', br#"{"name":"beve","version":"10.0.1"}"#),
        (b'R', "beve") => judged(b'V', beve::from_slice::<Meaning>(content).map(|m| m.0)),
        (b'R', "beve-json") => judged(b'V', beve::beve_slice_to_json_string(content)),
        (b'R', "serde-beve") => judged(b'V', serde_beve::from_bytes::<Meaning>(content).map(|m| m.0)),
        (b'W', "beve") => {
            let value: Value = serde_json::from_slice(content).unwrap();
            judged(b'B', beve::to_vec(&Written(&value)))
        }
        (b'W', "serde-beve") => {
            let value: Value = serde_json::from_slice(content).unwrap();
            judged(b'B', serde_beve::to_bytes(&Written(&value)))
        }
        _ => answer(b'S', b"not here"),
    }
}

fn main() {
    let mode = std::env::args().nth(1).unwrap();
    let (mut source, mut target) = (std::io::stdin().lock(), std::io::stdout().lock());
    loop {
        let mut head = [0; 4];
        if source.read_exact(&mut head).is_err() {
            return;
        }
        let mut request = vec![0; u32::from_le_bytes(head) as usize];
        source.read_exact(&mut request).unwrap();
        let out = reply(&mode, &request);
        target.write_all(&(out.len() as u32).to_le_bytes()).unwrap();
        target.write_all(&out).unwrap();
        target.flush().unwrap();
    }
}
