//! What a program is asked: examples, the rows or bags to predict, and a seed, written as the protocol says. Class names and
//! the names of features and targets are not sent: what a thing is called must not matter. What differs between tasks is in
//! [`super::spoken`].

use serde_json::{Value as Json, json};

use super::answer::Asked;
use super::part::{Encoding, Part, packed};
use super::spoken::{Spoken, SpokenTruth};
use super::variables::TaskFacts;
use crate::data::rows::FeatureKind;
use crate::learn::{Examples, FitContext, FitError, Samples};
use crate::num::hash::Canonical;

/// The version of the protocol, for both of its forms.
pub const PROTOCOL: u32 = 1;

/// The task that a worker's data do not name: programs that know only this one get the bytes they always got.
const UNNAMED: &str = "classification";

/// The examples of a fit and those to predict.
pub struct Exam<'a, T: Spoken> {
    truth: &'a T::Truth,
    train: Part<'a>,
    test: Part<'a>,
    /// Hash of everything a program gets, without parameters and seed.
    pub key: [u8; 32],
}

impl<'a, T: Spoken> Exam<'a, T> {
    /// The exam of a fit; refused if it does not fit into its memory.
    pub fn new(
        train: &Samples<'a, T>,
        test: T::Examples<'a>,
        context: &FitContext<'_>,
    ) -> Result<Exam<'a, T>, FitError> {
        let (rows, tested) = (train.x().rows(), test.rows());
        let cells = (rows.len() + tested.len()).saturating_mul(rows.width());
        // The numbers with all their zeros, as bytes, and as text.
        context.room_for(cells.saturating_mul(8 + 8 + 24), "writing the data for a program")?;
        let truth = train.y();
        let (train, test) = (Part::new(train.x()), Part::new(test));
        let mut hasher = Canonical::plain();
        for part in [&train.bytes, &test.bytes] {
            hasher.part(part);
        }
        hasher.raw(&truth.bytes());
        for number in [truth.shape(), rows.width(), test.rows.len()] {
            hasher.number(number as u64);
        }
        for &start in train.starts.iter().chain(&test.starts) {
            hasher.number(start as u64);
        }
        for kind in rows.kinds() {
            let levels = match kind {
                FeatureKind::Numeric => 0,
                FeatureKind::Nominal { levels } => levels as u64 + 1,
            };
            hasher.number(levels);
        }
        Ok(Exam { truth, train, test, key: hasher.bytes() })
    }

    /// What an answer must have.
    pub fn expected(&self) -> <T::Truth as SpokenTruth>::Expected {
        self.truth.expected(self.test.examples())
    }

    fn features(&self) -> Vec<Json> {
        let feature = |(number, kind): (usize, FeatureKind)| {
            let name = format!("x{number}");
            match kind {
                FeatureKind::Numeric => json!({ "name": name, "kind": "numeric" }),
                FeatureKind::Nominal { levels } => {
                    json!({ "name": name, "kind": "nominal", "levels": levels })
                }
            }
        };
        (1..).zip(self.train.rows.kinds()).map(feature).collect()
    }

    /// What the environment of a program says of the task.
    pub fn facts(&self) -> TaskFacts {
        TaskFacts { name: T::NAME, shape: T::Truth::SHAPE, count: self.truth.shape() }
    }

    /// `task.json`.
    pub fn task(&self, seed: u32) -> Json {
        let mut task = json!({
            "tribunal": PROTOCOL,
            "task": T::NAME,
            T::Truth::SHAPE: self.truth.shape(),
            "features": self.features(),
            "rows": { "train": self.train.rows.len(), "test": self.test.rows.len() },
            "seed": seed,
        });
        if let (Asked::Bags(train), Asked::Bags(test)) =
            (self.train.examples(), self.test.examples())
        {
            task["bags"] = json!({ "train": train, "test": test });
        }
        task
    }

    /// `train.csv`.
    pub fn train_csv(&self) -> Vec<u8> {
        self.train.csv(Some(self.truth))
    }

    /// `test.csv`.
    pub fn test_csv(&self) -> Vec<u8> {
        self.test.csv::<T::Truth>(None)
    }

    /// The line that gives a worker its data.
    pub fn data_line(&self, encoding: Encoding) -> Vec<u8> {
        let task = match T::NAME {
            UNNAMED => String::new(),
            name => format!(r#""task":"{name}","#),
        };
        let y = match encoding {
            Encoding::Base64 => packed(&self.truth.bytes()),
            Encoding::Json => self.truth.listed().to_string(),
        };
        let (shape, count) = (T::Truth::SHAPE, self.truth.shape());
        let features = Json::from(self.features());
        // Put together as text: the numbers are most of it, and need not be looked at again.
        let mut line =
            format!(r#"{{"do":"data",{task}"{shape}":{count},"features":{features},"train":{{"#);
        self.train.write_sizes_and_features(encoding, &mut line);
        line.push_str(r#","y":"#);
        line.push_str(&y);
        line.push_str(r#"},"test":{"#);
        self.test.write_sizes_and_features(encoding, &mut line);
        line.push_str("}}\n");
        line.into_bytes()
    }
}

/// A message to a worker.
pub fn line(message: &Json) -> Vec<u8> {
    let mut bytes = message.to_string().into_bytes();
    bytes.push(b'\n');
    bytes
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;

    use super::super::classes::ExpectedClasses;
    use super::*;
    use crate::data::Rows;
    use crate::learn::{Bags, Classify, ClassifyBags, Labels, NeverStop, Regress, Shared, Targets};
    use crate::num::key::RngKey;

    const KINDS: [FeatureKind; 2] = [FeatureKind::Numeric, FeatureKind::Nominal { levels: 3 }];
    const TRAIN: [[f64; 2]; 3] = [[0.1, 2.0], [f64::NAN, 0.0], [1e-300, f64::NAN]];
    const TEST: [[f64; 2]; 2] = [[-4.0, 1.0], [0.5, 2.0]];

    /// An exam of three training rows and two test rows, in bags if their starts are given.
    fn with_exam<T: Spoken>(
        truth: T::Truth,
        (train_starts, test_starts): (&[usize], &[usize]),
        check: impl FnOnce(&Exam<'_, T>),
    ) {
        let (train, test) = (ndarray::arr2(&TRAIN), ndarray::arr2(&TEST));
        let train = T::examples(Rows::table(&train, &KINDS).unwrap(), train_starts);
        let test = T::examples(Rows::table(&test, &KINDS).unwrap(), test_starts);
        let samples = Samples::new(train, &truth).unwrap();
        let shared = Shared::nothing();
        let context = FitContext {
            key: RngKey::root(0),
            stop: &NeverStop,
            shared: &shared,
            memory: 1 << 20,
            place: None,
        };
        check(&Exam::new(&samples, test, &context).unwrap());
        let small = FitContext { memory: 10, ..context };
        assert!(Exam::new(&samples, test, &small).is_err());
    }

    fn text(bytes: Vec<u8>) -> String {
        String::from_utf8(bytes).unwrap()
    }

    const FEATURES: &str =
        r#"[{"kind":"numeric","name":"x1"},{"kind":"nominal","levels":3,"name":"x2"}]"#;
    const TRAIN_X: &str = "[[0.1,2.0],[null,0.0],[1e-300,null]]";
    const TEST_X: &str = "[[-4.0,1.0],[0.5,2.0]]";

    /// Programs of people read these bytes: what they get for classification never changes.
    #[test]
    fn what_is_sent_for_classification() {
        with_exam::<Classify>(Labels::new(vec![1, 0, 2], 4), (&[], &[]), |exam| {
            assert_eq!(text(exam.train_csv()), "x1,x2,label\n0.1,2.0,1\n,0.0,0\n1e-300,,2\n");
            assert_eq!(text(exam.test_csv()), "x1,x2\n-4.0,1.0\n0.5,2.0\n");
            let task = format!(
                r#"{{"classes":4,"features":{FEATURES},"rows":{{"test":2,"train":3}},"seed":7,"task":"classification","tribunal":1}}"#
            );
            assert_eq!(exam.task(7).to_string(), task);
            let line = format!(
                r#"{{"do":"data","classes":4,"features":{FEATURES},"train":{{"rows":3,"x":{TRAIN_X},"y":[1,0,2]}},"test":{{"rows":2,"x":{TEST_X}}}}}"#
            );
            assert_eq!(text(exam.data_line(Encoding::Json)), format!("{line}\n"));
            let ExpectedClasses { asked, classes } = exam.expected();
            assert_eq!((asked, classes), (Asked::Rows(2), 4));
        });
    }

    #[test]
    fn what_is_sent_for_regression() {
        with_exam::<Regress>(Targets::of_one(vec![1.5, -2.0, 0.1]), (&[], &[]), |exam| {
            let train = "x1,x2,target\n0.1,2.0,1.5\n,0.0,-2.0\n1e-300,,0.1\n";
            assert_eq!(text(exam.train_csv()), train);
            assert_eq!(text(exam.test_csv()), "x1,x2\n-4.0,1.0\n0.5,2.0\n");
            let task = exam.task(7);
            assert_eq!((&task["task"], &task["targets"]), (&json!("regression"), &json!(1)));
            assert!(task.get("classes").is_none());
            let line = format!(
                r#"{{"do":"data","task":"regression","targets":1,"features":{FEATURES},"train":{{"rows":3,"x":{TRAIN_X},"y":[1.5,-2.0,0.1]}},"test":{{"rows":2,"x":{TEST_X}}}}}"#
            );
            assert_eq!(text(exam.data_line(Encoding::Json)), format!("{line}\n"));
        });
        let wide = Targets::new(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 2).unwrap();
        with_exam::<Regress>(wide, (&[], &[]), |exam| {
            assert!(text(exam.train_csv()).starts_with("x1,x2,target1,target2\n0.1,2.0,1.0,2.0\n"));
            assert!(text(exam.data_line(Encoding::Json)).contains(r#""y":[[1.0,2.0],[3.0,"#));
            assert_eq!((exam.expected().targets, exam.task(0)["targets"].as_u64()), (2, Some(2)));
        });
    }

    #[test]
    fn what_is_sent_for_bags() {
        let labels = Labels::new(vec![1, 0], 2);
        with_exam::<ClassifyBags>(labels.clone(), (&[0, 1, 3], &[0, 2]), |exam| {
            let train = "bag,x1,x2,label\n0,0.1,2.0,1\n1,,0.0,0\n1,1e-300,,0\n";
            assert_eq!(text(exam.train_csv()), train);
            assert_eq!(text(exam.test_csv()), "bag,x1,x2\n0,-4.0,1.0\n0,0.5,2.0\n");
            let task = exam.task(7);
            assert_eq!((&task["task"], &task["classes"]), (&json!("multi-instance"), &json!(2)));
            assert_eq!(task["rows"], json!({ "train": 3, "test": 2 }));
            assert_eq!(task["bags"], json!({ "train": 2, "test": 1 }));
            let line = format!(
                r#"{{"do":"data","task":"multi-instance","classes":2,"features":{FEATURES},"train":{{"rows":3,"bags":2,"starts":[0,1,3],"x":{TRAIN_X},"y":[1,0]}},"test":{{"rows":2,"bags":1,"starts":[0,2],"x":{TEST_X}}}}}"#
            );
            assert_eq!(text(exam.data_line(Encoding::Json)), format!("{line}\n"));
            assert_eq!(exam.expected().asked, Asked::Bags(1));
        });
        // The same rows in other bags are other data: a worker must get them anew.
        let key_of = |starts: &[usize]| {
            let mut key = [0; 32];
            with_exam::<ClassifyBags>(labels.clone(), (&[0, 1, 3], starts), |exam| key = exam.key);
            key
        };
        assert_ne!(key_of(&[0, 2]), key_of(&[0, 1, 2]));
    }

    #[test]
    fn a_range_of_bags_starts_at_its_own_first_row() {
        let test = ndarray::arr2(&TRAIN);
        let bags = Bags::new(Rows::table(&test, &KINDS).unwrap(), &[0, 1, 3]).unwrap();
        let part = Part::new(bags.range(1..2));
        assert_eq!((part.starts.as_slice(), part.rows.len()), (&[0, 2][..], 2));
    }

    #[test]
    fn both_encodings_say_the_same() {
        let unpacked = |line: &Json, key: &str| {
            BASE64_STANDARD.decode(line["train"][key].as_str().unwrap()).unwrap()
        };
        let numbers = |bytes: &[u8]| -> Vec<f64> {
            bytes.as_chunks::<8>().0.iter().map(|b| f64::from_le_bytes(*b)).collect()
        };
        let read = |line: Vec<u8>| -> Json {
            assert_eq!(line.iter().filter(|&&byte| byte == b'\n').count(), 1);
            serde_json::from_slice(&line).unwrap()
        };
        with_exam::<Classify>(Labels::new(vec![1, 0, 2], 4), (&[], &[]), |exam| {
            let packed = read(exam.data_line(Encoding::Base64));
            let x = numbers(&unpacked(&packed, "x"));
            assert!(x.len() == 6 && x[2].is_nan() && x[4] == 1e-300);
            assert_eq!(unpacked(&packed, "y"), [1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0]);
        });
        with_exam::<Regress>(Targets::of_one(vec![1.5, -2.0, 0.1]), (&[], &[]), |exam| {
            let packed = read(exam.data_line(Encoding::Base64));
            assert_eq!(numbers(&unpacked(&packed, "y")), [1.5, -2.0, 0.1]);
        });
    }
}
