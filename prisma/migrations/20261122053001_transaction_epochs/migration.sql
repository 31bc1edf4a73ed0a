-- Each server counts its own transactions. What is ordered by them goes on in another server, into which the database
-- was restored, from a base above all numbers that anybody has seen.
CREATE TABLE "transaction_epochs" (
    "base" BIGINT NOT NULL,
    "after" BIGINT NOT NULL,
    "server" TEXT,
    "began_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "transaction_epochs_pkey" PRIMARY KEY ("base")
);

-- The number of the writing transaction. Volatile: it must see a base that was committed while its caller waited.
CREATE FUNCTION "transaction_number"() RETURNS xid8 LANGUAGE sql VOLATILE AS $$
  SELECT ((SELECT coalesce(max(base), 0) FROM transaction_epochs) + pg_current_xact_id()::text::bigint)::text::xid8
$$;

-- All transactions with lower numbers have ended. Stable: it must look at what its caller looks at.
CREATE FUNCTION "transaction_horizon"() RETURNS xid8 LANGUAGE sql STABLE AS $$
  SELECT ((SELECT coalesce(max(base), 0) FROM transaction_epochs)
          + pg_snapshot_xmin(pg_current_snapshot())::text::bigint)::text::xid8
$$;

-- AlterTable
ALTER TABLE "enforcement_changes" ALTER COLUMN "xact" SET DEFAULT transaction_number();

-- AlterTable
ALTER TABLE "events" ALTER COLUMN "xact" SET DEFAULT transaction_number();
