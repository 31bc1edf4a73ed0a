-- What the migration of a feed calls for its table: SELECT log_facts('returns', 'returns', 'returned_at').
-- From then on its changes are in fact_changes, so that a run of a finished month reads the sellers that have changed.

-- The five triggers of a table, with a function that logs the rows of `changed`.
CREATE FUNCTION "add_fact_triggers"(facts regclass, logging text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moment record;
  name text := (SELECT relname FROM pg_class WHERE oid = facts);
BEGIN
  FOR moment IN VALUES ('insert', 'INSERT', 'NEW'), ('update_from', 'UPDATE', 'OLD'), ('update_to', 'UPDATE', 'NEW'), ('delete', 'DELETE', 'OLD') LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %s REFERENCING %s TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()',
                   name || '_logged_' || moment.column1, moment.column2, facts, moment.column3, logging);
  END LOOP;
  EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION log_truncated()',
                 name || '_logged_truncate', facts);
END $$;

-- Logs the changes of a table whose facts count in the month of a day, or of an instant. The month of an instant is that of
-- the business time zone, which the database does not know. No zone is 16 hours away from UTC, so what is nearer than that to
-- the end of a month is logged for the month on either side.
CREATE FUNCTION "log_facts"(facts regclass, source text, counted_at name) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  logging text := 'log_changed_' || (SELECT relname FROM pg_class WHERE oid = facts);
  is_instant boolean := (SELECT atttypid = 'timestamptz'::regtype FROM pg_attribute
                         WHERE attrelid = facts AND attname = counted_at);
  months text := CASE WHEN is_instant
    THEN format($sql$
      SELECT date_trunc('month', %1$I AT TIME ZONE 'UTC' - interval '16 hours') AS month, seller_id FROM changed
      UNION
      SELECT date_trunc('month', %1$I AT TIME ZONE 'UTC' + interval '16 hours'), seller_id FROM changed$sql$, counted_at)
    ELSE format('SELECT DISTINCT date_trunc(''month'', %I) AS month, seller_id FROM changed', counted_at) END;
BEGIN
  EXECUTE format($sql$
    CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS $body$
    BEGIN
      IF current_setting('sos.logs_changes', true) = 'off' THEN RETURN NULL; END IF;
      INSERT INTO fact_changes (source, period, seller_ids)
      SELECT %L, to_char(month, 'YYYY-MM'), array_agg(seller_id)
      FROM (%s) of_months
      WHERE month < (SELECT first_open_month())
      GROUP BY month;
      RETURN NULL;
    END $body$ $sql$, logging, source, months);
  PERFORM add_fact_triggers(facts, logging);
END $$;
