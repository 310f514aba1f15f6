import java.beans.PropertyDescriptor;
import java.io.File;
import javax.swing.DefaultListModel;
import weka.classifiers.Classifier;
import weka.experiment.CSVResultListener;
import weka.experiment.ClassifierSplitEvaluator;
import weka.experiment.CrossValidationResultProducer;
import weka.experiment.Experiment;
import weka.experiment.InstancesResultListener;
import weka.experiment.PropertyNode;
import weka.experiment.RandomSplitResultProducer;
import weka.experiment.ResultProducer;

/** Small experiments of Weka's Experimenter: WekaExperiment OUT DATA.arff ... */
public class WekaExperiment {
    public static void main(String[] args) throws Exception {
        run(args, true, new CSVResultListener(), "weka_folds.csv");
        run(args, true, new InstancesResultListener(), "weka_folds.arff");
        run(args, false, new CSVResultListener(), "weka_splits.csv");
    }

    static void run(String[] args, boolean folds, CSVResultListener listener, String name) throws Exception {
        ClassifierSplitEvaluator evaluator = new ClassifierSplitEvaluator();
        ResultProducer producer;
        if (folds) {
            CrossValidationResultProducer cv = new CrossValidationResultProducer();
            cv.setNumFolds(3);
            cv.setSplitEvaluator(evaluator);
            producer = cv;
        } else {
            RandomSplitResultProducer split = new RandomSplitResultProducer();
            split.setTrainPercent(70);
            split.setSplitEvaluator(evaluator);
            producer = split;
        }
        Experiment experiment = new Experiment();
        experiment.setPropertyArray(new Classifier[0]);
        experiment.setUsePropertyIterator(true);
        experiment.setPropertyPath(new PropertyNode[] {
            new PropertyNode(evaluator, new PropertyDescriptor("splitEvaluator", producer.getClass()), producer.getClass()),
            new PropertyNode(evaluator.getClassifier(), new PropertyDescriptor("classifier", evaluator.getClass()), evaluator.getClass()) });
        experiment.setResultProducer(producer);
        experiment.setRunLower(1);
        experiment.setRunUpper(2);
        weka.classifiers.lazy.IBk one = new weka.classifiers.lazy.IBk(1);
        weka.classifiers.lazy.IBk five = new weka.classifiers.lazy.IBk(5);
        experiment.setPropertyArray(new Classifier[] { one, five, new weka.classifiers.trees.J48() });
        DefaultListModel datasets = new DefaultListModel();
        for (int i = 1; i < args.length; i++) datasets.addElement(new File(args[i]));
        experiment.setDatasets(datasets);
        listener.setOutputFile(new File(args[0], name));
        experiment.setResultListener(listener);
        experiment.initialize();
        experiment.runExperiment();
        experiment.postProcess();
    }
}
