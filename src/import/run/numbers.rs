//! Predicted numbers: results of regression are scored by this program's own metrics and compared with what their source
//! tells. Every row has one number to predict.

use super::build::{Predicted, Scored};
use super::part::{Content, Part};
use super::told::agree;
use crate::data::error::DataError;
use crate::data::read::text::{number, shown};
use crate::learn::StoredAnswers;
use crate::metrics::{self, Values};
use crate::run::Status;

/// The word for the task in outcomes.
pub const TASK: &str = "regression";

/// A number as it is written here, whatever its source wrote; `None` if it is not a finite one.
pub fn written(text: &str) -> Option<String> {
    number(text).filter(|value| value.is_finite()).map(|value| format!("{value}"))
}

/// Scores a test part.
pub fn score(part: Part) -> Result<Scored, DataError> {
    let Part { content, told, times, origin, .. } = part;
    let predictions = match content {
        Content::Failed(reason) => {
            let (status, metrics) = (Status::failed(reason), Values::default());
            return Ok(Scored { status, metrics, predicted: None, times: (None, None) });
        }
        Content::Scores => {
            let metrics = told.into_iter().map(|(name, value)| (name, Some(value))).collect();
            return Ok(Scored { status: Status::Done, metrics, predicted: None, times });
        }
        Content::Predictions(predictions) => predictions,
    };
    let read = |texts: &[String]| -> Result<Vec<f64>, DataError> {
        let of = |text: &String| {
            let wrong = || format!("{} is not a finite number", shown(text));
            number(text).ok_or_else(|| origin.error(wrong(), "write a number of every row"))
        };
        texts.iter().map(of).collect()
    };
    let (truth, values) = (read(&predictions.truth)?, read(&predictions.labels)?);
    let answers = StoredAnswers::Numbers { targets: vec!["target".to_owned()], truth, values };
    let metrics = metrics::score_stored(TASK, answers.clone()).ok_or_else(|| {
        origin.error("the predictions cannot be scored", "write one finite number of every row")
    })?;
    for (name, told) in &told {
        agree((name, *told), &metrics, false, &origin)?;
    }
    let predicted = Some(Predicted { rows: predictions.rows.unwrap_or_default(), answers });
    Ok(Scored { status: Status::Done, metrics, predicted, times })
}
