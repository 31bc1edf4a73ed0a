-- A draft keeps what it is made of; its explanation is made when it is read, and kept from the review on. Rows of
-- earlier releases have an explanation alone.
ALTER TABLE "score_explanations" ADD COLUMN "inputs" TEXT,
ALTER COLUMN "explanation" DROP NOT NULL;
ALTER TABLE "score_explanations" ADD CONSTRAINT "score_explanations_explainable" CHECK ("explanation" IS NOT NULL OR "inputs" IS NOT NULL) NOT VALID;

-- The code that computed a run's scores, and the snapshot that its facts were read in.
ALTER TABLE "scoring_runs" ADD COLUMN "engine" TEXT,
ADD COLUMN "snapshot" TEXT;
