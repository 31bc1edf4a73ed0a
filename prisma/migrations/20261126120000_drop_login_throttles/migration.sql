-- Counters that nothing reads.
DROP TABLE "login_throttles";

-- Jobs that nothing sends, where a queue has them.
DO $$ BEGIN
  PERFORM pgboss.delete_queue('webhook-delivery'), pgboss.delete_queue('webhook-rescue');
EXCEPTION WHEN invalid_schema_name OR undefined_function OR null_value_not_allowed THEN
  NULL;
END $$;
