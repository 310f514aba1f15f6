//! The sources of the statistical tests, as BibTeX. A source that only one test needs may be in the file of the test.

/// Demsar (2006).
pub const DEMSAR: &str = "@article{demsar2006,\n  author = {Dem{\\v s}ar, Janez},\n  title = {Statistical comparisons of classifiers over multiple data sets},\n  journal = {Journal of Machine Learning Research}, volume = {7}, pages = {1--30}, year = {2006}}";
/// Friedman (1937).
pub const FRIEDMAN: &str = "@article{friedman1937,\n  author = {Friedman, Milton},\n  title = {The use of ranks to avoid the assumption of normality implicit in the analysis of variance},\n  journal = {Journal of the American Statistical Association}, volume = {32}, pages = {675--701}, year = {1937}}";
/// Iman and Davenport (1980).
pub const IMAN_DAVENPORT: &str = "@article{imandavenport1980,\n  author = {Iman, Ronald L. and Davenport, James M.},\n  title = {Approximations of the critical region of the {Friedman} statistic},\n  journal = {Communications in Statistics}, volume = {9}, number = {6}, pages = {571--595}, year = {1980}}";
/// Quade (1979).
pub const QUADE: &str = "@article{quade1979,\n  author = {Quade, Dana},\n  title = {Using weighted rankings in the analysis of complete blocks with additive block effects},\n  journal = {Journal of the American Statistical Association}, volume = {74}, pages = {680--683}, year = {1979}}";
/// Nemenyi (1963).
pub const NEMENYI: &str = "@phdthesis{nemenyi1963,\n  author = {Nemenyi, Peter},\n  title = {Distribution-free multiple comparisons}, school = {Princeton University}, year = {1963}}";
/// Dunn (1961).
pub const DUNN: &str = "@article{dunn1961,\n  author = {Dunn, Olive Jean},\n  title = {Multiple comparisons among means},\n  journal = {Journal of the American Statistical Association}, volume = {56}, pages = {52--64}, year = {1961}}";
/// Holm (1979).
pub const HOLM: &str = "@article{holm1979,\n  author = {Holm, Sture},\n  title = {A simple sequentially rejective multiple test procedure},\n  journal = {Scandinavian Journal of Statistics}, volume = {6}, pages = {65--70}, year = {1979}}";
/// Hochberg (1988).
pub const HOCHBERG: &str = "@article{hochberg1988,\n  author = {Hochberg, Yosef},\n  title = {A sharper {Bonferroni} procedure for multiple tests of significance},\n  journal = {Biometrika}, volume = {75}, pages = {800--802}, year = {1988}}";
/// Hommel (1988).
pub const HOMMEL: &str = "@article{hommel1988,\n  author = {Hommel, Gerhard},\n  title = {A stagewise rejective multiple test procedure based on a modified {Bonferroni} test},\n  journal = {Biometrika}, volume = {75}, pages = {383--386}, year = {1988}}";
/// Finner (1993).
pub const FINNER: &str = "@article{finner1993,\n  author = {Finner, Helmut},\n  title = {On a monotonicity problem in step-down multiple test procedures},\n  journal = {Journal of the American Statistical Association}, volume = {88}, pages = {920--923}, year = {1993}}";
/// Li (2008).
pub const LI: &str = "@article{li2008,\n  author = {Li, Jianjun},\n  title = {A two-step rejection procedure for testing multiple hypotheses},\n  journal = {Journal of Statistical Planning and Inference}, volume = {138}, pages = {1521--1527}, year = {2008}}";
/// Shaffer (1986).
pub const SHAFFER: &str = "@article{shaffer1986,\n  author = {Shaffer, Juliet Popper},\n  title = {Modified sequentially rejective multiple test procedures},\n  journal = {Journal of the American Statistical Association}, volume = {81}, pages = {826--831}, year = {1986}}";
/// Bergmann and Hommel (1988).
pub const BERGMANN_HOMMEL: &str = "@incollection{bergmannhommel1988,\n  author = {Bergmann, Bruno and Hommel, Gerhard},\n  title = {Improvements of general multiple test procedures for redundant systems of hypotheses},\n  booktitle = {Multiple Hypotheses Testing}, pages = {100--115}, publisher = {Springer}, year = {1988}}";
/// Wilcoxon (1945).
pub const WILCOXON: &str = "@article{wilcoxon1945,\n  author = {Wilcoxon, Frank},\n  title = {Individual comparisons by ranking methods},\n  journal = {Biometrics Bulletin}, volume = {1}, pages = {80--83}, year = {1945}}";
/// Nadeau and Bengio (2003).
pub const NADEAU_BENGIO: &str = "@article{nadeaubengio2003,\n  author = {Nadeau, Claude and Bengio, Yoshua},\n  title = {Inference for the generalization error},\n  journal = {Machine Learning}, volume = {52}, pages = {239--281}, year = {2003}}";
/// Suppharangsarn (2010).
pub const SUPPHARANGSARN: &str = "@phdthesis{suppharangsarn2010,\n  author = {Suppharangsarn, Somjet},\n  title = {Comparison and performance enhancement of modern pattern classifiers},\n  school = {University of Southampton}, year = {2010}}";
/// Benavoli and Corani and Demsar and Zaffalon (2017).
pub const BENAVOLI: &str = "@article{benavoli2017,\n  author = {Benavoli, Alessio and Corani, Giorgio and Dem{\\v s}ar, Janez and Zaffalon, Marco},\n  title = {Time for a change: a tutorial for comparing multiple classifiers through {Bayesian} analysis},\n  journal = {Journal of Machine Learning Research}, volume = {18}, number = {77}, pages = {1--36}, year = {2017}}";
/// Efron (1987).
pub const EFRON: &str = "@article{efron1987,\n  author = {Efron, Bradley},\n  title = {Better bootstrap confidence intervals},\n  journal = {Journal of the American Statistical Association}, volume = {82}, pages = {171--185}, year = {1987}}";
/// Dietterich (1998).
pub const DIETTERICH: &str = "@article{dietterich1998,\n  author = {Dietterich, Thomas G.},\n  title = {Approximate statistical tests for comparing supervised classification learning algorithms},\n  journal = {Neural Computation}, volume = {10}, number = {7}, pages = {1895--1923}, year = {1998}}";
/// Alpaydin (1999).
pub const ALPAYDIN: &str = "@article{alpaydin1999,\n  author = {Alpayd{\\i}n, Ethem},\n  title = {Combined 5 x 2 cv {F} test for comparing supervised classification learning algorithms},\n  journal = {Neural Computation}, volume = {11}, number = {8}, pages = {1885--1892}, year = {1999}}";
/// McNemar (1947).
pub const MCNEMAR: &str = "@article{mcnemar1947,\n  author = {McNemar, Quinn},\n  title = {Note on the sampling error of the difference between correlated proportions or percentages},\n  journal = {Psychometrika}, volume = {12}, pages = {153--157}, year = {1947}}";
/// Corani and Benavoli (2015).
pub const CORANI: &str = "@article{coranibenavoli2015,\n  author = {Corani, Giorgio and Benavoli, Alessio},\n  title = {A {Bayesian} approach for comparing cross-validated algorithms on multiple data sets},\n  journal = {Machine Learning}, volume = {100}, pages = {285--304}, year = {2015}}";
/// Conover (1999).
pub const CONOVER: &str = "@book{conover1999,\n  author = {Conover, W. J.},\n  title = {Practical nonparametric statistics}, edition = {3}, publisher = {Wiley}, year = {1999}}";
