-- How many facts that went wrong named no fault when a score was calculated, by feed. It is no part of the explanation.
ALTER TABLE "score_explanations" ADD COLUMN "unnamed" JSONB;
