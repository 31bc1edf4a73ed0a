-- The log of final scores: leaves, the hashes of its complete subtrees, and its signed checkpoints. `log` is scores or
-- audit: both logs have the same kind of tree.

-- CreateTable
CREATE TABLE "log_leaves" (
    "index" BIGINT NOT NULL,
    "seller_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "statement" TEXT NOT NULL,
    "leaf_hash" BYTEA NOT NULL,

    CONSTRAINT "log_leaves_pkey" PRIMARY KEY ("seller_id","period","revision")
);

-- CreateTable
CREATE TABLE "log_nodes" (
    "log" TEXT NOT NULL,
    "level" SMALLINT NOT NULL,
    "index" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "log_nodes_pkey" PRIMARY KEY ("log","level","index")
);

-- CreateTable
CREATE TABLE "log_checkpoints" (
    "id" BIGSERIAL NOT NULL,
    "log" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "note" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "log_checkpoints_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "log_leaves_index_key" ON "log_leaves"("index");

-- CreateIndex
CREATE INDEX "log_checkpoints_log_size_id_idx" ON "log_checkpoints"("log", "size", "id");

-- Every row stays as it was written. Whoever gets around this is found by checkpoints that others keep.
CREATE FUNCTION "refuse_log_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% takes new rows only: % is refused.', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER "log_leaves_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "log_leaves"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_log_change"();
CREATE TRIGGER "log_nodes_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "log_nodes"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_log_change"();
CREATE TRIGGER "log_checkpoints_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "log_checkpoints"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_log_change"();

-- An instant as the log writes it: ISO 8601, UTC, milliseconds.
CREATE FUNCTION "log_instant"("at" timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char("at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
