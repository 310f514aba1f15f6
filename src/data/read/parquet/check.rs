//! What a Parquet file declares about itself, compared with its length before anything is unpacked: polars takes memory for what
//! is declared, and a refusal to grant it would end the program.

use polars_parquet::parquet::compression::Compression;
use polars_parquet::parquet::schema::types::PhysicalType;
use polars_parquet::read::{ColumnChunkMetadata, FileMetadata};

use super::thrift;

const MAGIC: &[u8] = b"PAR1";

/// Rows for each byte of a file. A column with one value takes nearly none, but no table has such columns alone.
const ROWS_PER_BYTE: usize = 10_000;

/// Why a file is damaged, if its frame is: the marks at both ends, and the footer between them.
pub fn frame(bytes: &[u8]) -> Result<(), &'static str> {
    if !bytes.starts_with(MAGIC) || !bytes.ends_with(MAGIC) || bytes.len() < 3 * MAGIC.len() {
        return Err("it does not begin and end as a Parquet file");
    }
    let body = &bytes[..bytes.len() - MAGIC.len()];
    let footer = body.split_last_chunk::<4>().and_then(|(body, length)| {
        let length = u32::from_le_bytes(*length) as usize;
        body.get(body.len().checked_sub(length)?..)
    });
    footer
        .and_then(|footer| thrift::walk(footer, &mut |_, _| {}))
        .map(|_| ())
        .ok_or("its footer is damaged")
}

/// Why the counts of a file are damaged.
pub fn counts(bytes: &[u8], metadata: &FileMetadata) -> Result<(), &'static str> {
    let groups = metadata.row_groups.iter().map(|group| group.num_rows());
    let rows = groups.fold(0, usize::saturating_add);
    if rows != metadata.num_rows {
        return Err("its groups have other numbers of rows than the file");
    }
    if rows > bytes.len().saturating_mul(ROWS_PER_BYTE) {
        return Err("it declares more rows than a file of this length can hold");
    }
    Ok(())
}

/// The bytes of a column without lists in one group of rows, whose pages hold what they declare.
pub fn chunk<'b>(
    bytes: &'b [u8],
    chunk: &ColumnChunkMetadata,
    rows: usize,
) -> Result<&'b [u8], &'static str> {
    let first = chunk.dictionary_page_offset().filter(|offset| *offset > 0);
    let start = usize::try_from(first.unwrap_or(chunk.data_page_offset())).ok();
    let length = usize::try_from(chunk.compressed_size()).ok();
    let packed =
        start.zip(length).and_then(|(start, length)| bytes.get(start..start.checked_add(length)?));
    let packed = packed.ok_or("a column reaches beyond its end")?;
    if usize::try_from(chunk.num_values()) != Ok(rows) {
        return Err("a column has another length than the table");
    }
    pages(packed, (chunk.compression(), chunk.physical_type()), rows)?;
    Ok(packed)
}

/// What a page declares.
#[derive(Default)]
struct Page {
    unpacked: i64,
    packed: i64,
    values: i64,
    /// The values of a dictionary.
    entries: i64,
}

fn pages(
    mut rest: &[u8],
    (compression, of): (Compression, PhysicalType),
    rows: usize,
) -> Result<(), &'static str> {
    const DAMAGED: &str = "a page of a column is damaged";
    let mut left = rows;
    while left > 0 {
        let mut page = Page::default();
        let header = thrift::walk(rest, &mut |path, value| match path {
            [2] => page.unpacked = value,
            [3] => page.packed = value,
            [5 | 8, 1] => page.values = value,
            [7, 1] => page.entries = value,
            _ => {}
        });
        let body = header.and_then(|header| rest.get(header..)).ok_or(DAMAGED)?;
        let packed = usize::try_from(page.packed).map_err(|_| DAMAGED)?;
        rest = body.get(packed..).ok_or("a page of a column reaches beyond its end")?;
        let unpacked = usize::try_from(page.unpacked).map_err(|_| DAMAGED)?;
        let entries = usize::try_from(page.entries).map_err(|_| DAMAGED)?;
        let values = usize::try_from(page.values).map_err(|_| DAMAGED)?;
        let most = match most_of_values(values.saturating_add(entries), of) {
            // Brotli repeats 16 MiB with a few bytes, so that the packed ones say nothing.
            Some(most) if compression == Compression::Brotli => most,
            _ => most_unpacked(packed, compression),
        };
        if unpacked > most || entries > unpacked {
            return Err("a page of a column declares more than its bytes can hold");
        }
        if values == 0 && entries == 0 && packed == 0 {
            return Err(DAMAGED);
        }
        left = left.checked_sub(values).ok_or("a column has another length than the table")?;
    }
    Ok(())
}

/// The most bytes that a number of packed bytes can unpack to: the longest repetition of each method over the bytes that it takes.
fn most_unpacked(packed: usize, compression: Compression) -> usize {
    let most = match compression {
        Compression::Uncompressed => 1,
        // 64 bytes from three.
        Compression::Snappy => 22,
        Compression::Lz4 | Compression::Lz4Raw | Compression::Lzo => 256,
        Compression::Gzip => 1_040,
        // 128 KiB from four.
        Compression::Zstd => 33_000,
        // 16 MiB from four.
        Compression::Brotli => 4_200_000,
    };
    packed.saturating_mul(most).saturating_add(64)
}

/// The most bytes that a page with a given number of values takes, unpacked, in any encoding: a value, its part of the levels that say what is
/// missing, and what the last block of an encoding is filled up with. `None` for texts, which have any length.
fn most_of_values(values: usize, of: PhysicalType) -> Option<usize> {
    let width = match of {
        PhysicalType::ByteArray => return None,
        PhysicalType::FixedLenByteArray(width) => width.max(4),
        PhysicalType::Int96 => 12,
        PhysicalType::Int64 | PhysicalType::Double => 8,
        PhysicalType::Boolean | PhysicalType::Int32 | PhysicalType::Float => 4,
    };
    Some(values.saturating_add(1_000).saturating_mul(width.saturating_add(2)))
}
