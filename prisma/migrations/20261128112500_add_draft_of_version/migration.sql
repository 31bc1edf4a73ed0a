-- AlterTable
ALTER TABLE "config_record_versions" ADD COLUMN     "draft_id" INTEGER;
