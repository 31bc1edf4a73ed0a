-- What is kept as JSON may have been changed by hand: a text that is no instant must fail no statement that reads others.
-- (No parallel plans: an exception that is caught is a subtransaction.)
CREATE FUNCTION "instant_or_null"("value" TEXT) RETURNS TIMESTAMPTZ LANGUAGE plpgsql STABLE PARALLEL UNSAFE AS $$
BEGIN
  RETURN value::timestamptz;
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END
$$;
