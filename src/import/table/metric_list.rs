//! Metrics by the names that programs give them, with which way is better and which values are possible: the list that
//! `metric_names` looks names up in, and the source of a table in `docs/tables.md`.

use crate::measure::{Direction, Unit};

/// Metrics with the same facts.
pub struct MetricNames {
    /// The names that programs give them, as letters and digits only.
    pub names: &'static [&'static str],
    /// The name in sentences; as the file spells it where this is empty.
    pub title: &'static str,
    /// Which way is better.
    pub direction: Direction,
    /// The smallest and the largest possible value.
    pub range: (f64, f64),
    /// What it counts.
    pub unit: Unit,
}

const INF: f64 = f64::INFINITY;

const fn higher(
    names: &'static [&'static str],
    title: &'static str,
    range: (f64, f64),
) -> MetricNames {
    MetricNames { names, title, direction: Direction::Higher, range, unit: Unit::Number }
}

const fn lower(
    names: &'static [&'static str],
    title: &'static str,
    range: (f64, f64),
) -> MetricNames {
    MetricNames { names, title, direction: Direction::Lower, range, unit: Unit::Number }
}

const fn share(names: &'static [&'static str], title: &'static str) -> MetricNames {
    MetricNames { unit: Unit::Share, ..higher(names, title, (0.0, 1.0)) }
}

const fn of_target(names: &'static [&'static str], title: &'static str) -> MetricNames {
    MetricNames { unit: Unit::Target, ..lower(names, title, (0.0, INF)) }
}

/// Every name that is known. Names that could mean metrics with different directions are not here.
pub const METRIC_NAMES: &[MetricNames] = &[
    share(
        &["accuracy", "acc", "predictiveaccuracy", "percentcorrect", "testacc", "genauigkeit"],
        "accuracy",
    ),
    share(&["balancedaccuracy", "balacc", "bacc", "balancedacc"], "balanced accuracy"),
    share(&["auc", "rocauc", "auroc", "areaunderroc", "areaunderroccurve", "aucroc"], "AUC"),
    share(&["prauc", "auprc", "aucpr", "averageprecision"], "average precision"),
    share(&["f1", "f1score", "fscore", "fmeasure", "fbeta"], "F1"),
    share(&["precision", "ppv"], "precision"),
    share(&["recall", "sensitivity", "sens", "tpr"], "recall"),
    share(&["specificity", "spec", "tnr"], "specificity"),
    share(&["ri", "randindex", "clacc", "clusteringaccuracy"], ""),
    share(
        &["accnorm", "exactmatch", "em", "top1", "top5", "top1accuracy", "top5accuracy", "passat1"],
        "",
    ),
    share(
        &["jaccard", "iou", "miou", "dice", "ndcg", "mrr", "gmean", "cindex", "nmi", "hitrate"],
        "",
    ),
    higher(&["kappa", "kap", "cohenkappa", "cohenskappa"], "Cohen's kappa", (-1.0, 1.0)),
    higher(&["mcc", "matthewscorrcoef", "matthewscorrelation"], "MCC", (-1.0, 1.0)),
    higher(
        &["spearman", "pearson", "kendall", "ari", "adjustedrand", "silhouette", "correlation"],
        "",
        (-1.0, 1.0),
    ),
    higher(&["r2", "rsq", "rsquared"], "R²", (-INF, 1.0)),
    higher(&["explainedvariance", "nse"], "", (-INF, 1.0)),
    higher(
        &["bleu", "rouge", "rouge1", "rouge2", "rougel", "meteor", "chrf", "psnr", "ssim", "elo"],
        "",
        (-INF, INF),
    ),
    higher(&["ami", "adjustedmutualinformation"], "", (-1.0, 1.0)),
    higher(&["loglikelihood", "reward"], "", (-INF, INF)),
    // Counts of a confusion table.
    higher(&["tp", "tn", "truepositives", "truenegatives"], "", (0.0, INF)),
    lower(&["fp", "fn", "falsepositives", "falsenegatives"], "", (0.0, INF)),
    MetricNames {
        unit: Unit::Share,
        ..lower(
            &[
                "error",
                "err",
                "errorrate",
                "mmce",
                "misclassification",
                "misclassificationrate",
                "misclassificationerror",
                "misclass",
                "classificationerror",
                "classificationerrorrate",
                "inaccuracy",
                "percentincorrect",
                "fehlerrate",
                "fehler",
                "tauxderreur",
            ],
            "error",
            (0.0, 1.0),
        )
    },
    lower(&["zeroone", "zerooneloss", "ber", "balancederrorrate"], "", (0.0, 1.0)),
    lower(
        &[
            "fpr",
            "fnr",
            "eer",
            "ece",
            "hter",
            "hammingloss",
            "missrate",
            "falsepositiverate",
            "falsenegativerate",
            "falsealarmrate",
            "fdr",
        ],
        "",
        (0.0, 1.0),
    ),
    lower(&["aic", "bic"], "", (-INF, INF)),
    lower(
        &["rmsd", "hausdorff", "daviesbouldin", "makespan", "bitsperdim", "bpd", "lpips", "kid"],
        "",
        (0.0, INF),
    ),
    lower(&["brier", "brierscore", "bbrier", "mbrier"], "Brier score", (0.0, 2.0)),
    // mlr3's `classif.ce` is the classification error; elsewhere it is the cross-entropy.
    lower(&["ce"], "", (0.0, INF)),
    lower(&["logloss", "mnlogloss", "crossentropy", "xent", "bce"], "log loss", (0.0, INF)),
    lower(&["nll"], "", (-INF, INF)),
    lower(&["loss", "cost", "regret", "metricerror"], "", (-INF, INF)),
    lower(&["perplexity", "ppl", "wordperplexity", "byteperplexity"], "perplexity", (0.0, INF)),
    lower(&["bitsperbyte", "bpb", "bpc", "wer", "cer", "fid", "crps", "deviance"], "", (0.0, INF)),
    of_target(&["rmse", "rootmeansquarederror"], "RMSE"),
    of_target(&["mse", "meansquarederror"], "mean squared error"),
    of_target(&["mae", "meanabsoluteerror"], "mean absolute error"),
    of_target(&["medianabsoluteerror", "medae", "maxerror"], ""),
    lower(
        &["rmsle", "msle", "mape", "smape", "mase", "rae", "rrse", "rse", "nrmse", "wape"],
        "",
        (0.0, INF),
    ),
];
