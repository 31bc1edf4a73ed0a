-- The audit log takes new rows only. The one change it allows is made while a person is erased: a transaction that has
-- said so may write "erased" in place of texts in before and after, and nothing else.

-- Whether one state differs from another only by texts that became "erased".
CREATE FUNCTION "differs_by_erasure_only"("old" jsonb, "new" jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF "old" IS NOT DISTINCT FROM "new" THEN RETURN true; END IF;
  IF "old" IS NULL OR "new" IS NULL THEN RETURN false; END IF;
  IF jsonb_typeof("old") = 'string' THEN RETURN "new" = '"erased"'; END IF;
  IF jsonb_typeof("old") <> jsonb_typeof("new") THEN RETURN false; END IF;
  IF jsonb_typeof("old") = 'object' THEN
    RETURN NOT EXISTS (
      SELECT FROM jsonb_each("old") o FULL JOIN jsonb_each("new") n USING ("key")
      WHERE o.value IS NULL OR n.value IS NULL OR NOT differs_by_erasure_only(o.value, n.value));
  END IF;
  IF jsonb_typeof("old") = 'array' THEN
    RETURN jsonb_array_length("old") = jsonb_array_length("new") AND NOT EXISTS (
      SELECT FROM jsonb_array_elements("old") WITH ORDINALITY o("value", "place")
      JOIN jsonb_array_elements("new") WITH ORDINALITY n("value", "place") USING ("place")
      WHERE NOT differs_by_erasure_only(o.value, n.value));
  END IF;
  RETURN false;
END $$;

CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('sos.erasing', true) = 'on' THEN
    IF to_jsonb(NEW) - 'before' - 'after' = to_jsonb(OLD) - 'before' - 'after'
      AND differs_by_erasure_only(OLD.before, NEW.before) AND differs_by_erasure_only(OLD.after, NEW.after)
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'The audit log takes new rows only: % is refused.', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER "audit_log_rows_stay" BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
CREATE TRIGGER "audit_log_stays" BEFORE TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();

-- A state with the data of a person erased: e-mail addresses wherever they stand, names where they say who did
-- something and, in rows that are about the person, every field that holds personal data.
CREATE FUNCTION "without_person"("state" jsonb, "field" text, "about" boolean, "names" text[], "emails" text[])
RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE "said" text;
BEGIN
  CASE jsonb_typeof("state")
    WHEN 'object' THEN
      RETURN (SELECT coalesce(jsonb_object_agg("key", without_person("value", "key", "about", "names", "emails")), '{}')
              FROM jsonb_each("state"));
    WHEN 'array' THEN
      RETURN (SELECT coalesce(jsonb_agg(without_person("value", "field", "about", "names", "emails") ORDER BY "place"), '[]')
              FROM jsonb_array_elements("state") WITH ORDINALITY e("value", "place"));
    WHEN 'string' THEN
      "said" := lower("state" #>> '{}');
      IF "said" = ANY("emails")
        OR "said" = ANY("names") AND ("field" LIKE '%\_by' OR "field" = 'am_name')
        OR "about" AND "field" IN ('username', 'full_name', 'name', 'email', 'position')
      THEN RETURN '"erased"'; END IF;
      RETURN "state";
    ELSE RETURN "state";
  END CASE;
END $$;
