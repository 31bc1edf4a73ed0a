-- Notes in dashboard_changes what changes here.
CREATE TRIGGER "surcharges_noted_insert" AFTER INSERT ON "surcharges"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_months"();
CREATE TRIGGER "surcharges_noted_update" AFTER UPDATE ON "surcharges"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_months"();
CREATE TRIGGER "surcharges_noted_move" AFTER UPDATE OF "period" ON "surcharges"
  FOR EACH ROW WHEN (OLD.period <> NEW.period) EXECUTE FUNCTION "note_all_months"();
CREATE TRIGGER "surcharges_noted_delete" AFTER DELETE ON "surcharges"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_months"();
CREATE TRIGGER "surcharges_noted_truncate" AFTER TRUNCATE ON "surcharges"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_all_months"();
