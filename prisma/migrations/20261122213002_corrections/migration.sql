-- A month that was finalized wrongly is corrected by two people: one asks for it, the other approves what it would change.
CREATE TABLE "corrections" (
    "id" SERIAL NOT NULL,
    "period" TEXT NOT NULL,
    "open_period" TEXT,
    "reason" TEXT NOT NULL,
    "dry_run" BOOLEAN NOT NULL,
    "seller_ids" INTEGER[],
    "status" TEXT NOT NULL DEFAULT 'queued',
    "requested_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rules" JSONB,
    "rules_sha256" TEXT,
    "engine" TEXT,
    "late" BIGINT,
    "months" JSONB,
    "sellers" INTEGER,
    "changed" INTEGER,
    "batches_total" INTEGER,
    "batches_done" INTEGER NOT NULL DEFAULT 0,
    "computed_at" TIMESTAMPTZ(3),
    "decided_by" INTEGER,
    "decided_at" TIMESTAMPTZ(3),
    "notes" TEXT,
    "run_ids" INTEGER[],
    "corrected" INTEGER NOT NULL DEFAULT 0,
    "left_out" INTEGER NOT NULL DEFAULT 0,
    "finished_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "corrections_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "corrections_open_period_key" ON "corrections"("open_period");

CREATE TABLE "correction_batches" (
    "correction_id" INTEGER NOT NULL,
    "batch" INTEGER NOT NULL,
    "month" INTEGER NOT NULL,
    "seller_ids" INTEGER[],
    "computed_at" TIMESTAMPTZ(3),
    "applied_at" TIMESTAMPTZ(3),

    CONSTRAINT "correction_batches_pkey" PRIMARY KEY ("correction_id","batch")
);

CREATE TABLE "correction_scores" (
    "seller_id" INTEGER NOT NULL,
    "correction_id" INTEGER NOT NULL,
    "batch" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "total_before" DECIMAL(5,2) NOT NULL,
    "total_after" DECIMAL(5,2) NOT NULL,
    "tier_before" TEXT NOT NULL,
    "tier_after" TEXT NOT NULL,
    "is_rated_before" BOOLEAN NOT NULL,
    "is_rated_after" BOOLEAN NOT NULL,
    "raws" JSONB NOT NULL,
    "score" JSONB,
    "inputs" TEXT,
    "explanation" JSON,
    "result" TEXT,

    CONSTRAINT "correction_scores_pkey" PRIMARY KEY ("seller_id","correction_id")
);

CREATE INDEX "correction_scores_correction_id_batch_idx" ON "correction_scores"("correction_id", "batch");

-- What made a revision, and a run, where it was a correction.
ALTER TABLE "score_revisions" ADD COLUMN "correction_id" INTEGER;
ALTER TABLE "scoring_runs" ADD COLUMN "correction_id" INTEGER;
