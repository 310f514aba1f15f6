//! Parquet files with plain columns: numbers, texts, truth values and dates, packed in any of the usual ways. Types are those of
//! the file, so nothing is guessed; what is nested or no number, text or date is refused. Polars unpacks the pages.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use polars_arrow::array::{Array, BinaryViewArray, BooleanArray, PrimitiveArray, Utf8ViewArray};
use polars_arrow::datatypes::{ArrowDataType, Field, TimeUnit};
use polars_arrow::types::NativeType;
use polars_parquet::read::schema::parquet_to_arrow_schema;
use polars_parquet::read::{
    BasicDecompressor, ColumnChunkMetadata, FileMetadata, PageReader, column_iter_to_arrays,
    read_metadata,
};

use super::text::{self, LevelPool};
use super::{ReadOptions, ReadTable};
use crate::data::error::DataError;
use crate::data::table::{Column, Table, Values};

/// The column that pandas writes for an index without a name.
const PANDAS_INDEX: &str = "__index_level_0__";

/// Reads a Parquet file.
pub fn read(file: &Path, bytes: &[u8], options: &ReadOptions) -> Result<ReadTable, DataError> {
    // Pages are unpacked by code that trusts them.
    catch_unwind(AssertUnwindSafe(|| read_columns(file, bytes, options)))
        .unwrap_or_else(|_| Err(damaged(file, "its pages cannot be unpacked")))
}

fn damaged(file: &Path, reason: impl std::fmt::Display) -> DataError {
    let problem = format!("the Parquet data is damaged: {reason}");
    DataError::file(file, problem, "get the file again, or write it as CSV")
}

fn read_columns(file: &Path, bytes: &[u8], options: &ReadOptions) -> Result<ReadTable, DataError> {
    let metadata = read_metadata(&mut Cursor::new(bytes)).map_err(|e| damaged(file, e))?;
    let schema = parquet_to_arrow_schema(metadata.schema().fields());
    let fields: Vec<&Field> = schema.iter_values().collect();
    let rows = metadata.num_rows;
    text::check_size(file, rows, fields.len())?;
    let mut notes = Vec::new();
    let is_index = |field: &Field| field.name.as_str() == PANDAS_INDEX;
    let names: Vec<&str> =
        fields.iter().filter(|f| !is_index(f)).map(|f| f.name.as_str()).collect();
    let default = names.last().map(ToString::to_string).into_iter().collect();
    let target = text::choose_target(file, &names, options, default)?;
    let (mut columns, mut declares_classes) = (Vec::new(), false);
    for field in fields {
        if is_index(field) {
            notes.push(format!("column `{PANDAS_INDEX}` is the index of pandas and is left out"));
            continue;
        }
        let name = field.name.to_string();
        let is_target = target.contains(&name);
        let unread = options.unread.contains(&name) && !is_target;
        let to_text = options.nominal.contains(&name) || (is_target && options.target_is_nominal);
        let mut cells = PlainCells::new(field.dtype(), to_text, unread)
            .ok_or_else(|| unsupported(file, field))?;
        declares_classes |= is_target && matches!(cells.kind, PlainKind::Text | PlainKind::Truth);
        if unread {
            (0..rows).for_each(|_| cells.labels.push(None));
        } else {
            read_column(file, bytes, &metadata, field, &mut cells, options)?;
        }
        notes.extend(cells.note(&name));
        columns.push(cells.finish(file, name, rows)?);
    }
    let lines = (1..=rows).collect();
    Ok(ReadTable { table: Table { columns, rows }, lines, target, declares_classes, notes })
}

fn unsupported(file: &Path, field: &Field) -> DataError {
    let problem = format!("values of the type {:?} cannot be read", field.dtype());
    let remedy =
        "write them as numbers or texts, one value per row, or list the column under `ignore`";
    DataError::file(file, problem, remedy).in_column(field.name.as_str())
}

/// Adds the values of a column, row group by row group.
fn read_column(
    file: &Path,
    bytes: &[u8],
    metadata: &FileMetadata,
    field: &Field,
    cells: &mut PlainCells,
    options: &ReadOptions,
) -> Result<(), DataError> {
    for group in &metadata.row_groups {
        let chunks: Vec<&ColumnChunkMetadata> =
            group.columns_under_root_iter(&field.name).into_iter().flatten().collect();
        let [chunk] = chunks.as_slice() else { return Err(unsupported(file, field)) };
        let range = chunk.byte_range();
        let packed = bytes.get(range.start as usize..range.end as usize);
        let packed = packed.ok_or_else(|| damaged(file, "a column reaches beyond its end"))?;
        let pages =
            PageReader::new(Cursor::new(packed.to_vec().into()), chunk, Vec::new(), usize::MAX);
        let pages = BasicDecompressor::new(pages, Vec::new());
        let kind = &chunk.descriptor().descriptor.primitive_type;
        let (arrays, _) = column_iter_to_arrays(vec![pages], vec![kind], field.clone(), None)
            .map_err(|e| damaged(file, e).in_column(field.name.as_str()))?;
        for array in arrays {
            cells.push_array(array.as_ref(), options).ok_or_else(|| unsupported(file, field))?;
        }
    }
    Ok(())
}

/// What the values of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlainKind {
    Number,
    Text,
    Truth,
    /// Days since 1970.
    Days,
    /// So many parts of a second since 1970.
    Moments(i64),
}

/// The values of one column so far.
struct PlainCells {
    kind: PlainKind,
    to_text: bool,
    /// Whether nothing depends on the values.
    unread: bool,
    numbers: Vec<f64>,
    labels: LevelPool<'static>,
}

impl PlainCells {
    /// No values yet; `None` if values of that type cannot be read.
    fn new(dtype: &ArrowDataType, to_text: bool, unread: bool) -> Option<PlainCells> {
        use ArrowDataType as D;
        let kind = match dtype {
            D::Int8 | D::Int16 | D::Int32 | D::Int64 => PlainKind::Number,
            D::UInt8 | D::UInt16 | D::UInt32 | D::UInt64 => PlainKind::Number,
            D::Float32 | D::Float64 => PlainKind::Number,
            D::Utf8View | D::BinaryView => PlainKind::Text,
            D::Boolean => PlainKind::Truth,
            D::Date32 => PlainKind::Days,
            D::Timestamp(unit, _) => PlainKind::Moments(match unit {
                TimeUnit::Second => 1,
                TimeUnit::Millisecond => 1_000,
                TimeUnit::Microsecond => 1_000_000,
                TimeUnit::Nanosecond => 1_000_000_000,
            }),
            _ if unread => PlainKind::Text,
            _ => return None,
        };
        let to_text = to_text || unread || matches!(kind, PlainKind::Text | PlainKind::Truth);
        Some(PlainCells {
            kind,
            to_text,
            unread,
            numbers: Vec::new(),
            labels: LevelPool::default(),
        })
    }

    /// Adds the values of one array; `None` if it is of another type than was declared.
    fn push_array(&mut self, array: &dyn Array, options: &ReadOptions) -> Option<()> {
        let any = array.as_any();
        if let Some(values) = any.downcast_ref::<Utf8ViewArray>() {
            values.iter().for_each(|value| self.push_text(value, options));
        } else if let Some(values) = any.downcast_ref::<BinaryViewArray>() {
            for value in values.iter() {
                self.push_text(value.map(std::str::from_utf8).transpose().ok()?, options);
            }
        } else if let Some(values) = any.downcast_ref::<BooleanArray>() {
            let word = |truth: bool| if truth { "True" } else { "False" };
            values.iter().for_each(|value| self.push_text(value.map(word), options));
        } else {
            self.push_primitives::<i64>(array, |v| (v as f64, v.to_string()))
                .or_else(|| self.push_primitives::<i32>(array, |v| (f64::from(v), v.to_string())))
                .or_else(|| self.push_primitives::<f64>(array, |v| (v, format!("{v:?}"))))
                .or_else(|| {
                    self.push_primitives::<f32>(array, |v| (f64::from(v), format!("{v:?}")))
                })
                .or_else(|| self.push_primitives::<i16>(array, |v| (f64::from(v), v.to_string())))
                .or_else(|| self.push_primitives::<i8>(array, |v| (f64::from(v), v.to_string())))
                .or_else(|| self.push_primitives::<u64>(array, |v| (v as f64, v.to_string())))
                .or_else(|| self.push_primitives::<u32>(array, |v| (f64::from(v), v.to_string())))
                .or_else(|| self.push_primitives::<u16>(array, |v| (f64::from(v), v.to_string())))
                .or_else(|| self.push_primitives::<u8>(array, |v| (f64::from(v), v.to_string())))?;
        }
        Some(())
    }

    fn push_primitives<T: NativeType>(
        &mut self,
        array: &dyn Array,
        read: impl Fn(T) -> (f64, String),
    ) -> Option<()> {
        let values = array.as_any().downcast_ref::<PrimitiveArray<T>>()?;
        for value in values.iter() {
            let Some((number, written)) = value.map(|v| read(*v)) else {
                self.push_number(f64::NAN, String::new());
                continue;
            };
            match self.kind {
                PlainKind::Moments(parts) => self.push_number(moment(number, parts), written),
                _ => self.push_number(number, written),
            }
        }
        Some(())
    }

    fn push_text(&mut self, value: Option<&str>, options: &ReadOptions) {
        let known = value.filter(|value| !text::is_missing(value.trim(), options));
        self.labels.push(known.map(|value| Cow::Owned(value.to_owned())));
    }

    fn push_number(&mut self, value: f64, written: String) {
        if self.to_text {
            self.labels.push((!value.is_nan()).then_some(Cow::Owned(written)));
        } else {
            self.numbers.push(value);
        }
    }

    fn note(&self, name: &str) -> Option<String> {
        let is_date = matches!(self.kind, PlainKind::Days | PlainKind::Moments(_));
        (is_date && !self.to_text)
            .then(|| format!("the dates of column `{name}` are read as days since 1970-01-01"))
    }

    fn finish(self, file: &Path, name: String, rows: usize) -> Result<Column, DataError> {
        if let Some(row) = self.numbers.iter().position(|v| v.is_infinite()) {
            let problem = format!("row {} is not a finite number", row + 1);
            let remedy = "correct the value, or write it as missing";
            return Err(DataError::file(file, problem, remedy).in_column(name));
        }
        let values = if self.to_text {
            self.labels.into_values()
        } else {
            Values::Numeric(self.numbers.into())
        };
        if values.len() != rows {
            return Err(damaged(file, "a column has another length than the table").in_column(name));
        }
        if values.missing() == rows && rows > 0 && !self.unread {
            let remedy = "remove the column, or list it under `ignore`";
            return Err(DataError::file(file, "every value is missing", remedy).in_column(name));
        }
        Ok(Column { name, values })
    }
}

/// Days since 1970 of a moment, computed as a date with a time in a CSV file is.
fn moment(value: f64, parts: i64) -> f64 {
    let seconds = value / parts as f64;
    let day = (seconds / 86_400.0).floor();
    day + (seconds - day * 86_400.0) / 86_400.0
}
