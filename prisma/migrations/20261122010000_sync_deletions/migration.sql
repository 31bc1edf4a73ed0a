-- AlterTable
ALTER TABLE "sync_feeds" ADD COLUMN     "deleted" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "fact_deletions" (
    "seller_id" INTEGER NOT NULL,
    "feed" TEXT NOT NULL,
    "record_key" TEXT NOT NULL,
    "observed_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "fact_deletions_pkey" PRIMARY KEY ("seller_id","feed","record_key")
);

-- CreateIndex
CREATE INDEX "fact_deletions_feed_idx" ON "fact_deletions"("feed");
