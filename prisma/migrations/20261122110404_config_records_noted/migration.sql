-- Notes in dashboard_changes what changes here.
CREATE TRIGGER "config_records_noted_insert" AFTER INSERT ON "config_records"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_figures"();
CREATE TRIGGER "config_records_noted_update" AFTER UPDATE ON "config_records"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_figures"();
CREATE TRIGGER "config_records_noted_delete" AFTER DELETE ON "config_records"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_figures"();
CREATE TRIGGER "config_records_noted_truncate" AFTER TRUNCATE ON "config_records"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_all_months"();
