-- What a change of the rules would have done to past months: scores under the rules before and after it.
CREATE TABLE "backtests" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'draft',
    "draft_id" INTEGER,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "from_period" TEXT NOT NULL,
    "to_period" TEXT NOT NULL,
    "bonus_base" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "changes" JSONB NOT NULL,
    "changes_sha256" TEXT NOT NULL,
    "guards" JSONB NOT NULL DEFAULT '{}',
    "rules" JSONB NOT NULL,
    "rules_sha256" TEXT NOT NULL,
    "months" JSONB,
    "sellers" INTEGER,
    "parts_total" INTEGER,
    "parts_done" INTEGER NOT NULL DEFAULT 0,
    "report" JSONB,
    "error" TEXT,
    "requested_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "backtests_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "backtests_draft_id_idx" ON "backtests"("draft_id");

CREATE TABLE "backtest_batches" (
    "backtest_id" INTEGER NOT NULL,
    "batch" INTEGER NOT NULL,
    "seller_ids" INTEGER[],
    "months_done" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "backtest_batches_pkey" PRIMARY KEY ("backtest_id","batch")
);

CREATE TABLE "backtest_scores" (
    "seller_id" INTEGER NOT NULL,
    "backtest_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "am_id" INTEGER,
    "orders" INTEGER NOT NULL,
    "stored_differs" BOOLEAN NOT NULL,
    "before_total" DECIMAL(5,2) NOT NULL,
    "before_tier" TEXT NOT NULL,
    "before_rank" INTEGER NOT NULL,
    "before_rated" BOOLEAN NOT NULL,
    "before_previous" DECIMAL(5,2),
    "before_surcharges" DECIMAL(24,2) NOT NULL,
    "after_total" DECIMAL(5,2) NOT NULL,
    "after_tier" TEXT NOT NULL,
    "after_rank" INTEGER NOT NULL,
    "after_rated" BOOLEAN NOT NULL,
    "after_previous" DECIMAL(5,2),
    "after_surcharges" DECIMAL(24,2) NOT NULL,

    CONSTRAINT "backtest_scores_pkey" PRIMARY KEY ("seller_id","backtest_id","period")
);

CREATE INDEX "backtest_scores_backtest_id_period_idx" ON "backtest_scores"("backtest_id", "period");
