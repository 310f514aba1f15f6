//! Column selection by Fisher's ratio: the features whose class means lie farthest apart, measured in units of the spread
//! within classes, are kept.

use ndarray::Array2;

use super::step::{FittedStep, Step, StepInfo};
use crate::data::rows::FeatureKind;
use crate::data::sparse::SparseMatrix;
use crate::data::{Features, Rows};
use crate::params::{Domain, OrWord, ParamInfo, Params, Value};

/// Keeps the features with the largest ratio of variance between classes to variance within them.
pub struct Fisher;

static INFO: StepInfo = StepInfo {
    name: "fisher",
    summary: "keeps the features with the largest Fisher ratio (variance between over variance within classes)",
    reference: "R. A. Fisher, The use of multiple measurements in taxonomic problems, Annals of Eugenics 7 (1936) 179-188",
    params: &[ParamInfo {
        name: "fisher-features",
        about: "how many features to keep; all if there are fewer; sqrt: the square root of their number, rounded",
        domain: Domain::OrWord(&Domain::Int { min: 1, max: i64::MAX }, &["sqrt"]),
        default: Value::Int(10),
    }],
    version: 2,
    needs_classes: true,
};

impl Step for Fisher {
    fn info(&self) -> &'static StepInfo {
        &INFO
    }

    fn fit(
        &self,
        x: Rows<'_>,
        classes: Option<&[usize]>,
        params: &Params,
    ) -> Result<Box<dyn FittedStep>, String> {
        let classes = classes.ok_or("fisher needs a class for every row")?;
        let wanted = match params.try_int_or_word("fisher-features").map_err(|e| e.to_string())? {
            OrWord::Value(count) => usize::try_from(count).unwrap_or(usize::MAX),
            OrWord::Word(_) => (x.width() as f64).sqrt().round() as usize,
        };
        let ratios = ratios(x, classes);
        let mut order: Vec<usize> = (0..ratios.len()).collect();
        // The first of equally good features: a stable sort keeps their order.
        order.sort_by(|&a, &b| ratios[b].total_cmp(&ratios[a]));
        order.truncate(wanted);
        order.sort_unstable();
        Ok(Box::new(Kept { columns: order }))
    }
}

/// The ratio of every feature: the sum of squares between classes over that within. A feature that is constant has 0; one
/// that is constant within classes and differs between them is infinitely good.
///
/// Values are taken as differences to the first row of their class, and these rows as differences to the first row of all.
/// Differences of equal values are exactly 0, so rounding cannot make a constant look good; it did (sums of thirty times
/// 0.1 and of three times ten of them differ in their last bits, and so small a spread within is as large as that between).
pub fn ratios(x: Rows<'_>, classes: &[usize]) -> Vec<f64> {
    let (rows, width) = (x.to_dense(), x.width());
    let count = classes.iter().max().map_or(0, |most| most + 1);
    let mut sizes = vec![0.0; count];
    let mut firsts: Vec<Option<&[f64]>> = vec![None; count];
    let mut means = vec![vec![0.0; width]; count];
    for (row, &class) in rows.iter().zip(classes) {
        let first = *firsts[class].get_or_insert(row);
        sizes[class] += 1.0;
        for ((sum, value), origin) in means[class].iter_mut().zip(row).zip(first) {
            *sum += value - origin;
        }
    }
    for (mean, &size) in means.iter_mut().zip(&sizes) {
        mean.iter_mut().for_each(|sum| *sum /= f64::max(size, 1.0));
    }
    let mut within = vec![0.0; width];
    for (row, &class) in rows.iter().zip(classes) {
        let Some(first) = firsts[class] else { continue };
        for (feature, value) in row.iter().enumerate() {
            let off = (value - first[feature]) - means[class][feature];
            within[feature] += off * off;
        }
    }
    let Some(origin) = rows.get(0) else { return vec![0.0; width] };
    let between = |feature: usize| -> f64 {
        let place = |class: usize| {
            let first = firsts[class].map_or(0.0, |first| first[feature] - origin[feature]);
            first + means[class][feature]
        };
        let sum: f64 = (0..count).map(|class| sizes[class] * place(class)).sum();
        let total = sum / rows.len() as f64;
        (0..count).map(|class| sizes[class] * (place(class) - total).powi(2)).sum()
    };
    let ratio = |feature: usize| match (between(feature), within[feature]) {
        (b, w) if w > 0.0 && (b / w).is_finite() => b / w,
        (b, _) if b > 0.0 => f64::INFINITY,
        _ => 0.0,
    };
    (0..width).map(ratio).collect()
}

/// The columns that are kept, in ascending order.
struct Kept {
    columns: Vec<usize>,
}

impl FittedStep for Kept {
    fn apply(&self, features: Features) -> Features {
        let width = self.columns.len();
        let pick = |matrix: &Array2<f64>| {
            Array2::from_shape_fn((matrix.nrows(), width), |(r, c)| matrix[(r, self.columns[c])])
        };
        match features {
            Features::Dense(matrix) => Features::Dense(pick(&matrix)),
            Features::Table(matrix, kinds) => {
                let kinds: Vec<FeatureKind> = self.columns.iter().map(|&c| kinds[c]).collect();
                Features::Table(pick(&matrix), kinds)
            }
            Features::Sparse(matrix) => {
                let rows = matrix.len();
                Features::Sparse(SparseMatrix::new(rows, width, |put| {
                    for row in 0..rows {
                        let (columns, values) = matrix.row(row);
                        for (&column, &value) in columns.iter().zip(values) {
                            if let Ok(place) = self.columns.binary_search(&(column as usize)) {
                                put(row, place, value);
                            }
                        }
                    }
                }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLASSES: [usize; 4] = [0, 0, 1, 1];

    fn matrix() -> Array2<f64> {
        // Constant; good (means 1 and 5, spread 2); useless (equal means); perfect (constant within classes).
        ndarray::array![
            [7.0, 0.0, 1.0, 0.0],
            [7.0, 2.0, 3.0, 0.0],
            [7.0, 4.0, 3.0, 1.0],
            [7.0, 6.0, 1.0, 1.0]
        ]
    }

    #[test]
    fn ratios_by_hand() {
        let matrix = matrix();
        let found = ratios(Rows::new(&matrix).unwrap(), &CLASSES);
        assert_eq!((found[0], found[1], found[2]), (0.0, 4.0, 0.0));
        assert!(found[3].is_infinite());
    }

    /// Rows of classes of these sizes, with a constant that sums of floats miss, a column that is constant within classes, and
    /// one that is neither.
    fn constants(sizes: &[usize]) -> (Array2<f64>, Vec<usize>) {
        let of_class = |(class, &size): (usize, &usize)| vec![class; size];
        let classes: Vec<usize> = sizes.iter().enumerate().flat_map(of_class).collect();
        let cell = |(row, column): (usize, usize)| match column {
            0 => 0.1,
            1 => 0.1 * (1 + classes[row]) as f64,
            _ => (row * 7 % 5) as f64 + classes[row] as f64,
        };
        (Array2::from_shape_fn((classes.len(), 3), cell), classes)
    }

    #[test]
    fn rounding_makes_no_constant_look_good() {
        for sizes in [&[10, 10, 10][..], &[22, 4]] {
            let (matrix, classes) = constants(sizes);
            let cells = |put: &mut dyn FnMut(usize, usize, f64)| {
                matrix.indexed_iter().for_each(|((row, column), &value)| put(row, column, value));
            };
            let sparse = SparseMatrix::new(matrix.nrows(), matrix.ncols(), cells);
            for x in [Rows::new(&matrix).unwrap(), Rows::sparse(&sparse).unwrap()] {
                let found = ratios(x, &classes);
                assert_eq!((found[0], found[1]), (0.0, f64::INFINITY), "{sizes:?}");
                assert!(found[2] > 0.0 && found[2].is_finite(), "{sizes:?}");
            }
        }
    }

    #[test]
    fn the_best_columns_are_kept_in_their_order_dense_and_sparse() {
        let matrix = matrix();
        let params =
            |features: i64| Params::new(vec![("fisher-features".into(), Value::Int(features))]);
        let rows = Rows::new(&matrix).unwrap();
        let fitted = Fisher.fit(rows, Some(&CLASSES), &params(2)).unwrap();
        let Features::Dense(kept) = fitted.apply(Features::Dense(matrix.clone())) else {
            panic!("dense stays dense")
        };
        assert_eq!(kept, ndarray::array![[0.0, 0.0], [2.0, 0.0], [4.0, 1.0], [6.0, 1.0]]);
        let cells = |put: &mut dyn FnMut(usize, usize, f64)| {
            matrix.indexed_iter().for_each(|((row, column), &value)| put(row, column, value));
        };
        let sparse = Features::Sparse(SparseMatrix::new(4, 4, cells));
        let Features::Sparse(kept) = fitted.apply(sparse) else { panic!("sparse stays sparse") };
        assert_eq!((kept.width(), kept.row(3)), (2, (&[0_u32, 1][..], &[6.0, 1.0][..])));
        let root = Params::new(vec![("fisher-features".into(), Value::Text("sqrt".into()))]);
        let root = Fisher.fit(rows, Some(&CLASSES), &root).unwrap();
        let Features::Dense(kept) = root.apply(Features::Dense(matrix.clone())) else {
            panic!("dense stays dense")
        };
        assert_eq!(kept.ncols(), 2);
        let all = Fisher.fit(rows, Some(&CLASSES), &params(99)).unwrap();
        let Features::Dense(kept) = all.apply(Features::Dense(matrix.clone())) else {
            panic!("dense stays dense")
        };
        assert_eq!(kept, matrix);
    }

    #[test]
    fn it_needs_classes() {
        let matrix = matrix();
        let params = ParamInfo::defaults(INFO.params);
        assert!(Fisher.fit(Rows::new(&matrix).unwrap(), None, &params).is_err());
    }
}
