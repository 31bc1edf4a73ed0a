-- Whether the month of a score was over before its seller's contract began: then it is in no count, mean or surcharge.
ALTER TABLE "monthly_scores" ADD COLUMN     "before_contract" BOOLEAN NOT NULL DEFAULT false;

-- Scores that are there: where the contract of today is that which the score was made with. Of others it is not known what
-- was meant then, so they stay; the next calculation marks those that are not final.
UPDATE "monthly_scores" m SET "before_contract" = true
FROM "sellers" s, "score_explanations" e
WHERE s."contract_start_date" >= to_date(m."period", 'YYYY-MM') + interval '1 month' AND s."id" = m."seller_id"
  AND e."seller_id" = m."seller_id" AND e."period" = m."period" AND e."revision" = m."revision"
  AND strpos(e."inputs", '"contract_start_date":"' || to_char(s."contract_start_date", 'YYYY-MM-DD') || '"') > 0;

-- A month's scores are counted from indexes alone: all of them, less these few.
CREATE INDEX "monthly_scores_before_contract_idx" ON "monthly_scores"("period", "status") WHERE "before_contract";
