-- What has changed of the facts and records that scores of finished months are made of, so that a run reads only the
-- sellers that have changed since the run before it: one row for a statement and month. Without period the row is about
-- the months from from_period to to_period (open where null) or about that in which the campaign ends, without
-- seller_ids about all sellers.
CREATE TABLE "fact_changes" (
    "id" BIGSERIAL NOT NULL,
    "xact" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "source" TEXT NOT NULL,
    "period" TEXT,
    "from_period" TEXT,
    "to_period" TEXT,
    "campaign_id" INTEGER,
    "seller_ids" INTEGER[],

    CONSTRAINT "fact_changes_pkey" PRIMARY KEY ("id")
);

-- Numbers of sellers hardly get smaller, so trying to costs time for nothing.
ALTER TABLE "fact_changes" ALTER COLUMN "seller_ids" SET STORAGE EXTERNAL;

-- CreateIndex
CREATE INDEX "fact_changes_period_xact_idx" ON "fact_changes"("period", "xact");

-- AlterTable
ALTER TABLE "scoring_runs" ADD COLUMN "basis" TEXT;

-- The earliest month whose changes need not be known: it is not over, and a run of such a month reads all. A month
-- counts as over two days early, for all time zones and for transactions that are open when it ends.
CREATE FUNCTION "first_open_month"() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT date_trunc('month', now() AT TIME ZONE 'UTC' + interval '2 days')::date
$$;

CREATE FUNCTION "log_truncated"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fact_changes (source) VALUES (TG_TABLE_NAME);
  RETURN NULL;
END $$;

-- Facts at an instant. Their month is that of the business time zone, which the database does not know. No zone is 16
-- hours away from UTC, so what is nearer than that to the end of a month is logged for the month on either side.
CREATE FUNCTION "log_changed_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
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
    SELECT array_agg(DISTINCT seller_id) FILTER (WHERE ordered_at < (month + interval '1 month 16 hours') AT TIME ZONE 'UTC'),
           min(ordered_at) FILTER (WHERE ordered_at >= (month + interval '1 month' - interval '16 hours') AT TIME ZONE 'UTC')
    INTO sellers, next_at
    FROM changed WHERE ordered_at >= (month - interval '16 hours') AT TIME ZONE 'UTC';
    INSERT INTO fact_changes (source, period, seller_ids) VALUES ('orders', to_char(month, 'YYYY-MM'), sellers);
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION "log_changed_tickets"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  open_month timestamp := first_open_month();
  month timestamp;
  next_at timestamptz;
  sellers int[];
BEGIN
  IF current_setting('sos.logs_changes', true) = 'off' THEN RETURN NULL; END IF;
  SELECT min(opened_at) INTO next_at FROM changed;
  LOOP
    month := greatest(month + interval '1 month', date_trunc('month', next_at AT TIME ZONE 'UTC' - interval '16 hours'));
    EXIT WHEN next_at IS NULL OR month >= open_month;
    SELECT array_agg(DISTINCT seller_id) FILTER (WHERE opened_at < (month + interval '1 month 16 hours') AT TIME ZONE 'UTC'),
           min(opened_at) FILTER (WHERE opened_at >= (month + interval '1 month' - interval '16 hours') AT TIME ZONE 'UTC')
    INTO sellers, next_at
    FROM changed WHERE opened_at >= (month - interval '16 hours') AT TIME ZONE 'UTC';
    INSERT INTO fact_changes (source, period, seller_ids) VALUES ('tickets', to_char(month, 'YYYY-MM'), sellers);
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION "log_changed_inventory"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('sos.logs_changes', true) = 'off' THEN RETURN NULL; END IF;
  INSERT INTO fact_changes (source, period, seller_ids)
  SELECT 'inventory', to_char(month, 'YYYY-MM'), array_agg(seller_id)
  FROM (SELECT DISTINCT date_trunc('month', snapshot_on) AS month, seller_id
        FROM changed WHERE snapshot_on < (SELECT first_open_month())) of_months
  GROUP BY month;
  RETURN NULL;
END $$;

-- An invoice counts in every month from the one that it is due in to the one that it is paid in.
CREATE FUNCTION "log_changed_invoices"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('sos.logs_changes', true) = 'off' THEN RETURN NULL; END IF;
  INSERT INTO fact_changes (source, from_period, to_period, seller_ids)
  SELECT 'payments', to_char(due, 'YYYY-MM'), to_char(paid, 'YYYY-MM'), array_agg(seller_id)
  FROM (SELECT DISTINCT date_trunc('month', due_on) AS due, date_trunc('month', paid_on) AS paid, seller_id
        FROM changed WHERE due_on < (SELECT first_open_month())) of_months
  GROUP BY due, paid;
  RETURN NULL;
END $$;

-- What is about a campaign counts in the month in which the campaign ends, and that may change: so the reader looks it
-- up. One that a transaction sees here another one may be changing.
CREATE FUNCTION "log_changed_forecasts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('sos.logs_changes', true) = 'off' THEN RETURN NULL; END IF;
  INSERT INTO fact_changes (source, period, campaign_id, seller_ids)
  SELECT 'forecasts', nullif(month, 'campaign'), nullif(campaign_id, 0), array_agg(seller_id)
  FROM (SELECT DISTINCT CASE campaign_id WHEN 0 THEN period ELSE 'campaign' END AS month, campaign_id, seller_id
        FROM changed WHERE campaign_id <> 0 OR period < (SELECT to_char(first_open_month(), 'YYYY-MM'))) of_months
  GROUP BY month, campaign_id;
  RETURN NULL;
END $$;

CREATE FUNCTION "log_changed_campaign_actuals"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('sos.logs_changes', true) = 'off' THEN RETURN NULL; END IF;
  INSERT INTO fact_changes (source, campaign_id, seller_ids)
  SELECT 'campaign-actuals', campaign_id, array_agg(seller_id)
  FROM (SELECT DISTINCT campaign_id, seller_id FROM changed) of_campaigns
  GROUP BY campaign_id;
  RETURN NULL;
END $$;

-- A changed campaign is logged for all sellers, because others may be adding facts about it.
CREATE FUNCTION "log_changed_campaign"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fact_changes (source, period)
  SELECT 'campaigns', to_char(month, 'YYYY-MM')
  FROM (SELECT date_trunc('month', OLD.end_date) AS month UNION SELECT date_trunc('month', NEW.end_date)) of_months
  WHERE month < first_open_month();
  RETURN NULL;
END $$;
CREATE TRIGGER "campaigns_logged_update" AFTER UPDATE OF "start_date", "end_date", "status" ON "campaigns"
  FOR EACH ROW WHEN ((OLD.start_date, OLD.end_date, OLD.status = 'cancelled')
                     IS DISTINCT FROM (NEW.start_date, NEW.end_date, NEW.status = 'cancelled'))
  EXECUTE FUNCTION "log_changed_campaign"();

-- What is about a seller in every month. A new seller needs no log: it has no score yet. Its assignments come with it.
CREATE FUNCTION "log_changed_sellers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fact_changes (source, seller_ids)
  SELECT TG_TABLE_NAME, seller_ids FROM (SELECT array_agg(DISTINCT seller_id) AS seller_ids FROM changed) all_changed
  WHERE seller_ids IS NOT NULL;
  RETURN NULL;
END $$;
CREATE FUNCTION "log_changed_seller"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fact_changes (source, seller_ids) VALUES ('sellers', ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER "sellers_logged_update" AFTER UPDATE ON "sellers"
  FOR EACH ROW WHEN (
    (OLD.seller_code, OLD.contract_type, OLD.contract_start_date, OLD.primary_warehouse_id, OLD.assigned_am_id, OLD.status,
     OLD.created_at)
    IS DISTINCT FROM
    (NEW.seller_code, NEW.contract_type, NEW.contract_start_date, NEW.primary_warehouse_id, NEW.assigned_am_id, NEW.status,
     NEW.created_at))
  EXECUTE FUNCTION "log_changed_seller"();

-- A score is what those of later months compare with. One that somebody else than a run has changed is logged for its
-- own month, too.
CREATE FUNCTION "log_changed_score"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  score monthly_scores := coalesce(NEW, OLD);
  month date := to_date(score.period, 'YYYY-MM');
BEGIN
  IF TG_OP <> 'UPDATE' OR NEW.run_id <> OLD.run_id THEN
    month := month + interval '1 month';
  END IF;
  IF month < first_open_month() THEN
    INSERT INTO fact_changes (source, from_period, seller_ids)
    VALUES ('scores', to_char(month, 'YYYY-MM'), ARRAY[score.seller_id]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "monthly_scores_logged_insert" AFTER INSERT ON "monthly_scores"
  FOR EACH ROW WHEN (NEW.is_rated AND to_date(NEW.period, 'YYYY-MM') < CURRENT_DATE - 50)
  EXECUTE FUNCTION "log_changed_score"();
CREATE TRIGGER "monthly_scores_logged_update" AFTER UPDATE OF "total_sos", "is_rated" ON "monthly_scores"
  FOR EACH ROW WHEN ((OLD.total_sos, OLD.is_rated) IS DISTINCT FROM (NEW.total_sos, NEW.is_rated))
  EXECUTE FUNCTION "log_changed_score"();
CREATE TRIGGER "monthly_scores_logged_delete" AFTER DELETE ON "monthly_scores"
  FOR EACH ROW EXECUTE FUNCTION "log_changed_score"();
CREATE TRIGGER "monthly_scores_logged_truncate" AFTER TRUNCATE ON "monthly_scores"
  FOR EACH STATEMENT EXECUTE FUNCTION "log_truncated"();

-- The facts, and what belongs to a seller

CREATE TRIGGER "orders_logged_insert" AFTER INSERT ON "orders"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_orders"();
CREATE TRIGGER "orders_logged_update_from" AFTER UPDATE ON "orders"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_orders"();
CREATE TRIGGER "orders_logged_update_to" AFTER UPDATE ON "orders"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_orders"();
CREATE TRIGGER "orders_logged_delete" AFTER DELETE ON "orders"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_orders"();
CREATE TRIGGER "orders_logged_truncate" AFTER TRUNCATE ON "orders"
  FOR EACH STATEMENT EXECUTE FUNCTION "log_truncated"();

CREATE TRIGGER "tickets_logged_insert" AFTER INSERT ON "tickets"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_tickets"();
CREATE TRIGGER "tickets_logged_update_from" AFTER UPDATE ON "tickets"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_tickets"();
CREATE TRIGGER "tickets_logged_update_to" AFTER UPDATE ON "tickets"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_tickets"();
CREATE TRIGGER "tickets_logged_delete" AFTER DELETE ON "tickets"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_tickets"();
CREATE TRIGGER "tickets_logged_truncate" AFTER TRUNCATE ON "tickets"
  FOR EACH STATEMENT EXECUTE FUNCTION "log_truncated"();

CREATE TRIGGER "inventory_snapshots_logged_insert" AFTER INSERT ON "inventory_snapshots"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_inventory"();
CREATE TRIGGER "inventory_snapshots_logged_update_from" AFTER UPDATE ON "inventory_snapshots"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_inventory"();
CREATE TRIGGER "inventory_snapshots_logged_update_to" AFTER UPDATE ON "inventory_snapshots"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_inventory"();
CREATE TRIGGER "inventory_snapshots_logged_delete" AFTER DELETE ON "inventory_snapshots"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_inventory"();
CREATE TRIGGER "inventory_snapshots_logged_truncate" AFTER TRUNCATE ON "inventory_snapshots"
  FOR EACH STATEMENT EXECUTE FUNCTION "log_truncated"();

CREATE TRIGGER "invoices_logged_insert" AFTER INSERT ON "invoices"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_invoices"();
CREATE TRIGGER "invoices_logged_update_from" AFTER UPDATE ON "invoices"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_invoices"();
CREATE TRIGGER "invoices_logged_update_to" AFTER UPDATE ON "invoices"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_invoices"();
CREATE TRIGGER "invoices_logged_delete" AFTER DELETE ON "invoices"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_invoices"();
CREATE TRIGGER "invoices_logged_truncate" AFTER TRUNCATE ON "invoices"
  FOR EACH STATEMENT EXECUTE FUNCTION "log_truncated"();

CREATE TRIGGER "forecasts_logged_insert" AFTER INSERT ON "forecasts"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_forecasts"();
CREATE TRIGGER "forecasts_logged_update_from" AFTER UPDATE ON "forecasts"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_forecasts"();
CREATE TRIGGER "forecasts_logged_update_to" AFTER UPDATE ON "forecasts"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_forecasts"();
CREATE TRIGGER "forecasts_logged_delete" AFTER DELETE ON "forecasts"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_forecasts"();
CREATE TRIGGER "forecasts_logged_truncate" AFTER TRUNCATE ON "forecasts"
  FOR EACH STATEMENT EXECUTE FUNCTION "log_truncated"();

CREATE TRIGGER "campaign_actuals_logged_insert" AFTER INSERT ON "campaign_actuals"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_campaign_actuals"();
CREATE TRIGGER "campaign_actuals_logged_update_from" AFTER UPDATE ON "campaign_actuals"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_campaign_actuals"();
CREATE TRIGGER "campaign_actuals_logged_update_to" AFTER UPDATE ON "campaign_actuals"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_campaign_actuals"();
CREATE TRIGGER "campaign_actuals_logged_delete" AFTER DELETE ON "campaign_actuals"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_campaign_actuals"();
CREATE TRIGGER "campaign_actuals_logged_truncate" AFTER TRUNCATE ON "campaign_actuals"
  FOR EACH STATEMENT EXECUTE FUNCTION "log_truncated"();

CREATE TRIGGER "score_exceptions_logged_insert" AFTER INSERT ON "score_exceptions"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_sellers"();
CREATE TRIGGER "score_exceptions_logged_update_from" AFTER UPDATE ON "score_exceptions"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_sellers"();
CREATE TRIGGER "score_exceptions_logged_update_to" AFTER UPDATE ON "score_exceptions"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_sellers"();
CREATE TRIGGER "score_exceptions_logged_delete" AFTER DELETE ON "score_exceptions"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_sellers"();
CREATE TRIGGER "score_exceptions_logged_truncate" AFTER TRUNCATE ON "score_exceptions"
  FOR EACH STATEMENT EXECUTE FUNCTION "log_truncated"();

CREATE TRIGGER "seller_assignments_logged_insert" AFTER INSERT ON "seller_assignments"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "log_changed_sellers"();
CREATE TRIGGER "seller_assignments_logged_update_from" AFTER UPDATE ON "seller_assignments"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_sellers"();
CREATE TRIGGER "seller_assignments_logged_update_to" AFTER UPDATE ON "seller_assignments"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_sellers"();
CREATE TRIGGER "seller_assignments_logged_delete" AFTER DELETE ON "seller_assignments"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "log_changed_sellers"();
CREATE TRIGGER "seller_assignments_logged_truncate" AFTER TRUNCATE ON "seller_assignments"
  FOR EACH STATEMENT EXECUTE FUNCTION "log_truncated"();
