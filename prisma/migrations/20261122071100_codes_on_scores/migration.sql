-- Nobody changes a code between the copy and the triggers.
LOCK TABLE "sellers" IN SHARE ROW EXCLUSIVE MODE;

-- DropIndex
DROP INDEX "monthly_scores_period_status_idx";

-- AlterTable
ALTER TABLE "monthly_scores" ADD COLUMN     "code" TEXT NOT NULL DEFAULT '';

-- The seller's code, so that an index alone has a month in the order of codes.
UPDATE "monthly_scores" m SET "code" = s."seller_code" FROM "sellers" s WHERE s."id" = m."seller_id";

-- CreateIndex
CREATE INDEX "monthly_scores_period_code_seller_id_am_id_status_idx" ON "monthly_scores"("period", "code", "seller_id", "am_id", "status");

-- Whoever writes a score or changes a code, the two stay the same. Those who insert scores share a lock, and who changes
-- a code has it alone. So of a score that is inserted meanwhile the trigger either waits for the change and then reads
-- the new code, by a snapshot of its own, or the score is there to be changed.
CREATE FUNCTION "share_codes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared('monthly_scores'::regclass::int, 1);
  RETURN NULL;
END $$;
CREATE FUNCTION "take_codes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE monthly_scores m SET code = s.seller_code
  FROM inserted i JOIN sellers s ON s.id = i.seller_id
  WHERE i.code <> s.seller_code AND m.seller_id = i.seller_id AND m.period = i.period;
  RETURN NULL;
END $$;
CREATE FUNCTION "pass_code_on"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock('monthly_scores'::regclass::int, 1);
  UPDATE monthly_scores SET code = NEW.seller_code WHERE seller_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "scores_share_codes" BEFORE INSERT ON "monthly_scores"
  FOR EACH STATEMENT EXECUTE FUNCTION "share_codes"();
CREATE TRIGGER "scores_take_codes" AFTER INSERT ON "monthly_scores"
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION "take_codes"();
CREATE TRIGGER "sellers_pass_code_on" AFTER UPDATE OF "seller_code" ON "sellers"
  FOR EACH ROW WHEN (OLD."seller_code" <> NEW."seller_code") EXECUTE FUNCTION "pass_code_on"();
