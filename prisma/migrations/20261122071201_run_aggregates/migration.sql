-- What the facts of a run come to, until it ends, by the transaction that read them. Not logged: a crash of the server
-- empties it, and the batches that are left add their facts up by themselves.
CREATE UNLOGGED TABLE "run_aggregates" (
    "run_id" INTEGER NOT NULL,
    "reading" BIGINT NOT NULL,
    "seller_id" INTEGER NOT NULL,
    "feed" TEXT NOT NULL,
    "sums" JSON NOT NULL,

    CONSTRAINT "run_aggregates_pkey" PRIMARY KEY ("reading", "run_id", "seller_id", "feed")
);
ALTER TABLE "scoring_runs" ADD COLUMN "reading" BIGINT;

-- A month's facts are found without those of other months.
CREATE INDEX "orders_ordered_at_idx" ON "orders"("ordered_at");
CREATE INDEX "tickets_opened_at_idx" ON "tickets"("opened_at");

-- A score that is computed again finds room on its page, so that no index has to follow it.
ALTER TABLE "monthly_scores" SET (fillfactor = 50);
