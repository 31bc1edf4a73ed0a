-- A run may be of some sellers; a run that is queued may wait behind the period's open one.
ALTER TABLE "scoring_runs" ADD COLUMN     "seller_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[];
ALTER TABLE "scoring_runs" DROP CONSTRAINT "scoring_runs_open_while_unfinished";
ALTER TABLE "scoring_runs" ADD CONSTRAINT "scoring_runs_open_while_unfinished" CHECK (
  ("open_period" IS NULL OR "status" IN ('queued', 'running')) AND ("open_period" IS NOT NULL OR "status" <> 'running'));
