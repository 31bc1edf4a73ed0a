-- Money has as many decimals as its currency: none, two or three. A numeric without bounds takes them all, and becomes one
-- without a rewrite of the table. What is stored already stays as it is.
ALTER TABLE "invoices" ALTER COLUMN "amount" TYPE DECIMAL,
  ALTER COLUMN "paid_amount" TYPE DECIMAL;
ALTER TABLE "revenues" ALTER COLUMN "amount" TYPE DECIMAL;
ALTER TABLE "surcharges" ALTER COLUMN "amount" TYPE DECIMAL;
ALTER TABLE "backtests" ALTER COLUMN "bonus_base" TYPE DECIMAL;
ALTER TABLE "backtest_scores" ALTER COLUMN "before_surcharges" TYPE DECIMAL,
  ALTER COLUMN "after_surcharges" TYPE DECIMAL;
