-- A reply and a resolution count in the month in which their hours end.

-- The longest hours of any helpdesk record: a ticket counts in no month that begins later after it was opened.
CREATE FUNCTION "longest_ticket_hours"() RETURNS interval LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(greatest((fields ->> 'reply_hours')::float8, (fields ->> 'resolve_hours')::float8)), 0) * interval '1 hour'
  FROM config_records WHERE type = 'helpdesk'
$$;

-- The months of the business time zone on either side, as in 20261122071300_fact_changes.
CREATE OR REPLACE FUNCTION "log_changed_tickets"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  longest interval := longest_ticket_hours();
BEGIN
  IF current_setting('sos.logs_changes', true) = 'off' THEN RETURN NULL; END IF;
  INSERT INTO fact_changes (source, from_period, to_period, seller_ids)
  SELECT 'tickets', to_char(first_month, 'YYYY-MM'), to_char(last_month, 'YYYY-MM'), array_agg(seller_id)
  FROM (SELECT DISTINCT date_trunc('month', opened_at AT TIME ZONE 'UTC' - interval '16 hours') AS first_month,
               date_trunc('month', (opened_at + longest) AT TIME ZONE 'UTC' + interval '16 hours') AS last_month, seller_id
        FROM changed) of_months
  WHERE first_month < (SELECT first_open_month())
  GROUP BY first_month, last_month;
  RETURN NULL;
END $$;
