-- Finds the scores whose explanation is not kept: all drafts, and what a process of an earlier release has reviewed or
-- made final.
CREATE INDEX "score_explanations_unexplained_idx" ON "score_explanations"("period", "seller_id") WHERE "explanation" IS NULL;
