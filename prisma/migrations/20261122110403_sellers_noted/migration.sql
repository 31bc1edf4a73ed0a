-- Notes in dashboard_changes what changes here.
CREATE TRIGGER "sellers_noted_insert" AFTER INSERT ON "sellers"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_figures"();
CREATE TRIGGER "sellers_noted_update" AFTER UPDATE ON "sellers"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_figures"();
CREATE TRIGGER "sellers_noted_delete" AFTER DELETE ON "sellers"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_figures"();
CREATE TRIGGER "sellers_noted_truncate" AFTER TRUNCATE ON "sellers"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_all_months"();
