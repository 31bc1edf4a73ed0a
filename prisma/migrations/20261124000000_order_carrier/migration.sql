-- Who was to carry the order: an open word.
ALTER TABLE "orders" ADD COLUMN "carrier" TEXT;
