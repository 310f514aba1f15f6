// Any classifier of Weka as a method of Tribunal: a worker that stays and is asked in lines of JSON (docs/command.md).
//
//   java -cp /usr/share/java/weka.jar Weka.java weka.classifiers.trees.J48 -U
//
// The first argument names the classifier, the others are options as Weka writes them. A parameter of the spec is one more
// option: { C = 0.1 } becomes "-C 0.1", { U = true } becomes "-U", and { U = false } becomes nothing.
//
// For Weka 3.6. Later ones call the class of a row DenseInstance; nothing else here needs to change.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import weka.classifiers.Classifier;
import weka.core.Attribute;
import weka.core.FastVector;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Randomizable;
import weka.core.Utils;

public class Weka {
    static int classes;
    static Instances train, test;
    static Classifier model;

    public static void main(String[] arguments) throws Exception {
        // Answers go to standard output, and nothing else does: some classifiers print there.
        PrintStream answers = new PrintStream(System.out, true, "UTF-8");
        System.setOut(System.err);
        if (arguments.length == 0) {
            System.err.println("name a classifier, for example weka.classifiers.trees.J48");
            System.exit(2);
        }
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        answers.println("{\"tribunal\": 1, \"numbers\": \"base64\"}");
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            Map<String, Object> asked = object(new Json(line).read());
            try {
                switch ((String) asked.get("do")) {
                    case "data" -> takeData(asked);
                    case "fit" -> {
                        fit(arguments, object(asked.get("params")), whole(asked.get("seed")));
                        answers.println("{}");
                    }
                    case "predict" -> answers.println(predict());
                    default -> answers.println("{\"error\": \"asked something unknown\"}");
                }
            } catch (Exception | OutOfMemoryError | StackOverflowError problem) {
                problem.printStackTrace();
                // Data get no answer: the next fit will find that there are none.
                if (!"data".equals(asked.get("do"))) {
                    answers.println("{\"error\": " + Json.quoted(problem.toString()) + "}");
                }
            }
        }
    }

    /** The training and test part, as tables of Weka. */
    static void takeData(Map<String, Object> asked) {
        train = test = null;
        classes = whole(asked.get("classes"));
        FastVector attributes = new FastVector();
        for (Object item : (List<?>) asked.get("features")) {
            Map<String, Object> feature = object(item);
            String name = (String) feature.get("name");
            boolean nominal = "nominal".equals(feature.get("kind"));
            attributes.addElement(nominal ? nominal(name, whole(feature.get("levels"))) : new Attribute(name));
        }
        attributes.addElement(nominal("class", classes));
        Instances newTrain = table(attributes, object(asked.get("train")));
        test = table(attributes, object(asked.get("test")));
        train = newTrain;
    }

    /** A nominal attribute whose values are called 0, 1, 2 and so on, as Tribunal numbers them. */
    static Attribute nominal(String name, int levels) {
        FastVector values = new FastVector();
        for (int level = 0; level < levels; level++) {
            values.addElement(Integer.toString(level));
        }
        return new Attribute(name, values);
    }

    /** Rows of numbers and, in the training part, labels. A missing value is not a number, there and in Weka. */
    static Instances table(FastVector attributes, Map<String, Object> part) {
        int rows = whole(part.get("rows"));
        int features = attributes.size() - 1;
        ByteBuffer x = bytes(part.get("x"));
        ByteBuffer y = part.containsKey("y") ? bytes(part.get("y")) : null;
        Instances table = new Instances("data", attributes, rows);
        table.setClassIndex(features);
        for (int row = 0; row < rows; row++) {
            double[] values = new double[features + 1];
            for (int feature = 0; feature < features; feature++) {
                values[feature] = x.getDouble();
            }
            values[features] = y == null ? Instance.missingValue() : y.getInt();
            table.add(new Instance(1, values));
        }
        return table;
    }

    static void fit(String[] arguments, Map<String, Object> params, int seed) throws Exception {
        List<String> options = new ArrayList<>(Arrays.asList(arguments).subList(1, arguments.length));
        params.forEach((name, value) -> {
            if (!Boolean.FALSE.equals(value)) {
                options.add("-" + name);
            }
            if (!(value instanceof Boolean)) {
                options.add(text(value));
            }
        });
        String[] words = options.toArray(new String[0]);
        model = null;
        Classifier made = (Classifier) Utils.forName(Classifier.class, arguments[0], words);
        if (made instanceof Randomizable) {
            ((Randomizable) made).setSeed(seed);
        }
        made.buildClassifier(train);
        model = made;
    }

    /** Weka's own choice of a class for every row, and its probabilities. */
    static String predict() throws Exception {
        StringBuilder labels = new StringBuilder();
        ByteBuffer scores = ByteBuffer.allocate(8 * classes * test.numInstances()).order(ByteOrder.LITTLE_ENDIAN);
        for (int row = 0; row < test.numInstances(); row++) {
            double label = model.classifyInstance(test.instance(row));
            double[] shares = model.distributionForInstance(test.instance(row));
            if (Double.isNaN(label)) { // Weka cannot tell: the most frequent class then
                label = Utils.maxIndex(train.attributeStats(train.classIndex()).nominalCounts);
            }
            labels.append(row == 0 ? "" : ",").append((int) label);
            double sum = Utils.sum(shares);
            for (double share : shares) {
                scores.putDouble(sum > 0 ? share / sum : 1.0 / classes);
            }
        }
        String encoded = Base64.getEncoder().encodeToString(scores.array());
        return "{\"labels\": [" + labels + "], \"probabilities\": \"" + encoded + "\"}";
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    static int whole(Object number) {
        return ((Double) number).intValue();
    }

    /** A value as an option of Weka: whole numbers without a point. */
    static String text(Object value) {
        if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15) {
            return Long.toString(number.longValue());
        }
        return String.valueOf(value);
    }

    static ByteBuffer bytes(Object text) {
        return ByteBuffer.wrap(Base64.getDecoder().decode((String) text)).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Reads JSON: objects become maps, lists become lists, all numbers doubles. */
    static class Json {
        final String text;
        int place = 0;

        Json(String text) {
            this.text = text;
        }

        Object read() {
            Object value = value();
            if (next() != 0) {
                throw wrong("more than one value");
            }
            return value;
        }

        /** The next character that is not a space, which stays; 0 at the end. */
        char next() {
            while (place < text.length() && " \t\r\n".indexOf(text.charAt(place)) >= 0) {
                place++;
            }
            return place < text.length() ? text.charAt(place) : 0;
        }

        void take(char expected) {
            if (next() != expected) {
                throw wrong("'" + expected + "' expected");
            }
            place++;
        }

        Object value() {
            switch (next()) {
                case '{': {
                    Map<String, Object> map = new LinkedHashMap<>();
                    for (place++; next() != '}'; ) {
                        if (!map.isEmpty()) {
                            take(',');
                        }
                        String name = string();
                        take(':');
                        map.put(name, value());
                    }
                    place++;
                    return map;
                }
                case '[': {
                    List<Object> list = new ArrayList<>();
                    for (place++; next() != ']'; ) {
                        if (!list.isEmpty()) {
                            take(',');
                        }
                        list.add(value());
                    }
                    place++;
                    return list;
                }
                case '"':
                    return string();
                default:
                    return literal();
            }
        }

        /** A number, true, false or null. */
        Object literal() {
            int start = place;
            while (place < text.length() && ",]} \t\r\n".indexOf(text.charAt(place)) < 0) {
                place++;
            }
            String word = text.substring(start, place);
            switch (word) {
                case "true":
                    return true;
                case "false":
                    return false;
                case "null":
                    return null;
                default:
                    if (!word.matches("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?")) {
                        throw wrong("'" + word + "' is no value");
                    }
                    return Double.valueOf(word);
            }
        }

        String string() {
            take('"');
            // Nearly all strings have no escapes; those of the data are long.
            int end = text.indexOf('"', place);
            int escape = text.indexOf('\\', place);
            if (end >= 0 && (escape < 0 || escape > end)) {
                String plain = text.substring(place, end);
                place = end + 1;
                return plain;
            }
            StringBuilder string = new StringBuilder();
            while (place < text.length()) {
                char letter = text.charAt(place++);
                if (letter == '"') {
                    return string.toString();
                }
                if (letter != '\\') {
                    string.append(letter);
                    continue;
                }
                char code = place < text.length() ? text.charAt(place++) : 0;
                int simple = "\"\\/bfnrt".indexOf(code);
                if (code == 'u' && place + 4 <= text.length()) {
                    string.append((char) Integer.parseInt(text.substring(place, place + 4), 16));
                    place += 4;
                } else if (simple >= 0) {
                    string.append("\"\\/\b\f\n\r\t".charAt(simple));
                } else {
                    throw wrong("unknown escape");
                }
            }
            throw wrong("a string does not end");
        }

        IllegalArgumentException wrong(String why) {
            return new IllegalArgumentException("JSON: " + why + " at character " + place);
        }

        /** A text as a string of JSON. */
        static String quoted(String text) {
            StringBuilder quoted = new StringBuilder("\"");
            for (char letter : text.toCharArray()) {
                if (letter < ' ') {
                    quoted.append(String.format("\\u%04x", (int) letter));
                } else {
                    quoted.append(letter == '"' || letter == '\\' ? "\\" : "").append(letter);
                }
            }
            return quoted.append('"').toString();
        }
    }
}
