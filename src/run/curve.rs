//! The curve of a trial as it is stored, one line per trial: the value of metrics at steps, such as examples of a stream
//! that have passed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::metrics::StreamCurve;
use crate::plan::TrialId;

/// How scores went while examples passed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredCurve {
    /// The trial.
    pub trial: TrialId,
    /// What is counted.
    pub step: String,
    /// The steps, ascending.
    pub at: Vec<u64>,
    /// By metric, one value per step; null where it is undefined.
    pub values: BTreeMap<String, Vec<Option<f64>>>,
}

impl StoredCurve {
    /// The curve of a stream: every step is the number of examples up to the end of a window.
    pub fn of_stream(trial: &TrialId, curve: StreamCurve) -> StoredCurve {
        let StreamCurve { at, values } = curve;
        StoredCurve { trial: trial.clone(), step: "examples".to_owned(), at, values }
    }

    /// Whether every metric has one value per step, and steps ascend.
    pub fn fits_together(&self) -> bool {
        let ascends = self.at.windows(2).all(|pair| pair[0] < pair[1]);
        ascends && self.values.values().all(|values| values.len() == self.at.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_survives_a_round_trip_and_half_of_one_is_known() {
        let line = r#"{"trial":"00fa86a6820b8a19db93c281608fc9fc","step":"examples","at":[10,20],"values":{"accuracy":[0.5,1.0],"kappa":[null,0.25]}}"#;
        let curve: StoredCurve = serde_json::from_str(line).unwrap();
        assert_eq!(serde_json::to_string(&curve).unwrap(), line);
        assert!(curve.fits_together());
        for (from, to) in [("[null,0.25]", "[0.25]"), ("[10,20]", "[20,10]"), ("[10,20]", "[10]")] {
            let other: StoredCurve = serde_json::from_str(&line.replace(from, to)).unwrap();
            assert!(!other.fits_together(), "{to}");
        }
    }
}
