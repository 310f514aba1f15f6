//! The audit of published tables: everything a paper states about its own tables is recomputed from the printed cells, and
//! every statement gets a verdict. The verdict is computed, never read: a claim file says what is printed, not whether it
//! is right, and what it allows is told. It uses `published` and `stats`, and knows nothing of experiments.

mod checks;
mod confusion;
mod counts;
mod example;
mod integrity;
mod judge;
mod medians;
mod page;
mod pairs;
mod printing;
mod ranks;
mod same;
mod scores;
mod summaries;
mod ways;
mod write;

use crate::published::{Library, Paper, PublishedTable};

pub use page::page;
pub use printing::{PRINTINGS, Printing};
pub use ways::{EXPLANATIONS, Explanation, Topic, Way};
pub use write::{json, markdown, text};

/// What an audit says of one statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// What is printed is our value, rounded.
    Match,
    /// It is our value under a named convention.
    Convention,
    /// It is our value but for one slip.
    Misprint,
    /// It is not what the table says; or not what it is called.
    Contradiction,
    /// A pattern that honest tables rarely have; the tables cannot tell.
    Suspicious,
    /// It needs something that was never printed.
    NotRecomputable,
    /// A remark on the text that the claim file carries; nothing is computed.
    Remark,
}

impl Verdict {
    /// All of them, in the order of reports.
    pub const ALL: [Verdict; 7] = [
        Verdict::Match,
        Verdict::Convention,
        Verdict::Misprint,
        Verdict::Contradiction,
        Verdict::Suspicious,
        Verdict::NotRecomputable,
        Verdict::Remark,
    ];

    /// The word for people and programs.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Match => "match",
            Verdict::Convention => "convention",
            Verdict::Misprint => "misprint",
            Verdict::Contradiction => "contradiction",
            Verdict::Suspicious => "suspicious",
            Verdict::NotRecomputable => "not recomputable",
            Verdict::Remark => "remark",
        }
    }

    /// The words for a number of them.
    pub fn count(self, number: usize) -> String {
        let plural = |one: &str, many: &str| {
            if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
        };
        match self {
            Verdict::Match => plural("match", "match"),
            Verdict::Convention => plural("under a convention", "under a convention"),
            Verdict::Misprint => plural("misprint", "misprints"),
            Verdict::Contradiction => plural("contradiction", "contradictions"),
            Verdict::Suspicious => plural("suspicious", "suspicious"),
            Verdict::NotRecomputable => plural("not recomputable", "not recomputable"),
            Verdict::Remark => plural("remark", "remarks"),
        }
    }

    /// What it means.
    pub fn about(self) -> &'static str {
        match self {
            Verdict::Match => {
                "what is printed is the recomputed value, rounded to the printed digits"
            }
            Verdict::Convention => {
                "it is the value under a named convention: another admissible answer to the same question"
            }
            Verdict::Misprint => {
                "it is the value but for one slip, a digit or the exponent; the right one is given"
            }
            Verdict::Contradiction => {
                "the table says something else, or the number is not what it is called; where a cause explains the number, it is named"
            }
            Verdict::Suspicious => {
                "a pattern that honest tables rarely have, such as cells that repeat another column digit for digit; the tables alone cannot tell"
            }
            Verdict::NotRecomputable => "it needs something that was never printed",
            Verdict::Remark => {
                "a remark on the text that the claim file carries; nothing was computed"
            }
        }
    }
}

/// What was found about one statement.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The table it is about, or the first of several.
    pub table: String,
    /// What it is.
    pub quantity: String,
    /// What is printed; empty for what no claim is about.
    pub printed: String,
    /// What it should be.
    pub computed: String,
    /// The verdict.
    pub verdict: Verdict,
    /// Names of the conventions and faults that explain what is printed.
    pub causes: Vec<&'static str>,
    /// More words.
    pub note: String,
}

impl Finding {
    /// A finding without numbers.
    pub fn new(table: &str, quantity: &str, verdict: Verdict) -> Finding {
        Finding {
            table: table.to_owned(),
            quantity: quantity.to_owned(),
            printed: String::new(),
            computed: String::new(),
            verdict,
            causes: Vec::new(),
            note: String::new(),
        }
    }

    fn printed(self, printed: impl ToString) -> Finding {
        Finding { printed: printed.to_string(), ..self }
    }

    fn computed(self, computed: impl ToString) -> Finding {
        Finding { computed: computed.to_string(), ..self }
    }

    fn because(self, note: impl Into<String>) -> Finding {
        Finding { note: note.into(), ..self }
    }

    /// The causes and the note in one.
    pub fn explanation(&self) -> String {
        let causes = self.causes.join(" + ");
        match (causes.is_empty(), self.note.is_empty()) {
            (true, _) => self.note.clone(),
            (_, true) => causes,
            _ => format!("{causes}: {}", self.note),
        }
    }
}

/// The findings about one table of a paper.
#[derive(Debug, Clone)]
pub struct TableAudit {
    /// The table's name.
    pub name: String,
    /// Where it is printed.
    pub citation: String,
    /// What else in the paper is about it; empty where nothing is known.
    pub context: String,
    /// The findings, in the order of claims.
    pub findings: Vec<Finding>,
}

impl TableAudit {
    /// The citation and the context in one.
    pub fn source(&self) -> String {
        match self.context.is_empty() {
            true => self.citation.clone(),
            false => format!("{} ({})", self.citation, self.context),
        }
    }
}

/// The findings about one paper.
#[derive(Debug, Clone)]
pub struct PaperAudit {
    /// The paper's key.
    pub key: String,
    /// "Melki 2018".
    pub citation: String,
    /// Its title.
    pub title: String,
    /// What it is.
    pub kind: String,
    /// Its tables, those with findings.
    pub tables: Vec<TableAudit>,
    /// Remarks on the text.
    pub remarks: Vec<Finding>,
}

impl PaperAudit {
    /// Everything that was found.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.tables.iter().flat_map(|table| &table.findings).chain(&self.remarks)
    }
}

/// The findings about some papers.
#[derive(Debug, Clone)]
pub struct Audit {
    /// The papers.
    pub papers: Vec<PaperAudit>,
}

/// How many findings have each verdict, in the order of [`Verdict::ALL`].
pub fn counts<'a>(findings: impl Iterator<Item = &'a Finding>) -> [usize; 7] {
    let mut counts = [0; 7];
    for finding in findings {
        if let Some(place) = Verdict::ALL.iter().position(|verdict| *verdict == finding.verdict) {
            counts[place] += 1;
        }
    }
    counts
}

impl Audit {
    /// Everything that was found.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.papers.iter().flat_map(PaperAudit::findings)
    }

    /// Whether every statement is right, if need be under a convention.
    pub fn is_clean(&self) -> bool {
        self.findings().all(|f| matches!(f.verdict, Verdict::Match | Verdict::Convention))
    }
}

/// Audits a paper of a library; only one of its tables where that is asked for.
pub fn audit_paper(library: &Library, paper: &Paper, only: Option<&str>) -> PaperAudit {
    let wanted = |name: &str| only.is_none_or(|only| only == name);
    let mut tables: Vec<TableAudit> = paper
        .tables
        .iter()
        .filter(|table| wanted(&table.name))
        .map(|table| TableAudit {
            name: table.name.clone(),
            citation: table.citation.clone(),
            context: table.context(),
            findings: claims_of(library, table),
        })
        .collect();
    let mut about_several = medians::medians(paper, only);
    about_several.extend(integrity::integrity(paper));
    about_several.extend(same::same(library, paper));
    about_several.extend(checks::checks(library, paper));
    let mut about_others = Vec::new();
    for finding in about_several {
        match tables.iter_mut().find(|table| table.name == finding.table) {
            Some(table) => table.findings.push(finding),
            // Of a table that was not asked for, or of another paper's.
            None if paper.table(&finding.table).is_none() => about_others.push(finding),
            None => {}
        }
    }
    if only.is_none() {
        let (name, citation) = (paper.key.clone(), paper.citation());
        tables.push(TableAudit { name, citation, context: String::new(), findings: about_others });
    }
    tables.retain(|table| !table.findings.is_empty());
    let remark = |note: &crate::published::TextNote| {
        Finding::new(&paper.key, &note.about, Verdict::Remark).because(note.text.clone())
    };
    PaperAudit {
        key: paper.key.clone(),
        citation: paper.citation(),
        title: paper.title.clone(),
        kind: paper.kind.clone(),
        tables,
        remarks: paper.notes.iter().filter(|_| only.is_none()).map(remark).collect(),
    }
}

/// Audits every paper of a library.
pub fn audit_all(library: &Library) -> Audit {
    Audit { papers: library.papers.iter().map(|paper| audit_paper(library, paper, None)).collect() }
}

/// What a paper states about one table.
fn claims_of(library: &Library, table: &PublishedTable) -> Vec<Finding> {
    let mut findings = ranks::ranks(table);
    findings.extend(pairs::pairs(table));
    findings.extend(counts::counts_in_text(table));
    findings.extend(example::example(table));
    findings.extend(summaries::summaries(table));
    findings.extend(confusion::matrix(library, table));
    let lost = &table.claims.not_printed;
    findings.extend(lost.iter().map(|claim| {
        Finding::new(&table.name, &claim.claim, Verdict::NotRecomputable)
            .because(format!("needs {}", claim.needs))
    }));
    findings
}
