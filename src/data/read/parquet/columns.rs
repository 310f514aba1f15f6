//! The columns of a Parquet file, value by value, for data files and tables of results alike. Polars unpacks the pages; what they
//! declare is compared with the length of the file before, and a panic over damaged bytes becomes an error.

use std::cell::Cell;
use std::collections::BTreeSet;
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
use super::index;
use super::values::Value;
use crate::data::error::DataError;
use crate::data::read::text::shown;

/// Digits of a decimal number that fit into 128 bits.
const MOST_DIGITS: usize = 38;

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
    /// The columns, with the types of their values; `None` for those that cannot be read. The index of pandas comes first.
    pub columns: Vec<(Field, Option<Kind>)>,
    /// The columns that are the index of pandas.
    pub index: Vec<String>,
    /// How many rows there are.
    pub rows: usize,
}

/// Reads the footer of a file.
pub fn open<'b>(file: &'b Path, bytes: &'b [u8]) -> Result<Opened<'b>, DataError> {
    check::frame(bytes).map_err(|why| damaged(file, why))?;
    let metadata = read_metadata(&mut Cursor::new(bytes)).map_err(|e| damaged(file, e))?;
    check::counts(bytes, &metadata).map_err(|why| damaged(file, why))?;
    check_names(file, &metadata)?;
    let schema = parquet_to_arrow_schema(metadata.schema().fields());
    let durations = durations(&metadata);
    let columns = schema.iter_values().map(|field| {
        let is_duration = durations.iter().any(|name| *name == field.name.as_str());
        (field.clone(), kind(field.dtype()).filter(|_| !is_duration))
    });
    let mut columns: Vec<(Field, Option<Kind>)> = columns.collect();
    let index = index::columns(&metadata, columns.iter().map(|(field, _)| field.name.as_str()));
    // As in a CSV file, where the last column is the target unless another one is named.
    let place = |field: &Field| index.iter().position(|name| *name == field.name.as_str());
    columns.sort_by_key(|(field, _)| place(field).unwrap_or(index.len()));
    let rows = metadata.num_rows;
    Ok(Opened { file, bytes, metadata, columns, index, rows })
}

/// Refuses two columns of one name, of which no key could name one.
fn check_names(file: &Path, metadata: &FileMetadata) -> Result<(), DataError> {
    let mut seen = BTreeSet::new();
    match metadata.schema().fields().iter().find(|field| !seen.insert(field.name())) {
        None => Ok(()),
        Some(field) => {
            let problem = format!("two columns are called {}", shown(field.name()));
            Err(DataError::file(file, problem, "rename one of them").in_column(field.name()))
        }
    }
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
        D::Decimal(digits, scale) if *digits <= MOST_DIGITS => Kind::Decimal(*scale),
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
    use ArrowDataType as D;
    let what = match field.dtype() {
        D::List(_) | D::LargeList(_) => "lists".to_owned(),
        D::Struct(_) | D::Map(..) => "values with several parts".to_owned(),
        D::Float16 | D::FixedSizeBinary(2) => "numbers in half precision".to_owned(),
        D::BinaryView | D::FixedSizeBinary(_) => "bytes".to_owned(),
        D::Int64 | D::Duration(_) => "lengths of time".to_owned(),
        D::Time32(_) | D::Time64(_) => "times of day".to_owned(),
        D::Decimal(digits, _) | D::Decimal256(digits, _) => {
            format!("decimal numbers of {digits} digits (at most {MOST_DIGITS})")
        }
        other => format!("values of the type {other:?}"),
    };
    let remedy =
        format!("write them as texts or numbers in double precision, one value per row, or {or}");
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
