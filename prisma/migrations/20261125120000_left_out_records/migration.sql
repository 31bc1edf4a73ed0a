-- What a mapping says of which records are facts and how records are made of them, and what pushes count of it.
ALTER TABLE "sync_mappings" ADD COLUMN "only" JSONB NOT NULL DEFAULT '[]',
  ADD COLUMN "each" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "lines" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "sync_feeds" ADD COLUMN "repeated" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "left_out" BIGINT NOT NULL DEFAULT 0;
