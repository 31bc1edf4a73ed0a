-- Changes of the rules that somebody prepares: tried on past months, then adopted.
CREATE TABLE "config_drafts" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "changes" JSONB NOT NULL,
    "changes_sha256" TEXT NOT NULL,
    "guards" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" INTEGER NOT NULL,
    "adopted_at" TIMESTAMPTZ(3),
    "adopted_by" INTEGER,
    "adopted_from" TEXT,
    "backtest_id" INTEGER,
    "override_reason" TEXT,

    CONSTRAINT "config_drafts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "config_drafts_adopted" CHECK (("adopted_at" IS NULL) = ("adopted_by" IS NULL) AND ("adopted_at" IS NULL) = ("adopted_from" IS NULL))
);
