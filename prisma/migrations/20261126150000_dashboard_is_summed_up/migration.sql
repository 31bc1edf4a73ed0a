-- The dashboard is summed up at each call: nothing notes what has changed of it. CASCADE drops the triggers.
DROP FUNCTION "note_changed_months", "note_changed_figures", "note_all_months" CASCADE;
DROP FUNCTION "note_dashboard_changes", "gather_dashboard_changes";
DROP TABLE "dashboard_changes";
