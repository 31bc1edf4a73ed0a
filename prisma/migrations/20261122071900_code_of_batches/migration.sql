-- What computed a batch: processes of several releases may share a run. Null: a release before this one.
ALTER TABLE "scoring_batches" ADD COLUMN "code" TEXT;
