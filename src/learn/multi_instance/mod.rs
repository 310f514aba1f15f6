//! Methods that learn from bags of rows: a class is known of a bag, not of its rows.

pub mod simple_mi;
