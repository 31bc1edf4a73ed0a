-- AlterTable
ALTER TABLE "backtest_scores" ADD COLUMN     "after_why" TEXT,
ADD COLUMN     "before_why" TEXT;
