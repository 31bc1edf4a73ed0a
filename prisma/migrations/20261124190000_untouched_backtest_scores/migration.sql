-- AlterTable
ALTER TABLE "backtest_scores" ADD COLUMN     "untouched" TEXT;
