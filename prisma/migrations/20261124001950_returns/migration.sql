-- CreateTable
CREATE TABLE "returns" (
    "seller_id" INTEGER NOT NULL,
    "return_code" TEXT NOT NULL,
    "order_code" TEXT,
    "returned_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT,
    "fault" TEXT,
    "carrier" TEXT,
    "warehouse_id" INTEGER,
    "observed_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_updated" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "returns_pkey" PRIMARY KEY ("seller_id","return_code")
);

-- CreateIndex
CREATE INDEX "returns_seller_id_returned_at_idx" ON "returns"("seller_id", "returned_at");

-- CreateIndex
CREATE INDEX "returns_returned_at_idx" ON "returns"("returned_at");

-- Retention deletes by months (20261122071301_fact_tables_are_vacuumed).
ALTER TABLE "returns" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
                           autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

SELECT log_facts('returns', 'returns', 'returned_at');
