-- A KPI of final scores keeps the records that it was made with.
ALTER TABLE "am_kpis" ADD COLUMN "is_final" BOOLEAN NOT NULL DEFAULT false;
UPDATE "am_kpis" k SET "is_final" = true
WHERE NOT EXISTS (
  SELECT FROM "monthly_scores" m
  WHERE m."period" = k."period" AND m."am_id" = k."am_id" AND NOT m."before_contract" AND m."status" <> 'final');
