//! Tests of the Parquet reader. Files are written by polars, column by column, packed as pandas and polars pack them.

use polars_arrow::array::{Array, BooleanArray, ListArray, PrimitiveArray, Utf8ViewArray};
use polars_arrow::datatypes::{ArrowDataType, ArrowSchema, TimeUnit};
use polars_arrow::offset::OffsetsBuffer;
use polars_arrow::record_batch::RecordBatch;
use polars_arrow::types::NativeType;
use polars_parquet::write::{
    CompressionOptions, Encoding, FileWriter, KeyValue, StatisticsOptions, Version, WriteOptions,
    row_group_iter,
};

use super::*;
use crate::data::table::MISSING;

type Arrays = Vec<(&'static str, Box<dyn Array>)>;

/// A file of two row groups with the same rows.
fn file(arrays: Arrays, compression: CompressionOptions) -> Vec<u8> {
    file_with(arrays, compression, None)
}

/// The same with what pandas says of it.
fn file_with(arrays: Arrays, compression: CompressionOptions, pandas: Option<&str>) -> Vec<u8> {
    let field = |(name, array): &(&'static str, Box<dyn Array>)| {
        Field::new((*name).into(), array.dtype().clone(), true)
    };
    let schema: ArrowSchema = arrays.iter().map(field).map(|f| (f.name.clone(), f)).collect();
    let options = WriteOptions {
        statistics: StatisticsOptions::empty(),
        version: Version::V1,
        compression,
        data_page_size: None,
    };
    let mut writer = FileWriter::try_new(Vec::new(), schema.clone(), options).unwrap();
    for _ in 0..2 {
        let rows = arrays[0].1.len();
        let columns: Vec<Box<dyn Array>> = arrays.iter().map(|(_, array)| array.clone()).collect();
        let encodings: Vec<Vec<Encoding>> = vec![vec![Encoding::Plain]; columns.len()];
        let batch = RecordBatch::new(rows, schema.clone().into(), columns);
        let fields = writer.parquet_schema().fields().to_vec();
        let group = row_group_iter(batch, encodings.into(), fields, options);
        writer.write(rows as u64, group).unwrap();
    }
    let said = |text: &str| KeyValue { key: "pandas".to_owned(), value: Some(text.to_owned()) };
    writer.end(pandas.map(|text| vec![said(text)])).unwrap();
    writer.into_inner()
}

fn numbers_of<T: NativeType>(values: Vec<Option<T>>, dtype: ArrowDataType) -> Box<dyn Array> {
    Box::new(PrimitiveArray::<T>::from(values).to(dtype))
}

fn texts_of(values: &[Option<&str>]) -> Box<dyn Array> {
    Box::new(Utf8ViewArray::from_slice(values))
}

fn parse(bytes: &[u8], options: &ReadOptions) -> Result<ReadTable, DataError> {
    read(Path::new("t.parquet"), bytes, options)
}

fn column(read: &ReadTable, name: &str) -> Vec<String> {
    let column = read.table.columns.iter().find(|c| c.name == name).unwrap();
    (0..read.table.rows).map(|row| column.values.text(row).unwrap_or("-".into())).collect()
}

#[test]
fn plain_columns_of_every_type_are_read() {
    let day = |d: i32| Some(d);
    let noon = Some(86_400_000 + 43_200_000);
    let arrays: Arrays = vec![
        ("small", numbers_of(vec![Some(1i8), None], ArrowDataType::Int8)),
        ("whole", numbers_of(vec![Some(-5i64), Some(7)], ArrowDataType::Int64)),
        ("wide", numbers_of(vec![Some(5u32), Some(7)], ArrowDataType::UInt32)),
        ("real", numbers_of(vec![Some(0.5f64), Some(f64::NAN)], ArrowDataType::Float64)),
        ("day", numbers_of(vec![day(10), None], ArrowDataType::Date32)),
        (
            "at",
            numbers_of(
                vec![noon, Some(0i64)],
                ArrowDataType::Timestamp(TimeUnit::Millisecond, None),
            ),
        ),
        ("__index_level_0__", numbers_of(vec![Some(0i64), Some(1)], ArrowDataType::Int64)),
        ("truth", Box::new(BooleanArray::from(vec![Some(true), None]))),
        ("class", texts_of(&[Some("b"), Some("a")])),
    ];
    for compression in [
        CompressionOptions::Uncompressed,
        CompressionOptions::Snappy,
        CompressionOptions::Zstd(None),
    ] {
        let read = parse(&file(arrays.clone(), compression), &ReadOptions::default()).unwrap();
        assert_eq!(read.table.rows, 4);
        assert_eq!(read.target, ["class"]);
        for (name, expected) in [
            ("small", ["1", "-"]),
            ("whole", ["-5", "7"]),
            ("wide", ["5", "7"]),
            ("real", ["0.5", "-"]),
            ("day", ["10", "-"]),
            ("at", ["1.5", "0"]),
            ("truth", ["True", "-"]),
            ("class", ["b", "a"]),
        ] {
            assert_eq!(column(&read, name), expected.repeat(2), "{name}");
        }
        assert!(read.declares_classes);
        assert_eq!(read.notes.len(), 3, "{:?}", read.notes);
        let Values::Nominal { levels, codes } = &read.table.columns[6].values else { panic!() };
        assert_eq!((levels.as_slice(), codes[1]), (&["True".to_owned()][..], MISSING));
    }
}

#[test]
fn lists_and_damage_are_refused() {
    let inner = numbers_of(vec![Some(1i64), Some(2)], ArrowDataType::Int64);
    let dtype = ListArray::<i64>::default_datatype(ArrowDataType::Int64);
    let offsets = OffsetsBuffer::try_from(vec![0i64, 1, 2]).unwrap();
    let list = ListArray::<i64>::new(dtype, offsets, inner, None);
    let arrays: Arrays = vec![("l", Box::new(list)), ("y", texts_of(&[Some("a"), Some("b")]))];
    let bytes = file(arrays, CompressionOptions::Uncompressed);
    let error = parse(&bytes, &ReadOptions::default()).map(|_| ()).unwrap_err();
    assert_eq!(error.column.as_deref(), Some("l"));
    assert!(error.remedy.contains("`ignore`"), "{error}");
    let unread = ReadOptions { unread: vec!["l".into()], ..ReadOptions::default() };
    assert_eq!(parse(&bytes, &unread).unwrap().table.columns.len(), 2);
    for cut in [0, 4, bytes.len() / 2, bytes.len() - 1] {
        let error = parse(&bytes[..cut], &ReadOptions::default()).map(|_| ()).unwrap_err();
        assert!(error.problem.contains("damaged"), "{error}");
    }
    let infinite: Arrays = vec![
        ("x", numbers_of(vec![Some(f64::INFINITY)], ArrowDataType::Float64)),
        ("y", texts_of(&[Some("a")])),
    ];
    let error = parse(&file(infinite, CompressionOptions::Uncompressed), &ReadOptions::default());
    assert!(error.map(|_| ()).unwrap_err().problem.contains("not a finite number"));
}

#[test]
fn decimals_and_words_for_missing_are_read_as_in_csv() {
    let arrays: Arrays = vec![
        ("price", numbers_of(vec![Some(1_250i128), Some(-5)], ArrowDataType::Decimal(10, 2))),
        ("code", numbers_of(vec![Some(-999.0f64), Some(3.0)], ArrowDataType::Float64)),
        ("word", texts_of(&[Some("NA"), Some("red")])),
        ("bag", texts_of(&[Some("one"), None])),
        ("class", texts_of(&[Some("a"), Some("b")])),
    ];
    let bytes = file(arrays, CompressionOptions::Snappy);
    let options = ReadOptions { sniff: true, ..ReadOptions::default() };
    let found = parse(&bytes, &options).unwrap();
    assert_eq!(column(&found, "price"), ["12.5", "-0.05"].repeat(2));
    assert_eq!(column(&found, "word"), ["-", "red"].repeat(2));
    assert!(found.notes.iter().any(|note| note.contains("`NA` is taken")), "{:?}", found.notes);
    let said = ReadOptions {
        missing: vec!["-999".into()],
        missing_said: true,
        unread: vec!["bag".into()],
        ..options.clone()
    };
    let found = parse(&bytes, &said).unwrap();
    assert_eq!(column(&found, "code"), ["-", "3"].repeat(2));
    assert_eq!(column(&found, "word"), ["NA", "red"].repeat(2));
    assert_eq!(column(&found, "bag"), ["one", "-"].repeat(2));
    // What is to be predicted must be known.
    let target = ReadOptions { target: vec!["word".into()], ..options };
    let error = parse(&bytes, &target).map(|_| ()).unwrap_err();
    assert!(error.problem.contains("the target is `NA`"), "{error}");
}

#[test]
fn whole_numbers_that_are_too_long_are_stated() {
    let ids = vec![Some(9_007_199_254_740_993i64), Some(1)];
    let arrays: Arrays = vec![
        ("id", numbers_of(ids, ArrowDataType::Int64)),
        ("class", texts_of(&[Some("a"), Some("b")])),
    ];
    let found = parse(&file(arrays, CompressionOptions::Snappy), &ReadOptions::default()).unwrap();
    assert!(found.notes[0].contains("only 15 digits are kept"), "{:?}", found.notes);
}

/// A changed byte is an error or another value, and never a panic or a demand for all memory.
#[test]
fn every_damaged_byte_has_an_answer() {
    let arrays: Arrays = vec![
        ("x", numbers_of(vec![Some(0.5f64), None, Some(2.5)], ArrowDataType::Float64)),
        ("class", texts_of(&[Some("b"), Some("a"), Some("a")])),
    ];
    for compression in [CompressionOptions::Uncompressed, CompressionOptions::Snappy] {
        let whole = file(arrays.clone(), compression);
        for at in 0..whole.len() {
            for flip in [0x01, 0x80, 0xff] {
                let mut bytes = whole.clone();
                bytes[at] ^= flip;
                if let Err(error) = parse(&bytes, &ReadOptions::default()) {
                    assert!(!error.problem.is_empty());
                }
            }
        }
    }
}

/// The same values in a CSV file are the same dataset.
#[test]
fn a_csv_file_with_the_same_values_has_the_same_content() {
    let arrays: Arrays = vec![
        ("x", numbers_of(vec![Some(0.1f64), None, Some(2.5)], ArrowDataType::Float64)),
        ("n", numbers_of(vec![Some(3i64), Some(4), Some(5)], ArrowDataType::Int64)),
        ("c", texts_of(&[Some("u"), Some("v"), None])),
        ("class", numbers_of(vec![Some(1i64), Some(0), Some(1)], ArrowDataType::Int64)),
    ];
    let folder = tempfile::tempdir().unwrap();
    let hash = |name: &str, bytes: &[u8]| {
        let file = folder.path().join(name);
        std::fs::write(&file, bytes).unwrap();
        let options = ReadOptions { sniff: true, ..ReadOptions::default() };
        let source =
            crate::data::load::Source { name: "d".into(), file, options, ..Default::default() };
        crate::data::load::load(&source).unwrap().hash
    };
    let rows = "0.1,3,u,1\n,4,v,0\n2.5,5,,1\n".repeat(2);
    let csv = hash("d.csv", format!("x,n,c,class\n{rows}").as_bytes());
    let packed = file(arrays, CompressionOptions::Snappy);
    assert_eq!(hash("d.parquet", &packed), csv);
    // By content, whatever the ending.
    assert_eq!(hash("d", &packed), csv);
}

/// `DataFrame({x, price}, index=house_id).to_parquet()` has its index last, and `to_csv()` has it first.
#[test]
fn the_index_of_pandas_is_no_target() {
    let arrays: Arrays = vec![
        ("x", numbers_of(vec![Some(0.5f64), Some(2.5)], ArrowDataType::Float64)),
        ("price", numbers_of(vec![Some(10.5f64), Some(12.5)], ArrowDataType::Float64)),
        ("house_id", numbers_of(vec![Some(14i64), Some(7)], ArrowDataType::Int64)),
    ];
    let said = "{\"index_columns\": [\"house_id\"], \"columns\": []}";
    let bytes = file_with(arrays.clone(), CompressionOptions::Snappy, Some(said));
    let found = parse(&bytes, &ReadOptions::default()).unwrap();
    let names: Vec<&str> = found.table.columns.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(
        (found.target.as_slice(), names),
        (&["price".to_owned()][..], vec!["house_id", "x", "price"])
    );
    assert!(found.notes[0].contains("`house_id` is the index of pandas"), "{:?}", found.notes);
    let asked = ReadOptions { target: vec!["house_id".into()], ..ReadOptions::default() };
    assert!(parse(&bytes, &asked).unwrap().notes.is_empty());
    let plain = parse(&file(arrays, CompressionOptions::Snappy), &ReadOptions::default()).unwrap();
    assert_eq!(plain.target, ["house_id"]);
}

/// A million equal numbers are a few bytes, packed with Brotli.
#[test]
fn what_brotli_packs_well_is_not_damaged() {
    let arrays: Arrays = vec![
        ("x", numbers_of(vec![Some(0.0f64); 1_000_000], ArrowDataType::Float64)),
        ("class", texts_of(&vec![Some("a text that repeats"); 1_000_000])),
    ];
    let found =
        parse(&file(arrays, CompressionOptions::Brotli(None)), &ReadOptions::default()).unwrap();
    assert_eq!(found.table.rows, 2_000_000);
}

#[test]
fn columns_that_cannot_be_read_are_named_for_what_they_are() {
    let class = texts_of(&[Some("a"), Some("b")]);
    let long = numbers_of(vec![Some(1i128), Some(2)], ArrowDataType::Decimal(38, 2));
    let read = |name, array| {
        let arrays: Arrays = vec![(name, array), ("class", class.clone())];
        parse(&file(arrays, CompressionOptions::Snappy), &ReadOptions::default())
    };
    assert_eq!(column(&read("x", long).unwrap(), "x"), ["0.01", "0.02"].repeat(2));
    let field = |dtype| Field::new("x".into(), dtype, true);
    for (dtype, words) in [
        (ArrowDataType::Decimal(50, 2), "decimal numbers of 50 digits"),
        (ArrowDataType::FixedSizeBinary(2), "numbers in half precision"),
        (ArrowDataType::FixedSizeBinary(3), "bytes"),
        (ArrowDataType::Time64(TimeUnit::Microsecond), "times of day"),
    ] {
        let error = unsupported(Path::new("t.parquet"), &field(dtype), "list it under `ignore`");
        assert!(error.problem.contains(words), "{error}");
    }
}

/// A date is the same text as in a CSV file.
#[test]
fn dates_as_names_are_days_of_the_calendar() {
    let arrays: Arrays = vec![
        ("day", numbers_of(vec![Some(18_262i32), Some(0)], ArrowDataType::Date32)),
        ("class", texts_of(&[Some("a"), Some("b")])),
    ];
    let bytes = file(arrays, CompressionOptions::Snappy);
    let nominal = ReadOptions { nominal: vec!["day".into()], ..ReadOptions::default() };
    let found = parse(&bytes, &nominal).unwrap();
    assert_eq!(column(&found, "day"), ["2020-01-01", "1970-01-01"].repeat(2));
}
