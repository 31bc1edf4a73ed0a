-- CreateTable
CREATE TABLE "sync_mappings" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "feed" TEXT NOT NULL,
    "description" TEXT,
    "records" TEXT,
    "fields" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sync_mappings_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sync_mappings_name_key" ON "sync_mappings"("name");
