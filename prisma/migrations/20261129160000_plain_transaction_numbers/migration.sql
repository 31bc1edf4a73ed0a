-- A cursor names the server that counts its transactions, so numbers need no base that leads over other servers' any more.
CREATE OR REPLACE FUNCTION "transaction_number"() RETURNS xid8 LANGUAGE sql VOLATILE AS $$
  SELECT pg_current_xact_id()
$$;
CREATE OR REPLACE FUNCTION "transaction_horizon"() RETURNS xid8 LANGUAGE sql STABLE AS $$
  SELECT pg_snapshot_xmin(pg_current_snapshot())
$$;
DROP TABLE "transaction_epochs";
