-- AlterTable
ALTER TABLE "sync_rejections" ADD COLUMN     "line" INTEGER,
ADD COLUMN     "push_id" UUID;

-- CreateIndex
CREATE INDEX "sync_rejections_push_id_idx" ON "sync_rejections"("push_id");
