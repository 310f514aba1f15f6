//! `tribunal selftest`.

use super::arguments::SelftestOptions;
use super::exit::{Exit, Refusal, print};
use crate::analysis::selftest::selftest as checks;
use crate::choices::word_of;
use crate::gate::settings::LEVEL;
use crate::gate::{ALPHA, MARGIN, Rates, Setting, rates, simulated};

pub fn selftest(options: &SelftestOptions) -> Result<Exit, Refusal> {
    if options.gate {
        return Ok(simulate_gate(options.times as usize, options.seed));
    }
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

/// How often the gate errs and how much it sees. It fails if an error is more frequent than alpha allows.
fn simulate_gate(times: usize, seed: u64) -> Exit {
    print(&format!(
        "{times} simulated checks a line, seed {seed}, margin {:.1} %, alpha {ALPHA}, Holm's correction\n\n\
         datasets  rows  folds  repeats  must pass  true drop    pass  regressed  inconclusive\n",
        100.0 * MARGIN
    ));
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let (mut false_alarms, mut false_passes) = (0.0_f64, 0.0_f64);
    for setting in simulated() {
        let Setting { rows, folds, repeats, datasets, level, drop } = setting;
        let Rates { pass, regressed, inconclusive } = rates(setting, times, seed);
        let level = if datasets > 1 { word_of(LEVEL, &level) } else { "" };
        print(&format!(
            "{datasets:8} {rows:5} {folds:6} {repeats:8} {level:>10} {:>10} {:>7} {:>10} {:>13}\n",
            percent(drop),
            percent(pass),
            percent(regressed),
            percent(inconclusive)
        ));
        if (pass + regressed + inconclusive - 1.0).abs() > 1e-9 {
            print("some simulated checks could not be made\n");
            return Exit::Internal;
        }
        false_alarms = false_alarms.max(if drop <= MARGIN { regressed } else { 0.0 });
        false_passes = false_passes.max(if drop >= MARGIN { pass } else { 0.0 });
    }
    // A share of so many simulations may lie three standard errors above the truth.
    let limit = ALPHA + 3.0 * (ALPHA * (1.0 - ALPHA) / times as f64).sqrt();
    let good = false_alarms <= limit && false_passes <= limit;
    print(&format!(
        "\ncalled regressed without a drop beyond the margin: at most {}\n\
         passed with a drop of the margin or more: at most {}\n{}\n",
        percent(false_alarms),
        percent(false_passes),
        if good { "both agree with alpha" } else { "NOT WITHIN ALPHA" }
    ));
    if good { Exit::Done } else { Exit::Internal }
}
