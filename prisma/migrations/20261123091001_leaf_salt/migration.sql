-- A leaf names the notes and the reviewer of its score by salted hashes. The one change of a leaf, as of those of the audit
-- log: a transaction that erases a person may drop the salt, and with it all that these hashes say.

-- AlterTable
ALTER TABLE "log_leaves" ADD COLUMN "salt" BYTEA;

DROP TRIGGER "log_leaves_stay" ON "log_leaves";
CREATE TRIGGER "log_leaves_rows_stay" BEFORE UPDATE OR DELETE ON "log_leaves"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_leaf_change"();
CREATE TRIGGER "log_leaves_stay" BEFORE TRUNCATE ON "log_leaves"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_log_change"();
