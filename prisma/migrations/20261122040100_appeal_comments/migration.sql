-- AlterTable
ALTER TABLE "appeals" ADD COLUMN     "closed_by" INTEGER,
ADD COLUMN     "closed_reason" TEXT;

-- CreateTable
CREATE TABLE "appeal_comments" (
    "id" SERIAL NOT NULL,
    "seller_id" INTEGER NOT NULL,
    "appeal_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "comment" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "appeal_comments_pkey" PRIMARY KEY ("seller_id","appeal_id","id")
);

-- What Prisma's schema language cannot say
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_closed_reason_known" CHECK ("closed_reason" IS NULL OR ("closed_reason" = 'withdrawn' AND "status" = 'expired'));
