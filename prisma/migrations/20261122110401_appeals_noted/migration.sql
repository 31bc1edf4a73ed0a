-- Notes in dashboard_changes what changes here.
CREATE TRIGGER "appeals_noted_insert" AFTER INSERT ON "appeals"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_months"();
CREATE TRIGGER "appeals_noted_update" AFTER UPDATE ON "appeals"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_months"();
CREATE TRIGGER "appeals_noted_move" AFTER UPDATE OF "period" ON "appeals"
  FOR EACH ROW WHEN (OLD.period <> NEW.period) EXECUTE FUNCTION "note_all_months"();
CREATE TRIGGER "appeals_noted_delete" AFTER DELETE ON "appeals"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_months"();
CREATE TRIGGER "appeals_noted_truncate" AFTER TRUNCATE ON "appeals"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_all_months"();
