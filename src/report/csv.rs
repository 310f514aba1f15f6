//! Tables as CSV at full precision, one line a cell, for whoever draws their own.

use crate::analysis::Summary;

/// Columns `metric,kind,dataset,method,mean,sd,folds,rank,best`, and `caveat` if there is one. `kind` is `cell`, or
/// `average` for a method's mean and mean rank over the complete datasets.
pub fn csv(summary: &Summary) -> String {
    let caveat = summary.caveats.join("; ");
    let with_caveat = |line: String| match caveat.as_str() {
        "" => line + "\n",
        caveat => format!("{line},{}\n", field(caveat)),
    };
    let mut out = String::from("metric,kind,dataset,method,mean,sd,folds,rank,best");
    out.push_str(if caveat.is_empty() { "\n" } else { ",caveat\n" });
    let number = |value: Option<f64>| value.map_or(String::new(), |v| v.to_string());
    for table in &summary.tables {
        let metric = table.metric.name;
        for (dataset, row) in table.datasets.iter().zip(&table.cells) {
            for (method, cell) in table.methods.iter().zip(row) {
                let (dataset, method) = (field(dataset), field(method));
                let values = match cell {
                    None => ",,,,".to_owned(),
                    Some(cell) => {
                        let (mean, sd, rank) = (Some(cell.mean), cell.sd, cell.rank);
                        let (folds, best) = (cell.folds.len(), cell.best);
                        format!("{},{},{folds},{},{best}", number(mean), number(sd), number(rank))
                    }
                };
                out.push_str(&with_caveat(format!("{metric},cell,{dataset},{method},{values}")));
            }
        }
        let averages = table.averages.iter().zip(&table.average_ranks);
        for (method, (mean, rank)) in table.methods.iter().zip(averages) {
            let (method, mean, rank) = (field(method), number(*mean), number(*rank));
            out.push_str(&with_caveat(format!("{metric},average,,{method},{mean},,,{rank},")));
        }
    }
    out
}

/// A field, quoted where it must be.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
