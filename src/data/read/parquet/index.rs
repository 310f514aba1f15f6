//! Which columns of a Parquet file are the index of pandas. pandas writes them last, with or without a name, and says so in the
//! file's footer; a CSV file has them first.

use polars_parquet::read::FileMetadata;
use serde_json::Value;

/// What pandas says of a file with many columns is long, too; what is longer than this is not looked at.
const LONGEST: usize = 20_000_000;

/// Whether a column is an index to which pandas gave no name.
pub fn is_nameless(name: &str) -> bool {
    let level = name.strip_prefix("__index_level_").and_then(|rest| rest.strip_suffix("__"));
    level.is_some_and(|level| !level.is_empty() && level.bytes().all(|b| b.is_ascii_digit()))
}

/// The names of the columns that are an index, unless all columns are.
pub fn columns<'n>(
    metadata: &FileMetadata,
    names: impl Iterator<Item = &'n str> + Clone,
) -> Vec<String> {
    let entries = metadata.key_value_metadata().iter().flatten();
    let written = entries.filter(|entry| entry.key == "pandas").find_map(|e| e.value.as_deref());
    let mut found = written.filter(|text| text.len() <= LONGEST).map_or(Vec::new(), declared);
    found.extend(names.clone().filter(|name| is_nameless(name)).map(str::to_owned));
    let mut index: Vec<String> = Vec::new();
    for name in found {
        if names.clone().any(|known| known == name) && !index.contains(&name) {
            index.push(name);
        }
    }
    if index.len() == names.count() { Vec::new() } else { index }
}

/// The names under `index_columns`; an index that only counts the rows has no column and is an object there.
fn declared(text: &str) -> Vec<String> {
    let Ok(all) = serde_json::from_str::<Value>(text) else { return Vec::new() };
    let columns = all.get("index_columns").and_then(Value::as_array);
    columns.into_iter().flatten().filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_known_by_the_footer_or_its_name() {
        let text =
            r#"{"index_columns": ["house", {"kind": "range", "name": null}], "columns": []}"#;
        assert_eq!(declared(text), ["house"]);
        assert!(declared("{").is_empty() && declared("[1]").is_empty());
        assert!(is_nameless("__index_level_0__") && is_nameless("__index_level_12__"));
        assert!(!is_nameless("__index_level___") && !is_nameless("index"));
    }
}
