-- Notes in dashboard_changes what changes here.
CREATE TRIGGER "monthly_scores_noted_insert" AFTER INSERT ON "monthly_scores"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_months"();
CREATE TRIGGER "monthly_scores_noted_update" AFTER UPDATE ON "monthly_scores"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_months"();
CREATE TRIGGER "monthly_scores_noted_move" AFTER UPDATE OF "period" ON "monthly_scores"
  FOR EACH ROW WHEN (OLD.period <> NEW.period) EXECUTE FUNCTION "note_all_months"();
CREATE TRIGGER "monthly_scores_noted_delete" AFTER DELETE ON "monthly_scores"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_months"();
CREATE TRIGGER "monthly_scores_noted_truncate" AFTER TRUNCATE ON "monthly_scores"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_all_months"();
