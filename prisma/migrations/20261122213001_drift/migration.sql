-- A backtest of kind drift asks what facts that came late would have changed. How many late facts each of its months had
-- when it started says whether more have come since.
ALTER TABLE "backtests" ADD COLUMN "late" JSONB;

-- The revision that a score that drifts has, what each feed alone moves, and the components before and after.
ALTER TABLE "backtest_scores" ADD COLUMN "drift" JSONB;
