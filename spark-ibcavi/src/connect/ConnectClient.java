// SPDX-License-Identifier: Apache-2.0
import java.util.List;
import java.util.UUID;
import org.apache.spark.connect.proto.Command;
import org.apache.spark.connect.proto.ExecutePlanResponse;
import org.apache.spark.connect.proto.Expression.Literal;
import org.apache.spark.connect.proto.Fetch;
import org.apache.spark.connect.proto.MlCommand;
import org.apache.spark.connect.proto.MlCommandResult;
import org.apache.spark.connect.proto.MlOperator;
import org.apache.spark.connect.proto.MlParams;
import org.apache.spark.connect.proto.MlRelation;
import org.apache.spark.connect.proto.ObjectRef;
import org.apache.spark.connect.proto.Plan;
import org.apache.spark.connect.proto.Relation;
import org.apache.spark.connect.proto.RelationCommon;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connect.Dataset;
import org.apache.spark.sql.connect.SparkSession;

/**
 * Fits and predicts on a Spark Connect server. Spark's JVM client has no classes for machine
 * learning, so that the messages which PySpark sends are made here; nothing of ibcavi is on this
 * program's class path.
 */
public final class ConnectClient {
  private ConnectClient() {}

  /**
   * Runs it.
   *
   * @param args the server, such as sc://localhost:15002, and a file in LIBSVM's format there
   */
  public static void main(String[] args) {
    SparkSession session = SparkSession.builder().remote(args[0]).create();
    Dataset<Row> rows = session.read().format("libsvm").load(args[1]);
    Relation data = rows.plan().getRoot();
    ObjectRef model = fit(session, data);
    System.out.println("classes: " + fetch(session, model, "numClasses").getInteger());
    System.out.println("features: " + fetch(session, model, "numFeatures").getInteger());
    predict(session, model, data).show(5, false);
    predict(session, model, data).groupBy("prediction").count().orderBy("prediction").show();
    session.close();
  }

  private static ObjectRef fit(SparkSession session, Relation data) {
    MlCommand.Fit fit =
        MlCommand.Fit.newBuilder()
            .setEstimator(
                MlOperator.newBuilder()
                    .setName("org.ibcavi.spark.IBCaviClassifier")
                    .setUid("ibcavi_" + UUID.randomUUID())
                    .setType(MlOperator.OperatorType.OPERATOR_TYPE_ESTIMATOR))
            .setParams(
                MlParams.newBuilder()
                    .putParams("method", text("binary"))
                    .putParams("topCategoriesCol", text("best"))
                    .putParams("topProbabilitiesCol", text("probabilities"))
                    .putParams("lackOfDataCol", text("lackOfData")))
            .setDataset(data)
            .build();
    return run(session, MlCommand.newBuilder().setFit(fit)).getOperatorInfo().getObjRef();
  }

  private static Literal text(String value) {
    return Literal.newBuilder().setString(value).build();
  }

  private static Literal fetch(SparkSession session, ObjectRef model, String method) {
    Fetch fetch =
        Fetch.newBuilder()
            .setObjRef(model)
            .addMethods(Fetch.Method.newBuilder().setMethod(method))
            .build();
    return run(session, MlCommand.newBuilder().setFetch(fetch)).getParam();
  }

  private static MlCommandResult run(SparkSession session, MlCommand.Builder command) {
    List<ExecutePlanResponse> responses =
        scala.jdk.javaapi.CollectionConverters.asJava(
            session.execute(Command.newBuilder().setMlCommand(command).build()));
    return responses.stream()
        .filter(ExecutePlanResponse::hasMlCommandResult)
        .findFirst()
        .orElseThrow()
        .getMlCommandResult();
  }

  /** What is not a vector: the client knows none. */
  private static Dataset<Row> predict(SparkSession session, ObjectRef model, Relation data) {
    Relation predicted =
        Relation.newBuilder()
            .setCommon(RelationCommon.newBuilder().setPlanId(1_000_000))
            .setMlRelation(
                MlRelation.newBuilder()
                    .setTransform(
                        MlRelation.Transform.newBuilder()
                            .setObjRef(model)
                            .setInput(data)
                            .setParams(MlParams.newBuilder())))
            .build();
    return session
        .newDataset(
            org.apache.spark.sql.catalyst.encoders.AgnosticEncoders.UnboundRowEncoder$.MODULE$,
            Plan.newBuilder().setRoot(predicted).build())
        .selectExpr("label", "prediction", "best", "probabilities", "lackOfData");
  }
}
