-- The log of final scores is the only one.

DROP TABLE "log_cosignatures", "audit_leaves", "audit_erasures";

ALTER TABLE "log_nodes" DISABLE TRIGGER "log_nodes_stay";
DELETE FROM "log_nodes" WHERE "log" <> 'scores';
ALTER TABLE "log_nodes" ENABLE TRIGGER "log_nodes_stay";
ALTER TABLE "log_nodes" DROP CONSTRAINT "log_nodes_pkey", DROP COLUMN "log",
  ADD CONSTRAINT "log_nodes_pkey" PRIMARY KEY ("level", "index");

ALTER TABLE "log_checkpoints" DISABLE TRIGGER "log_checkpoints_stay";
DELETE FROM "log_checkpoints" WHERE "log" <> 'scores';
ALTER TABLE "log_checkpoints" ENABLE TRIGGER "log_checkpoints_stay";
DROP INDEX "log_checkpoints_log_size_id_idx";
ALTER TABLE "log_checkpoints" DROP COLUMN "log";
CREATE INDEX "log_checkpoints_size_id_idx" ON "log_checkpoints"("size", "id");

ALTER FUNCTION "refuse_audit_leaf_change"() RENAME TO "refuse_leaf_change";

-- What the last check found of the log that is gone.
UPDATE "service_state" SET "value" = "value" #- '{leaves,audit}' || jsonb_build_object('findings',
  jsonb_path_query_array("value", '$.findings[*] ? (@.log == "scores")'))
WHERE "key" = 'transparency:audit';

-- Its jobs and their schedules, where a queue has them.
DO $$ BEGIN
  PERFORM pgboss.delete_queue('certify-audit'), pgboss.delete_queue('witness');
EXCEPTION WHEN invalid_schema_name OR undefined_function OR null_value_not_allowed THEN
  NULL;
END $$;
