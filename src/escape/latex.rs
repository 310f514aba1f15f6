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
