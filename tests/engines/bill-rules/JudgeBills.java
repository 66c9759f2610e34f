import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.XdmDestination;
import net.sf.saxon.s9api.Xslt30Transformer;
import net.sf.saxon.s9api.XsltExecutable;
import org.mustangproject.validator.ZUGFeRDValidator;

/**
 * Judges each bill of a folder: `x.pdf` by Mustang (PDF/A by veraPDF, the schema, the rules of Factur-X), and `x.xml` by
 * the rules of EN 16931 and of France. Prints a line for each fault, `file TAB judge TAB rule and text`, and one for each
 * file that was judged, `file TAB judge TAB`. What a rule only warns of stands under `judge warns`.
 */
public class JudgeBills {
    private static final String[][] RULES = {
        {"EN 16931", "/external/schematron/1.3.16/cii/EN16931-CII-validation.xslt"},
        {"BR-FR", "/external/schematron/ctc/1.3.0/xslt/20260216_BR-FR-Flux2-Schematron-CII_V1.3.0.xslt"},
    };
    private static final Pattern FAULT = Pattern.compile("<(?:error|exception)\\b[^>]*>(.*?)</(?:error|exception)>", Pattern.DOTALL);
    private static final Pattern FAILED = Pattern.compile("<svrl:failed-assert\\b([^>]*)>(.*?)</svrl:failed-assert>", Pattern.DOTALL);
    /** What is only advised against. */
    private static final Pattern WARNING = Pattern.compile("\\bflag=\"warning\"");
    private static final Pattern ID = Pattern.compile("\\bid=\"([^\"]*)\"");

    public static void main(String[] args) throws Exception {
        File[] files = new File(args[0]).listFiles();
        Arrays.sort(files);
        Processor processor = new Processor(false);
        List<XsltExecutable> compiled = new ArrayList<>();
        for (String[] rule : RULES)
            compiled.add(processor.newXsltCompiler().compile(
                new StreamSource(JudgeBills.class.getResourceAsStream(rule[1]), JudgeBills.class.getResource(rule[1]).toString())));
        for (File file : files) {
            if (file.getName().endsWith(".pdf")) mustang(file);
            else for (int i = 0; i < RULES.length; i++) schematron(file, RULES[i][0], compiled.get(i));
        }
    }

    private static void mustang(File file) {
        ZUGFeRDValidator validator = new ZUGFeRDValidator();
        String report = validator.validate(file.getAbsolutePath());
        List<String> faults = found(FAULT.matcher(report), 1);
        if (!validator.wasCompletelyValid() && faults.isEmpty()) faults.add("invalid: " + report);
        say(file, "Mustang", faults);
    }

    private static void schematron(File file, String judge, XsltExecutable rules) throws Exception {
        Xslt30Transformer transformer = rules.load30();
        XdmDestination result = new XdmDestination();
        List<String> faults = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        transformer.transform(new StreamSource(file), result);
        Matcher failed = FAILED.matcher(result.getXdmNode().toString());
        while (failed.find()) {
            Matcher id = ID.matcher(failed.group(1));
            (WARNING.matcher(failed.group(1)).find() ? warnings : faults)
                .add((id.find() ? id.group(1) : "") + " " + failed.group(2));
        }
        say(file, judge, faults);
        print(file, judge + " warns", warnings);
    }

    private static List<String> found(Matcher matcher, int group) {
        List<String> found = new ArrayList<>();
        while (matcher.find()) found.add(matcher.group(group));
        return found;
    }

    private static void say(File file, String judge, List<String> faults) {
        System.out.println(file.getName() + "\t" + judge + "\t");
        print(file, judge, faults);
    }

    private static void print(File file, String judge, List<String> faults) {
        for (String fault : faults)
            System.out.println(file.getName() + "\t" + judge + "\t" + fault.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ").trim());
    }
}
