-- Why sellers are unrated, where people look: on the score and counted by the run. Earlier runs have not counted (null).
ALTER TABLE "monthly_scores" ADD COLUMN     "imputed" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "unrated_metric" TEXT,
ADD COLUMN     "unrated_reason" TEXT;

ALTER TABLE "scoring_runs" ADD COLUMN     "rated" INTEGER,
ADD COLUMN     "unrated" INTEGER,
ADD COLUMN     "unrated_reasons" JSONB;
ALTER TABLE "scoring_runs" ALTER COLUMN "rated" SET DEFAULT 0,
ALTER COLUMN "unrated" SET DEFAULT 0,
ALTER COLUMN "unrated_reasons" SET DEFAULT '[]';

-- Earlier explanations say which components had too little data.
UPDATE "monthly_scores" m SET "imputed" = found.components
FROM (
  SELECT e."seller_id", e."period", e."revision", array_agg(c.key ORDER BY c.place) AS components
  FROM "score_explanations" e, json_each(e."explanation" -> 'components') WITH ORDINALITY AS c(key, value, place)
  WHERE NOT (c.value ->> 'has_data')::boolean
  GROUP BY 1, 2, 3
) found
WHERE found."seller_id" = m."seller_id" AND found."period" = m."period" AND found."revision" = m."revision";
