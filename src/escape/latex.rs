//! Text for LaTeX: letters that mean something there, and those that its fonts lack, become commands. What this module
//! returns is set as text; formulas are written by their authors.

/// Text that LaTeX prints as it is.
pub fn latex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => {
                out.push('\\');
                out.push(c);
            }
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '`' => out.push_str("\\textasciigrave{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("\\char34{}"),
            // An optional argument or a star after the end of a row, and ligatures.
            '[' | ']' | '*' => out.push_str(&format!("{{{c}}}")),
            '-' if before == '-' => out.push_str("{}-"),
            '\'' if before == '\'' => out.push_str("{}'"),
            '±' => out.push_str("$\\pm$"),
            '–' => out.push_str("--"),
            '—' => out.push_str("---"),
            '−' => out.push_str("$-$"),
            '×' => out.push_str("$\\times$"),
            '⁰' | '¹' | '²' | '³' | '⁴'..='⁹' => out.push_str(&format!("$^{}$", digit(c))),
            '₀'..='₉' => out.push_str(&format!("$_{}$", digit(c))),
            '○' => out.push_str("$\\circ$"),
            '●' => out.push_str("$\\bullet$"),
            '≤' => out.push_str("$\\le$"),
            '≥' => out.push_str("$\\ge$"),
            '→' => out.push_str("$\\rightarrow$"),
            '←' => out.push_str("$\\leftarrow$"),
            '…' => out.push_str("\\ldots{}"),
            c => match greek(c) {
                Some(name) => out.push_str(&format!("$\\{name}$")),
                None if c.is_control() => out.push(' '),
                None => out.push(c),
            },
        }
        before = c;
    }
    out
}

/// The same, with the symbols of statistics set as mathematics: `p = 0.05`, `N = 6`, `α`, `CD = 1.25`, `ln p`. What is set
/// so reads the same as before, so a name that looks like a formula is still the name.
pub fn latex_with_math(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let (mut out, mut at) = (Vec::new(), 0);
    while let Some(word) = words.get(at) {
        let next = |step: usize| words.get(at + step).copied().unwrap_or_default();
        let (set, taken) = relation(word, next(1), next(2))
            .map(|set| (set, 3))
            .or_else(|| Some((logarithm(word, next(1))?, 2)))
            .unwrap_or_else(|| (symbol(word), 1));
        out.push(set);
        at += taken;
    }
    out.join(" ")
}

/// A word without the marks around it, which come first and last.
fn bare(word: &str) -> (&str, &str, &str) {
    let inside = word.trim_start_matches('(');
    let open = &word[..word.len() - inside.len()];
    let own = inside.trim_end_matches(['.', ',', ';', ':', ')']);
    (open, own, &inside[own.len()..])
}

/// `p = 0.05` as a formula.
fn relation(left: &str, sign: &str, right: &str) -> Option<String> {
    let (open, left, none) = bare(left);
    let left = match left {
        "p" | "k" | "N" | "n" => left,
        "α" => "\\alpha",
        "CD" => "\\mathrm{CD}",
        _ => return None,
    };
    let sign = match sign {
        "=" | "<" | ">" => sign,
        "≤" => "\\le",
        "≥" => "\\ge",
        _ => return None,
    };
    let (before, number, close) = bare(right);
    let plain = number.parse::<f64>().is_ok() && number.ends_with(|c: char| c.is_ascii_digit());
    if !(plain && none.is_empty() && before.is_empty()) {
        return None;
    }
    let number = match number.split_once('e') {
        Some((mantissa, exponent)) => format!("{mantissa}\\times10^{{{exponent}}}"),
        None => number.to_owned(),
    };
    Some(format!("{open}${left} {sign} {number}${close}"))
}

/// `ln p` as a formula.
fn logarithm(word: &str, next: &str) -> Option<String> {
    let ((open, ln, none), (before, p, close)) = (bare(word), bare(next));
    let is = ln == "ln" && p == "p" && none.is_empty() && before.is_empty();
    is.then(|| format!("{open}$\\ln p${close}"))
}

/// A word, as a symbol if it is one.
fn symbol(word: &str) -> String {
    let (open, own, close) = bare(word);
    match own {
        "p" => format!("{open}$p${close}"),
        _ => latex(word),
    }
}

/// The digit of a raised or lowered one.
fn digit(c: char) -> char {
    let raised = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|own| own == c);
    let lowered = "₀₁₂₃₄₅₆₇₈₉".chars().position(|own| own == c);
    raised.or(lowered).and_then(|d| char::from_digit(d as u32, 10)).unwrap_or(c)
}

/// The command of a letter that a plain LaTeX does not have.
fn greek(letter: char) -> Option<&'static str> {
    MATHEMATICS.iter().find(|(own, _)| *own == letter).map(|(_, name)| *name)
}

const MATHEMATICS: &[(char, &str)] = &[
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "varepsilon"),
    ('ζ', "zeta"),
    ('η', "eta"),
    ('θ', "theta"),
    ('ι', "iota"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('ν', "nu"),
    ('ξ', "xi"),
    ('π', "pi"),
    ('ρ', "rho"),
    ('σ', "sigma"),
    ('τ', "tau"),
    ('υ', "upsilon"),
    ('φ', "varphi"),
    ('χ', "chi"),
    ('ψ', "psi"),
    ('ω', "omega"),
    ('Γ', "Gamma"),
    ('Δ', "Delta"),
    ('Θ', "Theta"),
    ('Λ', "Lambda"),
    ('Ξ', "Xi"),
    ('Π', "Pi"),
    ('Σ', "Sigma"),
    ('Φ', "Phi"),
    ('Ψ', "Psi"),
    ('Ω', "Omega"),
    ('≈', "approx"),
    ('≠', "neq"),
    ('∞', "infty"),
    ('∑', "sum"),
    ('√', "surd"),
    ('·', "cdot"),
    ('∂', "partial"),
    ('∇', "nabla"),
    ('∈', "in"),
    ('↑', "uparrow"),
    ('↓', "downarrow"),
    ('↔', "leftrightarrow"),
    ('¬', "neg"),
    ('÷', "div"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_of_statistics_are_mathematics() {
        for (text, set) in [
            ("k = 4 methods (p < 0.001).", "$k = 4$ methods ($p < 0.001$)."),
            (
                "at α = 0.05 (CD = 1.25); p ≤ 1e-5",
                "at $\\alpha = 0.05$ ($\\mathrm{CD} = 1.25$); $p \\le 1\\times10^{-5}$",
            ),
            ("medians of ln p, and p", "medians of $\\ln p$, and $p$"),
            ("α_1 & 50 %", "$\\alpha$\\_1 \\& 50 \\%"),
            ("p = x, P < 0.1, p =", "$p$ = x, P \\textless{} 0.1, $p$ ="),
            ("", ""),
        ] {
            assert_eq!(latex_with_math(text), set, "{text}");
        }
    }
}
