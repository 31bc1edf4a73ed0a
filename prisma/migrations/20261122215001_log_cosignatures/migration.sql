-- What witnesses have signed of the heads of the logs.

-- CreateTable
CREATE TABLE "log_cosignatures" (
    "log" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "witness" TEXT NOT NULL,
    "line" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "log_cosignatures_pkey" PRIMARY KEY ("log","size","witness")
);

-- CreateIndex
CREATE INDEX "log_cosignatures_log_witness_size_idx" ON "log_cosignatures"("log", "witness", "size");

CREATE TRIGGER "log_cosignatures_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "log_cosignatures"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_log_change"();
