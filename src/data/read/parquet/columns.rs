//! The columns of a Parquet file, value by value, for data files and tables of results alike. Polars unpacks the pages; what they
//! declare is compared with the length of the file before, and a panic over damaged bytes becomes an error.

use std::cell::Cell;
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use polars_arrow::array::{Array, BinaryViewArray, BooleanArray, PrimitiveArray, Utf8ViewArray};
use polars_arrow::datatypes::{ArrowDataType, Field, TimeUnit};
use polars_parquet::read::schema::parquet_to_arrow_schema;
use polars_parquet::read::{
    BasicDecompressor, ColumnChunkMetadata, FileMetadata, PageReader, column_iter_to_arrays,
    infer_schema, read_metadata,
};

use super::check;
use crate::data::error::DataError;

/// The column that pandas writes for an index without a name.
pub const PANDAS_INDEX: &str = "__index_level_0__";

/// A schema of pandas or polars that is longer is not looked at.
const LONGEST_SCHEMA: usize = 100_000;

thread_local! {
    static IN_POLARS: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is inside polars: a panic there is caught and becomes an error.
pub fn in_polars() -> bool {
    IN_POLARS.get()
}

/// Reads with polars, whose panics over damaged bytes become errors.
pub fn guarded<T>(
    file: &Path,
    read: impl FnOnce() -> Result<T, DataError>,
) -> Result<T, DataError> {
    IN_POLARS.set(true);
    let read = catch_unwind(AssertUnwindSafe(read));
    IN_POLARS.set(false);
    read.unwrap_or_else(|_| Err(damaged(file, "its pages cannot be unpacked")))
}

/// The error for bytes that no program wrote.
pub fn damaged(file: &Path, reason: impl std::fmt::Display) -> DataError {
    let reason: String =
        reason.to_string().lines().next().unwrap_or_default().chars().take(200).collect();
    let problem = format!("the Parquet data is damaged: {reason}");
    DataError::file(file, problem, "get the file again, or write it as CSV")
}

/// One value of a column.
pub enum Value<'a> {
    /// No value.
    Missing,
    /// A whole number.
    Whole(i128),
    /// A number in double precision.
    Real(f64),
    /// A number in single precision.
    Single(f32),
    /// Digits, and how many of them are decimals.
    Decimal(i128, usize),
    /// A text.
    Text(&'a str),
    /// True or false.
    Truth(bool),
    /// Days since 1970.
    Days(i32),
    /// A count of parts of a second since 1970, and how many parts a second has.
    Moment(i64, i64),
}

/// What the values of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Numbers.
    Number,
    /// Decimal numbers, with the number of decimals.
    Decimal(usize),
    /// Texts.
    Text,
    /// True or false.
    Truth,
    /// Days since 1970.
    Days,
    /// So many parts of a second since 1970.
    Moments(i64),
}

/// A file whose footer was read.
pub struct Opened<'b> {
    file: &'b Path,
    bytes: &'b [u8],
    metadata: FileMetadata,
    /// The columns, with the types of their values; `None` for those that cannot be read.
    pub columns: Vec<(Field, Option<Kind>)>,
    /// How many rows there are.
    pub rows: usize,
}

/// Reads the footer of a file.
pub fn open<'b>(file: &'b Path, bytes: &'b [u8]) -> Result<Opened<'b>, DataError> {
    check::frame(bytes).map_err(|why| damaged(file, why))?;
    let metadata = read_metadata(&mut Cursor::new(bytes)).map_err(|e| damaged(file, e))?;
    check::counts(bytes, &metadata).map_err(|why| damaged(file, why))?;
    let schema = parquet_to_arrow_schema(metadata.schema().fields());
    let durations = durations(&metadata);
    let columns = schema.iter_values().map(|field| {
        let is_duration = durations.iter().any(|name| *name == field.name.as_str());
        (field.clone(), kind(field.dtype()).filter(|_| !is_duration))
    });
    let columns = columns.collect();
    let rows = metadata.num_rows;
    Ok(Opened { file, bytes, metadata, columns, rows })
}

/// Columns that only the schema of pandas or polars calls lengths of time; to Parquet they are whole numbers.
fn durations(metadata: &FileMetadata) -> Vec<String> {
    let entries = metadata.key_value_metadata().iter().flatten();
    let mut lengths = entries.filter_map(|entry| entry.value.as_ref()).map(|value| value.len());
    if !lengths.all(|length| length <= LONGEST_SCHEMA) {
        return Vec::new();
    }
    let Ok(schema) = infer_schema(metadata) else { return Vec::new() };
    let is_duration = |field: &&Field| matches!(field.dtype(), ArrowDataType::Duration(_));
    schema.iter_values().filter(is_duration).map(|field| field.name.to_string()).collect()
}

fn kind(dtype: &ArrowDataType) -> Option<Kind> {
    use ArrowDataType as D;
    Some(match dtype {
        D::Int8 | D::Int16 | D::Int32 | D::Int64 => Kind::Number,
        D::UInt8 | D::UInt16 | D::UInt32 | D::UInt64 => Kind::Number,
        D::Float32 | D::Float64 => Kind::Number,
        D::Decimal(_, scale) => Kind::Decimal(*scale),
        // Old writers do not say that bytes are a text; those that are none are refused.
        D::Utf8View | D::BinaryView => Kind::Text,
        D::Boolean => Kind::Truth,
        D::Date32 => Kind::Days,
        D::Timestamp(unit, _) => Kind::Moments(match unit {
            TimeUnit::Second => 1,
            TimeUnit::Millisecond => 1_000,
            TimeUnit::Microsecond => 1_000_000,
            TimeUnit::Nanosecond => 1_000_000_000,
        }),
        _ => return None,
    })
}

/// The error for a column that cannot be read. Where it can be left out, `or` says how.
pub fn unsupported(file: &Path, field: &Field, or: &str) -> DataError {
    let what = match field.dtype() {
        ArrowDataType::List(_) | ArrowDataType::LargeList(_) => "lists".to_owned(),
        ArrowDataType::Struct(_) => "values with several parts".to_owned(),
        ArrowDataType::BinaryView | ArrowDataType::FixedSizeBinary(_) => "bytes".to_owned(),
        ArrowDataType::Int64 => "lengths of time".to_owned(),
        other => format!("values of the type {other:?}"),
    };
    let remedy = format!("write them as numbers or texts, one value per row, or {or}");
    DataError::file(file, format!("{what} cannot be read"), remedy).in_column(field.name.as_str())
}

impl Opened<'_> {
    /// Gives every value of a column in order; `None` if one is not what its type says.
    pub fn values(
        &self,
        field: &Field,
        kind: Kind,
        each: &mut dyn FnMut(Value),
    ) -> Result<Option<()>, DataError> {
        let broken = |error: DataError| error.in_column(field.name.as_str());
        let mut seen = 0;
        for group in &self.metadata.row_groups {
            let chunks: Vec<&ColumnChunkMetadata> =
                group.columns_under_root_iter(&field.name).into_iter().flatten().collect();
            let [chunk] = chunks.as_slice() else { return Ok(None) };
            let packed = check::chunk(self.bytes, chunk, group.num_rows())
                .map_err(|why| broken(damaged(self.file, why)))?;
            if packed.is_empty() {
                continue;
            }
            let pages = Cursor::new(packed.to_vec().into());
            let pages = PageReader::new(pages, chunk, Vec::new(), packed.len().max(1 << 10));
            let pages = BasicDecompressor::new(pages, Vec::new());
            let primitive = &chunk.descriptor().descriptor.primitive_type;
            let (arrays, _) =
                column_iter_to_arrays(vec![pages], vec![primitive], field.clone(), None)
                    .map_err(|e| broken(damaged(self.file, e)))?;
            for array in arrays {
                seen += array.len();
                if give(array.as_ref(), kind, each).is_none() {
                    return Ok(None);
                }
            }
        }
        if seen != self.rows {
            return Err(broken(damaged(self.file, "a column has another length than the table")));
        }
        Ok(Some(()))
    }
}

fn give(array: &dyn Array, kind: Kind, each: &mut dyn FnMut(Value)) -> Option<()> {
    let any = array.as_any();
    if let Some(values) = any.downcast_ref::<Utf8ViewArray>() {
        values.iter().for_each(|value| each(value.map_or(Value::Missing, Value::Text)));
        return Some(());
    }
    if let Some(values) = any.downcast_ref::<BinaryViewArray>() {
        for value in values.iter() {
            let text = value.map(std::str::from_utf8).transpose().ok()?;
            each(text.map_or(Value::Missing, Value::Text));
        }
        return Some(());
    }
    if let Some(values) = any.downcast_ref::<BooleanArray>() {
        values.iter().for_each(|value| each(value.map_or(Value::Missing, Value::Truth)));
        return Some(());
    }
    macro_rules! numbers {
        ($($native:ty => $value:expr),* $(,)?) => {$(
            if let Some(values) = any.downcast_ref::<PrimitiveArray<$native>>() {
                for value in values.iter() {
                    each(value.map_or(Value::Missing, |value| $value(*value)));
                }
                return Some(());
            }
        )*};
    }
    numbers! {
        i64 => |value| match kind {
            Kind::Moments(parts) => Value::Moment(value, parts),
            _ => Value::Whole(i128::from(value)),
        },
        i32 => |value| match kind {
            Kind::Days => Value::Days(value),
            _ => Value::Whole(i128::from(value)),
        },
        f64 => Value::Real,
        f32 => Value::Single,
        i128 => |value| match kind {
            Kind::Decimal(scale) => Value::Decimal(value, scale),
            _ => Value::Whole(value),
        },
        i16 => |value| Value::Whole(i128::from(value)),
        i8 => |value| Value::Whole(i128::from(value)),
        u64 => |value| Value::Whole(i128::from(value)),
        u32 => |value| Value::Whole(i128::from(value)),
        u16 => |value| Value::Whole(i128::from(value)),
        u8 => |value| Value::Whole(i128::from(value)),
    }
    None
}

impl Value<'_> {
    /// The value as a text with all its digits; `None` if it is missing.
    pub fn written(&self) -> Option<String> {
        Some(match self {
            Value::Missing => return None,
            Value::Real(value) if value.is_nan() => return None,
            Value::Single(value) if value.is_nan() => return None,
            Value::Whole(value) => value.to_string(),
            Value::Real(value) => format!("{value:?}"),
            Value::Single(value) => format!("{value:?}"),
            Value::Decimal(digits, scale) => decimal(*digits, *scale),
            Value::Text(text) => (*text).to_owned(),
            Value::Truth(truth) => if *truth { "True" } else { "False" }.to_owned(),
            Value::Days(days) => days.to_string(),
            Value::Moment(value, _) => value.to_string(),
        })
    }

    /// The value as a number, dates as days since 1970; `None` for texts and truth values.
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Missing => Some(f64::NAN),
            Value::Whole(value) => Some(*value as f64),
            Value::Real(value) => Some(*value),
            Value::Single(value) => Some(f64::from(*value)),
            Value::Decimal(digits, scale) => decimal(*digits, *scale).parse().ok(),
            Value::Days(days) => Some(f64::from(*days)),
            Value::Moment(value, parts) => Some(moment(*value as f64, *parts)),
            Value::Text(_) | Value::Truth(_) => None,
        }
    }
}

/// A number of which the last digits are decimals.
fn decimal(digits: i128, scale: usize) -> String {
    let sign = if digits < 0 { "-" } else { "" };
    let all = format!("{:0>width$}", digits.unsigned_abs(), width = scale + 1);
    let (whole, decimals) = all.split_at(all.len() - scale);
    if scale == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{decimals}") }
}

/// Days since 1970 of a moment, computed as a date with a time in a CSV file is.
fn moment(value: f64, parts: i64) -> f64 {
    let seconds = value / parts as f64;
    let day = (seconds / 86_400.0).floor();
    day + (seconds - day * 86_400.0) / 86_400.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_keep_their_digits() {
        for (digits, scale, text) in
            [(12_345, 2, "123.45"), (-5, 3, "-0.005"), (7, 0, "7"), (0, 2, "0.00")]
        {
            assert_eq!(decimal(digits, scale), text);
        }
    }
}
