//! All scores as CSV at full precision, one line per cell, for figures that are drawn elsewhere.

use super::write::csv::field;
use crate::analysis::Summary;

/// Columns `metric,kind,dataset,method,mean,sd,folds,rank,best`, and `caveat` if there is one. `kind` is `cell`, or
/// `average` for a method's mean and mean rank over the complete datasets.
pub fn scores_csv(summary: &Summary) -> String {
    let caveat = summary.caveats.join("; ");
    let with_caveat = |line: String| match caveat.as_str() {
        "" => line + "\n",
        caveat => format!("{line},{}\n", field(caveat)),
    };
    let mut out = String::from("metric,kind,dataset,method,mean,sd,folds,rank,best");
    out.push_str(if caveat.is_empty() { "\n" } else { ",caveat\n" });
    let number = |value: Option<f64>| value.map_or(String::new(), |v| v.to_string());
    for table in &summary.tables {
        let results = &table.results;
        let metric = field(&results.metric);
        for (d, (dataset, row)) in results.datasets.iter().zip(&results.cells).enumerate() {
            for (m, (method, score)) in results.methods.iter().zip(row).enumerate() {
                let (dataset, method) = (field(dataset), field(method));
                let values = match score {
                    None => ",,,,".to_owned(),
                    Some(score) => {
                        let (mean, sd) = (score.mean, number(score.sd));
                        let folds = Some(score.folds.len()).filter(|n| *n > 0);
                        let folds = folds.map_or(String::new(), |n| n.to_string());
                        let (rank, best) = (number(table.ranks[d][m]), table.best[d][m]);
                        format!("{mean},{sd},{folds},{rank},{best}")
                    }
                };
                out.push_str(&with_caveat(format!("{metric},cell,{dataset},{method},{values}")));
            }
        }
        let averages = table.averages.iter().zip(&table.average_ranks);
        for (method, (mean, rank)) in results.methods.iter().zip(averages) {
            let (method, mean, rank) = (field(method), number(*mean), number(*rank));
            out.push_str(&with_caveat(format!("{metric},average,,{method},{mean},,,{rank},")));
        }
    }
    out
}
