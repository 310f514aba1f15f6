//! `tribunal selftest`.

use super::arguments::SelftestOptions;
use super::exit::{Exit, Refusal, print};
use crate::analysis::selftest::selftest as checks;

pub fn selftest(options: &SelftestOptions) -> Result<Exit, Refusal> {
    let checks = checks()?;
    let bad = checks.iter().filter(|check| !check.good()).count();
    for check in checks.iter().filter(|check| options.verbose || !check.good()) {
        let word = if check.good() { "ok   " } else { "WRONG" };
        let (found, expected) = (check.found, check.expected);
        print(&format!("{word} {:45} {found:<24} reference {expected}\n", check.what));
    }
    print(&format!(
        "{} values compared with SciPy, statsmodels and published medians: {}\n",
        checks.len(),
        if bad == 0 { "all agree".to_owned() } else { format!("{bad} DO NOT AGREE") }
    ));
    Ok(if bad == 0 { Exit::Done } else { Exit::Internal })
}
