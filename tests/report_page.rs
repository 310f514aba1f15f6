//! The page in a real browser, where there is one: nothing is loaded from anywhere, no error is logged, columns sort by
//! mouse and keyboard, nothing is wider than a phone or a screen, and a hostile name stays a name.

use crate::browser::{Browser, find};
use crate::support::{Dir, project};

/// The browser, or a word that the test was skipped.
fn browser() -> Option<Browser> {
    let found = find();
    if found.is_none() {
        println!("skipped: no Chromium found (Debian's package `chromium`)");
    }
    found.map(|program| Browser::start(&program))
}

/// With `LOOK_AT_PAGES=DIR` pictures of the page are written there, for people.
fn look(browser: &mut Browser, name: &str) {
    if let Some(folder) = std::env::var_os("LOOK_AT_PAGES") {
        browser.screenshot(&std::path::Path::new(&folder).join(format!("{name}.png")));
    }
}

/// The words of a column of the first sortable table.
const COLUMN: &str = "[...document.querySelector('table.sortable').tBodies[0].rows].map(r => r.cells[COLUMN].textContent)";

fn column(browser: &mut Browser, position: usize) -> Vec<String> {
    let words = browser.eval(&COLUMN.replace("COLUMN", &position.to_string()));
    words
        .as_array()
        .expect("a list")
        .iter()
        .map(|w| w.as_str().expect("a word").to_owned())
        .collect()
}

#[test]
fn the_page_works_in_a_browser() {
    let Some(mut browser) = browser() else { return };
    let dir = Dir::new();
    let text =
        std::fs::read_to_string(project().join("experiments/quickstart.toml")).expect("a spec");
    let tests = "tests = [\"friedman\", \"iman-davenport\", \"nemenyi\", \"bonferroni-dunn\", \"holm\", \"wilcoxon\", \"effect\", \"monte-carlo\", \"rank-uncertainty\"]\ndraws = 200\n";
    dir.write("s.toml", format!("{text}{tests}"));
    dir.succeed(&["run", "s.toml", "-q"]);
    browser.resize(1280, 900);
    browser.open(&dir.path("reports/quickstart/index.html"));
    let high = browser.eval("document.documentElement.scrollHeight").as_u64().expect("a height");
    assert!(high < 5000, "the page is {high} px high");
    // The verdict is the first thing that is said.
    let first = browser.eval("document.querySelector('main p:not(.label)').textContent");
    assert!(
        first
            .as_str()
            .expect("words")
            .starts_with("The 4 methods differ significantly in accuracy")
    );
    // Sorting by a click: numbers down, then up; words up.
    let before = column(&mut browser, 0);
    let click = |b: &mut Browser, position: usize| {
        b.eval(&format!("document.querySelectorAll('table.sortable thead tr:last-child button')[{position}].click()"));
    };
    click(&mut browser, 1);
    let numbers = |words: Vec<String>| -> Vec<f64> {
        words
            .iter()
            .map(|w| w.split_whitespace().next().expect("a mean").parse().expect("a number"))
            .collect()
    };
    let down = numbers(column(&mut browser, 1));
    assert!(down.windows(2).all(|w| w[0] >= w[1]), "{down:?}");
    assert_ne!(before, column(&mut browser, 0));
    click(&mut browser, 1);
    let up = numbers(column(&mut browser, 1));
    assert!(up.windows(2).all(|w| w[0] <= w[1]), "{up:?}");
    // By keyboard as well.
    browser.eval("document.querySelector('table.sortable thead tr:last-child button').focus()");
    browser.key("Enter");
    let names = column(&mut browser, 0);
    assert!(names.windows(2).all(|w| w[0] <= w[1]), "{names:?}");
    let state = browser.eval(
        "document.querySelector('table.sortable thead tr:last-child th').getAttribute('aria-sort')",
    );
    assert_eq!(state, "ascending");
    // Footers stay where they are.
    let last = browser.eval("document.querySelector('table.sortable').rows[document.querySelector('table.sortable').rows.length - 1].textContent");
    assert!(last.as_str().expect("words").starts_with("p against logistic"));
    // Every picture has a name for those who cannot see it, every control can be reached.
    let unnamed = browser.eval("[...document.querySelectorAll('[role=img],[role=region]')].filter(e => !e.getAttribute('aria-label')).length");
    assert_eq!(unnamed, 0);
    let twice = browser.eval("(() => { const ids = [...document.querySelectorAll('[id]')].map(e => e.id); return ids.length - new Set(ids).size; })()");
    assert_eq!(twice, 0, "ids are used once");
    let broken = browser.eval("[...document.querySelectorAll('a[href^=\"#\"]')].filter(a => !document.getElementById(a.getAttribute('href').slice(1))).length");
    assert_eq!(broken, 0, "links lead somewhere");
    check_tabs(&mut browser);
    check_summary(&mut browser);
    check_saved_figures(&mut browser, &dir.path("reports/quickstart"));
    check_paper(&mut browser);
    // Nothing is wider than the screen, on paper and in the dark neither.
    for (width, dark, print) in [
        (390, false, false),
        (1280, false, false),
        (390, true, false),
        (1280, true, false),
        (800, false, true),
    ] {
        browser.resize(width, 900);
        browser.dark(dark);
        browser.print(print);
        look(&mut browser, &format!("{width}-{dark}-{print}"));
        browser.eval("document.querySelectorAll('details').forEach(d => d.open = true)");
        let wide = browser.eval("document.documentElement.scrollWidth");
        assert!(
            wide.as_u64().expect("a width") <= u64::from(width),
            "{width} px: the page is {wide} px wide"
        );
        if !print {
            check_boxes(&mut browser, width);
        }
    }
    browser.print(false);
    // Text and paper differ in both modes.
    for dark in [false, true] {
        browser.dark(dark);
        let colours = browser.eval("[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]");
        let light = |c: &serde_json::Value| -> f64 {
            let parts = c
                .as_str()
                .expect("a colour")
                .trim_start_matches("rgb(")
                .trim_end_matches(')')
                .to_owned();
            parts.split(',').map(|p| p.trim().parse::<f64>().expect("a number")).sum::<f64>()
                / 765.0
        };
        let (text, paper) = (light(&colours[0]), light(&colours[1]));
        assert!((text - paper).abs() > 0.7 && (text > paper) == dark, "{dark}: {colours}");
        // Figures follow: their words are light in the dark, and nothing is a white slab.
        let word = browser.eval("getComputedStyle(document.querySelector('figure svg text')).fill");
        assert_eq!(light(&word) > 0.5, dark, "{word}");
        let white = browser.eval("[...document.querySelectorAll('figure svg rect, figure svg polygon, figure .scroll')].filter(e => [getComputedStyle(e).fill, getComputedStyle(e).backgroundColor].includes('rgb(255, 255, 255)')).length");
        assert!(!dark || white == 0, "{white} white areas in the dark");
    }
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// Metrics are tabs by mouse, keyboard and link; only one of them is shown.
fn check_tabs(browser: &mut Browser) {
    let shown = "[...document.querySelectorAll('[role=tabpanel]')].filter(p => p.offsetHeight > 0).map(p => p.id).join()";
    assert_eq!(browser.eval("document.querySelectorAll('[role=tab]').length"), 2);
    assert_eq!(browser.eval(shown), "metric-accuracy");
    browser.eval("document.querySelectorAll('[role=tab]')[1].click()");
    assert_eq!(browser.eval(shown), "metric-kappa");
    let names = browser.eval("[...document.querySelectorAll('[role=tab]')].map(t => t.textContent + t.getAttribute('aria-selected')).join()");
    assert_eq!(names, "Accuracyfalse,Cohen's kappatrue");
    browser.eval("document.activeElement.blur(); document.querySelector('[aria-selected=true]').focus(); document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))");
    assert_eq!(browser.eval(shown), "metric-accuracy");
    assert_eq!(browser.eval("document.activeElement.textContent"), "Accuracy");
    // A link into a hidden part shows it.
    let wait = "new Promise(done => { addEventListener('hashchange', () => setTimeout(done), { once: true }); location.hash = 'table-kappa-pairs'; })";
    browser.eval(wait);
    assert_eq!(browser.eval(shown), "metric-kappa");
    let open = "document.getElementById('table-kappa-pairs').closest('details').open";
    assert_eq!(browser.eval(open), true);
    browser.eval("document.querySelectorAll('[role=tab]')[0].click()");
    // A link of the navigation shows its part, also where the address already names it.
    let link = "document.querySelector('nav a[href=\"#metric-kappa\"]').click(), new Promise(done => setTimeout(done, 100))";
    browser.eval(link);
    assert_eq!(browser.eval(shown), "metric-kappa");
    browser.eval("document.querySelectorAll('[role=tab]')[0].click()");
    assert_eq!(browser.eval(shown), "metric-accuracy");
    browser.eval(link);
    assert_eq!(browser.eval(shown), "metric-kappa");
    browser.eval("document.querySelectorAll('[role=tab]')[0].click()");
    // Paper shows both.
    browser.print(true);
    assert_eq!(browser.eval(shown), "metric-accuracy,metric-kappa");
    browser.print(false);
}

/// What the page offers for saving is the file of the figure.
fn check_saved_figures(browser: &mut Browser, report: &std::path::Path) {
    let saved = browser.eval("[...document.querySelectorAll('a[download$=\".svg\"]')].map(a => [a.download, new TextDecoder().decode(Uint8Array.from(atob(a.href.split(',')[1]), c => c.charCodeAt(0)))])");
    let saved = saved.as_array().expect("figures");
    assert!(saved.len() > 8, "{} figures", saved.len());
    for figure in saved {
        let name = figure[0].as_str().expect("a name");
        let file = std::fs::read_to_string(report.join("figures").join(name)).expect("a figure");
        assert!(figure[1] == *file, "{name}");
    }
}

/// Paper has the colours of a light screen whatever the reader's scheme is, no boxes of what is folded, and no row of
/// averages in the middle of a table.
fn check_paper(browser: &mut Browser) {
    let colours = "['a', '.verdict', '.caption', 'body'].map(s => getComputedStyle(document.querySelector(s)).color + getComputedStyle(document.querySelector(s)).borderLeftColor).join()";
    browser.print(true);
    let light = browser.eval(colours);
    browser.dark(true);
    assert_eq!(browser.eval(colours), light);
    browser.dark(false);
    let boxes = browser.eval("[...document.querySelectorAll('details:not([open]):not(.part)')].filter(d => d.offsetHeight > 0).length + document.getElementById('datasets').offsetHeight");
    assert_eq!(boxes, 0, "folded boxes on paper");
    let feet = browser.eval("getComputedStyle(document.querySelector('tfoot')).display");
    assert_eq!(feet, "table-row-group");
    browser.print(false);
}

/// Without scripts every metric is there, one below the other, and nothing that only a script could do.
#[test]
fn the_page_works_without_scripts() {
    let Some(mut browser) = browser() else { return };
    let dir = Dir::new();
    let rows: String = (0..6)
        .flat_map(|d| [0, 1, 2].map(|m| format!("m{m},d{d},0.{}{d},{}.{d}\n", 5 + m, 3 - m)))
        .collect();
    dir.write("two.csv", format!("method,dataset,accuracy,rmse\n{rows}"));
    dir.succeed(&["analyze", "two.csv", "-o", "out"]);
    browser.scripts(false);
    browser.resize(1280, 900);
    browser.open(&dir.path("out/index.html"));
    let metrics = browser.eval("[...document.querySelectorAll('section.metric')].filter(s => s.offsetHeight > 100).map(s => s.id).join()");
    assert_eq!(metrics, "metric-accuracy,metric-rmse");
    let hidden = browser.eval("[...document.querySelectorAll('section')].filter(s => s.offsetHeight === 0).map(s => s.id).join()");
    assert_eq!(hidden, "");
    assert_eq!(browser.eval("document.getElementById('copy').offsetHeight"), 0);
    assert_eq!(browser.eval("document.querySelectorAll('[role=tab]').length"), 0);
    // The console is read by a script.
    browser.scripts(true);
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// The button copies, or selects where copying is forbidden, and says which; the text is on the page.
fn check_summary(browser: &mut Browser) {
    let text = browser.eval("document.getElementById('summary-text').textContent");
    let text = text.as_str().expect("words");
    for part in ["quickstart: 4 methods on 6 datasets", "- Cohen's kappa: ", "Mean ranks: logistic"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    browser.eval("document.getElementById('copy').focus()");
    browser.key("Enter");
    let said = browser.eval("new Promise(done => setTimeout(() => done(document.getElementById('copied').textContent), 300))");
    let said = said.as_str().expect("words");
    assert!(said.starts_with("Copied") || said.starts_with("Selected"), "{said}");
}

/// What is wider than its box has a cue; on a wide screen no table is. Words of figures are equally large.
fn check_boxes(browser: &mut Browser, width: u32) {
    browser.eval("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))");
    let cut =
        "[...document.querySelectorAll('.scroll')].filter(b => b.scrollWidth > b.clientWidth + 1)";
    let silent = browser.eval(&format!(
        "{cut}.filter(b => !b.classList.contains('wide') || b.previousElementSibling.className !== 'cue').length"
    ));
    assert_eq!(silent, 0, "{width} px");
    let tables = browser.eval(&format!(
        "{cut}.filter(b => b.querySelector('table') && b.closest('#parts')).length"
    ));
    assert_eq!(tables == 0, width >= 1280, "{width} px: {tables} tables are cut");
    let scales = browser.eval("[...new Set([...document.querySelectorAll('figure svg')].filter(s => s.clientWidth > 0).map(s => (10 * s.getBoundingClientRect().width / s.viewBox.baseVal.width).toFixed(2)))].join()");
    assert_eq!(scales, if width >= 1280 { "1.20" } else { "1.00" });
}

/// With more than eight methods columns of the page are sorted by rank; files keep their order. Backticks are code.
#[test]
fn many_methods_are_sorted_by_rank_in_the_page_only() {
    let dir = Dir::new();
    let table = project().join("datasets/published/tables/melki_4.3_accuracy.csv");
    dir.succeed(&["analyze", &table.to_string_lossy(), "-o", "out"]);
    let page = dir.read("out/index.html");
    let (_, scores) = page.split_once("id=\"table-accuracy-scores\"").expect("scores");
    let (head, _) = scores.split_once("</thead>").expect("a head");
    let place = |name: &str| head.find(&format!(">{name}<")).unwrap_or_else(|| panic!("{name}"));
    assert!(["MIRSVM", "miGraph", "TLC", "Bagging"].map(place).is_sorted(), "{head}");
    assert!(scores.contains("in the order of mean ranks"));
    let csv = dir.read("out/tables/accuracy-scores.csv");
    assert!(csv.starts_with("dataset,MIRSVM,miGraph,MIBoost,"), "{csv}");
    assert!(page.contains("<code>MIBoost</code>"));
    let shown = |line: &&str| line.starts_with("<li>") || line.starts_with("<p");
    assert!(page.lines().filter(shown).all(|line| !line.contains('`')));
    // Without JavaScript every part is there: only the script hides sections.
    let opening = |part: &str| part.split('>').next().unwrap_or_default().to_owned();
    let sections: Vec<String> = page.split("<section ").skip(1).map(opening).collect();
    assert!(
        sections.len() > 4 && sections.iter().all(|tag| !tag.contains("hidden")),
        "{sections:?}"
    );
}

#[test]
fn a_hostile_name_stays_a_name() {
    let Some(mut browser) = browser() else { return };
    let dir = Dir::new();
    let attack = "<img src=x onerror=alert(1)><script>document.title='taken'</script>";
    let second = "\"\"></a><svg onload=alert(2)>' onclick='x";
    let rows: String = (0..6).map(|d| format!("\"{attack}{d}\",0.{d},0.{},0.5\n", 9 - d)).collect();
    dir.write("hostile.csv", format!("dataset,\"{attack}\",\"{second}\",plain\n{rows}"));
    dir.succeed(&["analyze", "hostile.csv", "-o", "out"]);
    browser.resize(390, 844);
    browser.open(&dir.path("out/index.html"));
    let title = browser.eval("document.title");
    assert_eq!(title, "hostile – Tribunal");
    let made = browser.eval(
        "document.querySelectorAll('main img, main script, [onload], [onerror], [onclick]').length",
    );
    assert_eq!(made, 0);
    let shown = browser.eval("document.querySelector('table.sortable').textContent.includes('<img src=x onerror=alert(1)>')");
    assert_eq!(shown, true, "the name is shown as it is");
    let wide = browser.eval("document.documentElement.scrollWidth");
    assert!(wide.as_u64().expect("a width") <= 390, "{wide}");
    assert_eq!(browser.console(), Vec::<String>::new());
}
