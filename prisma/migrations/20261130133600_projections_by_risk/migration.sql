-- In the order of the list: Prisma's language has no NULLS LAST.
DROP INDEX "projections_period_below_last_final_idx";
CREATE INDEX "projections_period_below_last_final_idx" ON "projections"("period", "below_last_final" DESC NULLS LAST);
