import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import java.util.List;

/** mongo-java-server on an H2 file, in the place of MongoDB. Arguments: port, file. */
public class MongoServerOnH2 {
    /** The driver asks for 9 at least; the server's own versions end at 8, though it speaks what our adapter uses. */
    private static final MongoVersion VERSION = new MongoVersion() {
        public List<Integer> getVersionArray() { return List.of(5, 0, 0); }
        public int getWireVersion() { return 13; }
    };

    public static void main(String[] args) {
        MongoServer server = new MongoServer(new H2Backend(args[1]).version(VERSION));
        server.bind("127.0.0.1", Integer.parseInt(args[0]));
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    }
}
