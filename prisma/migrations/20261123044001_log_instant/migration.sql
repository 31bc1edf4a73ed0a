-- The same text as before, in half the time: to_char reads its pattern for every value. A microsecond more, and the JSON
-- text of an instant of milliseconds always has six digits after the point, of which three are kept.
CREATE OR REPLACE FUNCTION "log_instant"("at" timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT substr(to_json("at" AT TIME ZONE 'UTC' + interval '1 microsecond')::text, 2, 23) || 'Z'
$$;
