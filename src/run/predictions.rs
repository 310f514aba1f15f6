//! The predictions of a trial as they are stored, one line per trial. Classes have been stored since the first version,
//! and their bytes do not change; numbers have fields of their own.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::learn::{ClassPredictions, StoredAnswers};
use crate::plan::TrialId;

/// The predictions of a trial's test part.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredPredictions {
    /// The trial.
    pub trial: TrialId,
    /// What was learned.
    pub task: String,
    /// The test examples: positions of rows in the dataset, or of bags in the order of their first rows.
    pub examples: Vec<usize>,
    /// What is true and what the model said.
    pub answers: StoredAnswers,
    /// What a reader must be warned of: an unfair protocol.
    pub caveats: Vec<String>,
}

impl StoredPredictions {
    /// Whether every example has a possible true and predicted value.
    pub fn fits_together(&self) -> bool {
        self.answers.fit_together(self.examples.len())
    }

    /// What is left of them without examples: the trial, and how much its answers say.
    pub fn emptied(&self) -> StoredPredictions {
        StoredPredictions {
            trial: self.trial.clone(),
            task: self.task.clone(),
            examples: Vec::new(),
            answers: self.answers.emptied(),
            caveats: self.caveats.clone(),
        }
    }
}

/// A line with its fields in the order in which they are written.
#[derive(Serialize)]
struct Written<'a> {
    trial: &'a TrialId,
    task: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    classes: Option<&'a [String]>,
    rows: &'a [usize],
    #[serde(skip_serializing_if = "Option::is_none")]
    truth: Option<&'a [u32]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    predictions: Option<&'a ClassPredictions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    numbers: Option<WrittenNumbers<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    caveats: &'a [String],
}

#[derive(Serialize)]
struct WrittenNumbers<'a> {
    targets: &'a [String],
    truth: &'a [f64],
    values: &'a [f64],
}

#[derive(Deserialize)]
struct Read {
    trial: TrialId,
    task: String,
    classes: Option<Vec<String>>,
    rows: Vec<usize>,
    truth: Option<Vec<u32>>,
    predictions: Option<ClassPredictions>,
    numbers: Option<ReadNumbers>,
    #[serde(default)]
    caveats: Vec<String>,
}

#[derive(Deserialize)]
struct ReadNumbers {
    targets: Vec<String>,
    truth: Vec<f64>,
    values: Vec<f64>,
}

impl Serialize for StoredPredictions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut line = Written {
            trial: &self.trial,
            task: &self.task,
            classes: None,
            rows: &self.examples,
            truth: None,
            predictions: None,
            numbers: None,
            caveats: &self.caveats,
        };
        match &self.answers {
            StoredAnswers::Classes { classes, truth, predictions } => {
                line.classes = Some(classes);
                line.truth = Some(truth);
                line.predictions = Some(predictions);
            }
            StoredAnswers::Numbers { targets, truth, values } => {
                line.numbers = Some(WrittenNumbers { targets, truth, values });
            }
        }
        line.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for StoredPredictions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StoredPredictions, D::Error> {
        let line = Read::deserialize(deserializer)?;
        let answers = match (line.classes, line.truth, line.predictions, line.numbers) {
            (Some(classes), Some(truth), Some(predictions), None) => {
                StoredAnswers::Classes { classes, truth, predictions }
            }
            (None, None, None, Some(ReadNumbers { targets, truth, values })) => {
                StoredAnswers::Numbers { targets, truth, values }
            }
            _ => return Err(serde::de::Error::custom("neither classes nor numbers")),
        };
        let Read { trial, task, rows, caveats, .. } = line;
        Ok(StoredPredictions { trial, task, examples: rows, answers, caveats })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIAL: &str = "00000000000000000000000000000000";

    #[test]
    fn predictions_that_do_not_fit_together_are_known() {
        let good = r#"{"trial":"00000000000000000000000000000000","task":"","classes":["a","b"],"rows":[0,1],"truth":[0,1],
            "predictions":{"labels":[1,1],"scores":{"probability":{"classes":2,"values":[1.0,0.0,0.5,0.5]}}}}"#;
        let fits = |text: &str| {
            serde_json::from_str::<StoredPredictions>(text).expect("JSON").fits_together()
        };
        assert!(fits(good));
        for (from, to) in [
            (r#""truth":[0,1]"#, r#""truth":[0,2]"#),
            (r#""truth":[0,1]"#, r#""truth":[0]"#),
            (r#""labels":[1,1]"#, r#""labels":[1,9]"#),
            (r#""rows":[0,1]"#, r#""rows":[0,1,2]"#),
            (r#"["a","b"]"#, "[]"),
            (r#"{"classes":2"#, r#"{"classes":0"#),
            (r#"{"classes":2"#, r#"{"classes":18446744073709551615"#),
            (",0.5]", "]"),
        ] {
            assert!(!fits(&good.replace(from, to)), "{to}");
        }
    }

    #[test]
    fn lines_of_classes_keep_their_bytes() {
        let line = r#"{"trial":"00fa86a6820b8a19db93c281608fc9fc","task":"classification","classes":["a","b"],"rows":[3,7],"truth":[0,1],"predictions":{"labels":[1,1],"scores":"none"},"caveats":["flat"]}"#;
        let stored: StoredPredictions = serde_json::from_str(line).unwrap();
        assert_eq!(serde_json::to_string(&stored).unwrap(), line);
        let bare = line.replace(r#","caveats":["flat"]"#, "");
        let stored: StoredPredictions = serde_json::from_str(&bare).unwrap();
        assert_eq!(serde_json::to_string(&stored).unwrap(), bare);
    }

    #[test]
    fn numbers_survive_a_round_trip_and_half_a_line_is_refused() {
        let line = format!(
            r#"{{"trial":"{TRIAL}","task":"regression","rows":[0,2],"numbers":{{"targets":["y"],"truth":[0.1,2.0],"values":[0.30000000000000004,-1e-300]}}}}"#
        );
        let stored: StoredPredictions = serde_json::from_str(&line).unwrap();
        assert_eq!(serde_json::to_string(&stored).unwrap(), line);
        assert!(stored.fits_together());
        let short = line.replace(",-1e-300", "");
        assert!(!serde_json::from_str::<StoredPredictions>(&short).unwrap().fits_together());
        let neither = format!(r#"{{"trial":"{TRIAL}","task":"regression","rows":[]}}"#);
        assert!(serde_json::from_str::<StoredPredictions>(&neither).is_err());
    }
}
