-- An outcome counts in the month in which it falls due or happens. Runs of before have counted it in the month of its order:
-- months that are final by them stay so.
ALTER TABLE "scoring_runs" ADD COLUMN "counting" TEXT;
UPDATE "scoring_runs" SET "counting" = 'by_order' WHERE "month_start" IS NOT NULL;

-- The few orders whose outcome may be of a later month than their own, in any time zone: none is 16 hours away from UTC.
CREATE INDEX "orders_across_months_idx" ON "orders" ("seller_id", (greatest("ready_by", "cancelled_at")))
  WHERE date_trunc('month', "ordered_at" AT TIME ZONE 'UTC' - interval '16 hours')
      < date_trunc('month', greatest("ready_by", "cancelled_at") AT TIME ZONE 'UTC' + interval '16 hours');

-- Facts at instants, the first of which comes first. The month of each is logged as in 20261122071300_fact_changes.
CREATE OR REPLACE FUNCTION "log_changed_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  open_month timestamp := first_open_month();
  month timestamp;
  next_at timestamptz;
  sellers int[];
BEGIN
  IF current_setting('sos.logs_changes', true) = 'off' THEN RETURN NULL; END IF;
  SELECT min(ordered_at) INTO next_at FROM changed;
  LOOP
    month := greatest(month + interval '1 month', date_trunc('month', next_at AT TIME ZONE 'UTC' - interval '16 hours'));
    EXIT WHEN next_at IS NULL OR month >= open_month;
    SELECT array_agg(DISTINCT seller_id) FILTER (WHERE at < (month + interval '1 month 16 hours') AT TIME ZONE 'UTC'),
           min(at) FILTER (WHERE at >= (month + interval '1 month' - interval '16 hours') AT TIME ZONE 'UTC')
    INTO sellers, next_at
    FROM changed, LATERAL (VALUES (ordered_at), (greatest(ready_by, ordered_at)), (greatest(cancelled_at, ordered_at))) moments(at)
    WHERE at >= (month - interval '16 hours') AT TIME ZONE 'UTC';
    IF sellers IS NOT NULL THEN
      INSERT INTO fact_changes (source, period, seller_ids) VALUES ('orders', to_char(month, 'YYYY-MM'), sellers);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
