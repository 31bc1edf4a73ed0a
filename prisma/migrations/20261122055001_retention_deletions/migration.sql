-- CreateTable
CREATE TABLE "retention_deletions" (
    "feed" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "deleted" BIGINT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "retention_deletions_pkey" PRIMARY KEY ("feed","period")
);
