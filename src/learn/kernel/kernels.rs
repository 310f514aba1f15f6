//! Kernel values that several fits share: base values serve all parameters of a kernel, kernel values all machines that
//! use them. They are known by a hash of the examples they are made of, so that sharing cannot change a result.

use std::sync::Arc;

use super::columns::Columns;
use super::function::Kernel;
use super::gram::Matrix;
use crate::data::Rows;
use crate::data::rows::Row;
use crate::learn::{FitContext, FitError, SharedKey};
use crate::num::hash::Canonical;

/// Kernel values of the training examples with each other and with the test rows.
pub struct Kernels {
    /// Of the training examples with each other.
    pub square: Arc<Matrix>,
    /// Of the test rows with the training examples.
    pub cross: Arc<Matrix>,
}

impl Kernels {
    /// Training examples in the given order. Base values are shared by all parameters of a kernel, kernel values by all methods that use them.
    pub fn new(
        x: Rows<'_>,
        test: Rows<'_>,
        order: &[usize],
        kernel: Kernel,
        context: &FitContext<'_>,
    ) -> Result<Kernels, FitError> {
        let (n, m) = (order.len(), test.len());
        let base = kernel.base();
        let layouts = [x.width() as u64, u64::from(x.is_sparse())].map(u64::to_le_bytes).concat();
        let examples = bytes_of(order.iter().map(|&r| x.row(r)));
        let train_key = hash(&[b"examples", &layouts, &examples]);
        let test_key = hash(&[&train_key, &bytes_of(test.iter())]);
        let key = |what: &str, of: &SharedKey| {
            hash(&[what.as_bytes(), format!("{base:?}").as_bytes(), of])
        };
        let kernel_key = |of: &SharedKey| hash(&[format!("{kernel:?}").as_bytes(), of]);
        let columns = context
            .shared
            .get(key("columns", &train_key), Columns::bytes(x), || Columns::new(x, order));
        check_norms(&columns)?;
        let square = context.shared.get(kernel_key(&key("square", &train_key)), 4 * n * n, || {
            let values = context
                .shared
                .get(key("square", &train_key), 4 * n * n, || Matrix::square(base, &columns));
            values.kernel(kernel, &columns.norms, &columns.norms)
        });
        let cross = context.shared.get(kernel_key(&key("cross", &test_key)), 4 * n * m, || {
            let values = context
                .shared
                .get(key("cross", &test_key), 4 * n * m, || Matrix::cross(base, test, &columns));
            values.0.kernel(kernel, &values.1, &columns.norms)
        });
        Ok(Kernels { square, cross })
    }
}

fn hash(parts: &[&[u8]]) -> SharedKey {
    let mut hasher = Canonical::new("tribunal 2026 shared kernels v1");
    for part in parts {
        hasher.part(part);
    }
    hasher.bytes()
}

fn bytes_of<'a>(rows: impl Iterator<Item = Row<'a>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for row in rows {
        let (features, values): (&[u32], &[f64]) = match row {
            Row::Dense(values) => (&[], values),
            Row::Sparse(features, values) => (features, values),
        };
        bytes.extend((values.len() as u64).to_le_bytes());
        features.iter().for_each(|feature| bytes.extend(feature.to_le_bytes()));
        values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
    }
    bytes
}

/// Whether base and kernel values of this many examples fit into this many bytes.
pub fn whole_fits(n: usize, memory: usize) -> bool {
    n.checked_mul(n).and_then(|cells| cells.checked_mul(8)).is_some_and(|bytes| bytes <= memory)
}

/// Squared norms beyond single precision would turn kernels into nonsense.
pub fn check_norms(columns: &Columns) -> Result<(), FitError> {
    if columns.norms.iter().all(|norm| *norm < f64::from(f32::MAX) / 8.0) {
        return Ok(());
    }
    Err(FitError::Unsuitable("features are too large to compute with; scale them".into()))
}
