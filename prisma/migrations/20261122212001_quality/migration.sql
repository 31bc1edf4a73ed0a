-- What came in of each feed, by the day of the fact in the business time zone.
CREATE TABLE "sync_feed_days" (
    "feed" TEXT NOT NULL,
    "fact_date" DATE NOT NULL,
    "received" BIGINT NOT NULL DEFAULT 0,
    "created" BIGINT NOT NULL DEFAULT 0,
    "updated" BIGINT NOT NULL DEFAULT 0,
    "deleted" BIGINT NOT NULL DEFAULT 0,
    "rejected" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "sync_feed_days_pkey" PRIMARY KEY ("feed","fact_date")
);

-- What a sender says that it has sent.
CREATE TABLE "sync_control_totals" (
    "seller_id" INTEGER NOT NULL,
    "feed" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "totals" JSONB NOT NULL,
    "user_id" INTEGER,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sync_control_totals_pkey" PRIMARY KEY ("seller_id","feed","period")
);

CREATE INDEX "sync_control_totals_feed_period_idx" ON "sync_control_totals"("feed", "period");

-- What was known of a month's data when it was made final.
CREATE TABLE "quality_reports" (
    "id" SERIAL NOT NULL,
    "period" TEXT NOT NULL,
    "score_id" INTEGER,
    "result" TEXT NOT NULL,
    "checks" JSONB NOT NULL,
    "accepted" TEXT[],
    "notes" TEXT,
    "user_id" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quality_reports_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "quality_reports_period_idx" ON "quality_reports"("period");

-- What Prisma's schema language cannot say
ALTER TABLE "quality_reports" ADD CONSTRAINT "quality_reports_result_known"
  CHECK ("result" IN ('pass', 'warn', 'block', 'unknown'));

-- The facts that are there already, of the months that checks compare. The business time zone is not known here: what
-- happened at an instant is counted on its day in UTC. What was rejected is not known by day.
WITH since AS (
  SELECT (date_trunc('month', now()) - interval '8 months')::date AS day
), fact AS (
  SELECT 'orders' AS feed, (ordered_at AT TIME ZONE 'UTC')::date AS day, count(*) AS facts
  FROM orders WHERE ordered_at >= (SELECT day FROM since) GROUP BY 2
  UNION ALL
  SELECT 'tickets', (opened_at AT TIME ZONE 'UTC')::date, count(*)
  FROM tickets WHERE opened_at >= (SELECT day FROM since) GROUP BY 2
  UNION ALL
  SELECT 'inventory', snapshot_on, count(*)
  FROM inventory_snapshots WHERE snapshot_on >= (SELECT day FROM since) GROUP BY 2
  UNION ALL
  SELECT 'payments', greatest(due_on, paid_on), count(*)
  FROM invoices WHERE greatest(due_on, paid_on) >= (SELECT day FROM since) GROUP BY 2
  UNION ALL
  SELECT 'forecasts', to_date(period, 'YYYY-MM'), count(*)
  FROM forecasts WHERE period >= (SELECT to_char(day, 'YYYY-MM') FROM since) GROUP BY 2
  UNION ALL
  SELECT 'revenue', to_date(period, 'YYYY-MM'), count(*)
  FROM revenues WHERE period >= (SELECT to_char(day, 'YYYY-MM') FROM since) GROUP BY 2
  UNION ALL
  SELECT 'campaign-actuals', c.end_date, count(*)
  FROM campaign_actuals a JOIN campaigns c ON c.id = a.campaign_id
  WHERE c.end_date >= (SELECT day FROM since) GROUP BY 2
)
INSERT INTO "sync_feed_days" ("feed", "fact_date", "received", "created")
SELECT feed, day, facts, facts FROM fact;
