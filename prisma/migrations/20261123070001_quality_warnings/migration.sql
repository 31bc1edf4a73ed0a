-- What did not block was a warning. Processes of the release before still write "warn".
ALTER TABLE "quality_reports" DROP CONSTRAINT "quality_reports_result_known";
UPDATE "quality_reports" SET "result" = 'warning'
WHERE "result" = 'warn' OR ("result" = 'block' AND "accepted" = '{}');
ALTER TABLE "quality_reports" ADD CONSTRAINT "quality_reports_result_known"
  CHECK ("result" IN ('pass', 'warn', 'warning', 'block', 'unknown'));
