import java.io.BufferedReader;
import java.io.FileReader;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import weka.classifiers.Classifier;
import weka.classifiers.functions.Logistic;
import weka.classifiers.lazy.IBk;
import weka.classifiers.meta.AdaBoostM1;
import weka.classifiers.trees.J48;
import weka.core.EuclideanDistance;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Utils;
import weka.core.Version;

/**
 * Runs Weka's classifiers for make_weka.py.
 *
 *   java -cp weka.jar:. Weka jobs.tsv answers.tsv
 *
 * One job per line, tab-separated: id, ARFF file with all rows (class last), "weighted" or "plain",
 * how many rows of probabilities to print, flags (comma-separated or "-"), class name, option string.
 * One answer per line: id, key, value. Doubles are printed by Double.toString, which reads back the same.
 *
 * Rows i with i % 3 == 0 are the test rows, the others the training rows, both in file order.
 */
public class Weka {
    /** Weka's IBk widens the ranges it scales by with every test row it sees; this keeps the training rows' ranges. */
    public static class TrainingRanges extends EuclideanDistance {
        private static final long serialVersionUID = 1L;

        @Override
        public void update(Instance instance) {}
    }

    static PrintWriter out;

    static void answer(String id, String key, Object value) {
        out.println(id + "\t" + key + "\t" + value);
    }

    /** The value of a field that has no getter. */
    static Object field(Object from, String name) throws Exception {
        Field f = from.getClass().getDeclaredField(name);
        f.setAccessible(true);
        return f.get(from);
    }

    static String join(double[] values) {
        StringBuilder s = new StringBuilder();
        for (double v : values) s.append(s.length() == 0 ? "" : " ").append(v);
        return s.toString();
    }

    static void run(String[] job) throws Exception {
        String id = job[0];
        boolean weighted = job[2].equals("weighted");
        int rows = Integer.parseInt(job[3]);
        java.util.List<String> flags = java.util.Arrays.asList(job[4].split(","));

        Instances all = new Instances(new BufferedReader(new FileReader(job[1])));
        all.setClassIndex(all.numAttributes() - 1);
        Instances train = new Instances(all, all.numInstances());
        Instances test = new Instances(all, all.numInstances());
        for (int i = 0; i < all.numInstances(); i++) {
            if (i % 3 == 0) {
                test.add(all.instance(i));
            } else {
                Instance copy = (Instance) all.instance(i).copy();
                if (weighted) copy.setWeight(1 + (i % 4) * 0.5);
                train.add(copy);
            }
        }

        Classifier c = Classifier.forName(job[5], Utils.splitOptions(job.length > 6 ? job[6] : ""));
        if (flags.contains("training-ranges")) {
            ((IBk) c).getNearestNeighbourSearchAlgorithm().setDistanceFunction(new TrainingRanges());
        }
        c.buildClassifier(train);

        StringBuilder predicted = new StringBuilder();
        StringBuilder probabilities = new StringBuilder();
        int correct = 0;
        for (int t = 0; t < test.numInstances(); t++) {
            Instance row = test.instance(t);
            double[] p = c.distributionForInstance(row);
            double label = c.classifyInstance(row);
            // Weka gives the missing value (NaN) where all scores are zero.
            predicted.append(Double.isNaN(label) ? '?' : Character.forDigit((int) label, 36));
            if (label == row.classValue()) correct++;
            if (t < rows) probabilities.append(t == 0 ? "" : ";").append(join(p));
        }
        answer(id, "correct", correct);
        if (flags.contains("score-only")) return;
        answer(id, "predicted", predicted);
        if (rows > 0) answer(id, "probabilities", probabilities);

        if (c instanceof J48) {
            answer(id, "leaves", (int) ((J48) c).measureNumLeaves());
            answer(id, "size", (int) ((J48) c).measureTreeSize());
        }
        if (c instanceof AdaBoostM1) {
            int done = (Integer) field(c, "m_NumIterationsPerformed");
            double[] betas = java.util.Arrays.copyOf((double[]) field(c, "m_Betas"), done);
            answer(id, "betas", join(betas));
        }
        if (c instanceof Logistic) {
            StringBuilder table = new StringBuilder();
            for (double[] line : ((Logistic) c).coefficients()) {
                table.append(table.length() == 0 ? "" : ";").append(join(line));
            }
            answer(id, "coefficients", table);
            answer(id, "objective", -(Double) field(c, "m_LL"));
            Instances used = (Instances) field(c, "m_structure");
            StringBuilder names = new StringBuilder();
            for (int a = 0; a < used.numAttributes(); a++) {
                if (a != used.classIndex()) names.append(names.length() == 0 ? "" : "\1").append(used.attribute(a).name());
            }
            answer(id, "inputs", names);
        }
        if (flags.contains("text")) answer(id, "text", c.toString().replace("\n", "\2"));
    }

    public static void main(String[] args) throws Exception {
        out = new PrintWriter(args[1], "UTF-8");
        answer("-", "version", Version.VERSION + " " + System.getProperty("java.version"));
        try (BufferedReader jobs = new BufferedReader(new FileReader(args[0]))) {
            for (String line = jobs.readLine(); line != null; line = jobs.readLine()) {
                String[] job = line.split("\t", -1);
                try {
                    run(job);
                } catch (Exception e) {
                    throw new Exception("job failed: " + line, e);
                }
            }
        }
        out.close();
    }
}
