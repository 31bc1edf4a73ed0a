-- AlterTable
ALTER TABLE "surcharges" ADD COLUMN     "status_reason" TEXT;
