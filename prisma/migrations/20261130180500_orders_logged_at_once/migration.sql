-- The months of an order, from its first instant to its last, by one reading of the changed rows. One whose instants are far
-- apart is logged for the months between, too: its seller is read again in vain.
CREATE OR REPLACE FUNCTION "log_changed_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('sos.logs_changes', true) = 'off' THEN RETURN NULL; END IF;
  INSERT INTO fact_changes (source, period, from_period, to_period, seller_ids)
  SELECT 'orders', CASE WHEN first = last THEN first END, CASE WHEN first <> last THEN first END,
         CASE WHEN first <> last THEN last END, array_agg(seller_id)
  FROM (SELECT to_char(first_month, 'YYYY-MM') AS first, to_char(last_month, 'YYYY-MM') AS last, seller_id
        FROM (SELECT DISTINCT date_trunc('month', ordered_at AT TIME ZONE 'UTC' - interval '16 hours') AS first_month,
                     date_trunc('month', greatest(ordered_at, ready_by, cancelled_at) AT TIME ZONE 'UTC' + interval '16 hours')
                       AS last_month, seller_id
              FROM changed) of_months
        WHERE first_month < (SELECT first_open_month())) logged
  GROUP BY first, last;
  RETURN NULL;
END $$;
