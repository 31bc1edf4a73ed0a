-- Every run counts its rated scores.
UPDATE "scoring_runs" SET "rated" = coalesce("rated", 0), "unrated" = coalesce("unrated", 0),
  "unrated_reasons" = coalesce("unrated_reasons", '[]')
WHERE "rated" IS NULL OR "unrated" IS NULL OR "unrated_reasons" IS NULL;
ALTER TABLE "scoring_runs" ALTER COLUMN "rated" SET NOT NULL, ALTER COLUMN "unrated" SET NOT NULL,
  ALTER COLUMN "unrated_reasons" SET NOT NULL;

DROP TABLE "login_throttles";

-- Jobs that nothing sends, where a queue has them.
DO $$ BEGIN
  PERFORM pgboss.delete_queue('webhook-delivery'), pgboss.delete_queue('webhook-rescue');
EXCEPTION WHEN invalid_schema_name OR undefined_function OR null_value_not_allowed THEN
  NULL;
END $$;
