-- Where the running month of a seller may end, as of the last night.
CREATE TABLE "projections" (
    "seller_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "as_of" TIMESTAMPTZ(3) NOT NULL,
    "expected_total" DECIMAL(5,2) NOT NULL,
    "low" DECIMAL(5,2) NOT NULL,
    "high" DECIMAL(5,2) NOT NULL,
    "tiers" JSONB NOT NULL,
    "draws" INTEGER NOT NULL,
    "last_final_period" TEXT,
    "last_final_tier" TEXT,
    "below_last_final" DECIMAL(7,6),
    "at_risk_since" TIMESTAMPTZ(3),

    CONSTRAINT "projections_pkey" PRIMARY KEY ("seller_id","period")
);

CREATE INDEX "projections_period_below_last_final_idx" ON "projections"("period", "below_last_final");
