//! Where the rows of a dataset stand in a selection of them, so that a sparse column is read without looking at its
//! zeros.

/// For every row of a dataset the positions at which a selection has it (none, one, or several).
pub struct Places {
    starts: Vec<u32>,
    positions: Vec<u32>,
}

impl Places {
    /// The places of `selected` rows of a dataset that has `rows`.
    pub fn new(rows: usize, selected: &[usize]) -> Places {
        let mut starts = vec![0_u32; rows + 1];
        selected.iter().for_each(|&row| starts[row + 1] += 1);
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut positions = vec![0; selected.len()];
        for (position, &row) in (0..).zip(selected) {
            positions[next[row] as usize] = position;
            next[row] += 1;
        }
        Places { starts, positions }
    }

    /// Calls with position and value for every kept value of a column that was selected.
    pub fn each(&self, rows: &[u32], values: &[f64], mut call: impl FnMut(usize, f64)) {
        for (&row, &value) in rows.iter().zip(values) {
            let range = self.starts[row as usize]..self.starts[row as usize + 1];
            for &position in &self.positions[range.start as usize..range.end as usize] {
                call(position as usize, value);
            }
        }
    }

    /// The selected values of a column, its zeros included.
    pub fn dense(&self, rows: &[u32], values: &[f64]) -> Vec<f64> {
        let mut all = vec![0.0; self.positions.len()];
        self.each(rows, values, |position, value| all[position] = value);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_may_be_selected_never_once_or_twice() {
        let places = Places::new(4, &[3, 0, 3]);
        assert_eq!(places.dense(&[0, 2, 3], &[1.0, 2.0, 3.0]), [3.0, 1.0, 3.0]);
    }
}
