-- Whose fault it was that an order was late, and who owed the reply to a ticket. A fault that is not said is null;
-- tickets of before keep theirs.
ALTER TABLE "orders" ADD COLUMN "late_fault" TEXT;
ALTER TABLE "tickets" ADD COLUMN "reply_fault" TEXT,
  ALTER COLUMN "fault" DROP NOT NULL,
  ALTER COLUMN "fault" DROP DEFAULT;
