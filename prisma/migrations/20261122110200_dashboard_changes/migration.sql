-- What has changed of that which the dashboard of a month is summed up from, so that a process knows whether the sums
-- that it keeps are still right: a row for a statement and month, of period '' for all months. All rows of a month and
-- of '' together, by xor, are the version of its sums. Writers add rows and never change one, so none waits for another.
-- The triggers that add them have a migration for each table, so that none waits for a lock while it holds another one.
CREATE TABLE "dashboard_changes" (
    "id" BIGSERIAL NOT NULL,
    "period" TEXT NOT NULL,
    "token" BIGINT,

    CONSTRAINT "dashboard_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "dashboard_changes_period_token_idx" ON "dashboard_changes"("period", "token");

-- Puts the rows of each month into one, which has the same xor. A row that somebody else puts together at the same time
-- is left to them.
CREATE FUNCTION "gather_dashboard_changes"() RETURNS void LANGUAGE sql AS $$
  WITH gone AS (
    DELETE FROM dashboard_changes
    WHERE id = ANY (ARRAY(SELECT id FROM dashboard_changes WHERE token IS NOT NULL FOR UPDATE SKIP LOCKED))
    RETURNING period, token
  ) INSERT INTO dashboard_changes (period, token) SELECT period, bit_xor(token) FROM gone GROUP BY period;
$$;

-- Tokens are random: a database that was restored, or took over, and lacks a change never comes to a version of before
-- by another one. About every hundredth row gathers them. In a transaction with one snapshot a row may be gone that it
-- still sees, so there it is left to the next.
CREATE FUNCTION "note_dashboard_changes"("months" TEXT[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  is_hundredth boolean;
BEGIN
  WITH noted AS (
    INSERT INTO dashboard_changes (period, token)
    SELECT month, (random() * 2 ^ 53)::bigint FROM unnest(months) month
    RETURNING id
  ) SELECT bool_or(id % 100 = 0) INTO is_hundredth FROM noted;
  IF is_hundredth AND current_setting('transaction_isolation') = 'read committed' THEN
    PERFORM gather_dashboard_changes();
  END IF;
END $$;

CREATE FUNCTION "note_changed_months"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_dashboard_changes(ARRAY(SELECT DISTINCT period FROM changed));
  RETURN NULL;
END $$;
CREATE FUNCTION "note_changed_figures"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    PERFORM note_dashboard_changes(ARRAY['']);
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION "note_all_months"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_dashboard_changes(ARRAY['']);
  RETURN NULL;
END $$;

-- Two databases never have the same version, not even empty ones.
SELECT note_dashboard_changes(ARRAY['']);
