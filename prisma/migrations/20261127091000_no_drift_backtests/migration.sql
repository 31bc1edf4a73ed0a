-- What late facts would change is a correction's dry run: every backtest is of a draft, and somebody has asked for it.
DELETE FROM "backtest_scores" WHERE "backtest_id" IN (SELECT "id" FROM "backtests" WHERE "kind" = 'drift');
DELETE FROM "backtest_batches" WHERE "backtest_id" IN (SELECT "id" FROM "backtests" WHERE "kind" = 'drift');
DELETE FROM "backtests" WHERE "kind" = 'drift';
ALTER TABLE "backtests" DROP COLUMN "kind", DROP COLUMN "late";
ALTER TABLE "backtest_scores" DROP COLUMN "drift";

-- A job that nothing does any more, where a queue has it.
DO $$ BEGIN
  PERFORM pgboss.delete_queue('drift-nightly');
EXCEPTION WHEN invalid_schema_name OR undefined_function OR null_value_not_allowed THEN
  NULL;
END $$;
