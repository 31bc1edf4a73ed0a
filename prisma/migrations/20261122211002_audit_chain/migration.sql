-- The log over the audit log: a leaf for each row, and one for each erasure of a person.

-- CreateTable
CREATE TABLE "audit_erasures" (
    "id" BIGSERIAL NOT NULL,
    "audit_ids" BIGINT[],
    "erased_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_erasures_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_leaves" (
    "index" BIGINT NOT NULL,
    "audit_id" BIGINT,
    "erasure_id" BIGINT,
    "statement" TEXT NOT NULL,
    "leaf_hash" BYTEA NOT NULL,
    "salt" BYTEA,

    CONSTRAINT "audit_leaves_pkey" PRIMARY KEY ("index")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_leaves_audit_id_key" ON "audit_leaves"("audit_id");

-- CreateIndex
CREATE UNIQUE INDEX "audit_leaves_erasure_id_key" ON "audit_leaves"("erasure_id");

-- CreateIndex
CREATE INDEX "audit_erasures_audit_ids_idx" ON "audit_erasures" USING GIN ("audit_ids");

CREATE TRIGGER "audit_erasures_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_erasures"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_log_change"();

-- The one change of a leaf: a transaction that erases a person may drop the salt, and with it all that the leaf's
-- hashes of before and after say.
CREATE FUNCTION "refuse_audit_leaf_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('sos.erasing', true) = 'on' THEN
    IF NEW.salt IS NULL AND to_jsonb(NEW) - 'salt' = to_jsonb(OLD) - 'salt' THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% takes new rows only: % is refused.', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER "audit_leaves_rows_stay" BEFORE UPDATE OR DELETE ON "audit_leaves"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_leaf_change"();
CREATE TRIGGER "audit_leaves_stay" BEFORE TRUNCATE ON "audit_leaves"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_log_change"();
