-- CreateIndex
CREATE INDEX "revenues_period_seller_id_idx" ON "revenues"("period", "seller_id");

-- Notes in dashboard_changes what changes here.
CREATE TRIGGER "revenues_noted_insert" AFTER INSERT ON "revenues"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_months"();
CREATE TRIGGER "revenues_noted_update" AFTER UPDATE ON "revenues"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_months"();
CREATE TRIGGER "revenues_noted_move" AFTER UPDATE OF "period" ON "revenues"
  FOR EACH ROW WHEN (OLD.period <> NEW.period) EXECUTE FUNCTION "note_all_months"();
CREATE TRIGGER "revenues_noted_delete" AFTER DELETE ON "revenues"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "note_changed_months"();
CREATE TRIGGER "revenues_noted_truncate" AFTER TRUNCATE ON "revenues"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_all_months"();
