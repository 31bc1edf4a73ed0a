-- was_last: the last month that counted a row before a push changed it last, so that the push is late in it, too.
ALTER TABLE "orders" ADD COLUMN "was_last" TEXT;
ALTER TABLE "forecasts" ADD COLUMN "was_last" TEXT;
ALTER TABLE "campaign_actuals" ADD COLUMN "was_last" TEXT;
ALTER TABLE "tickets" ADD COLUMN "was_last" TEXT;
ALTER TABLE "invoices" ADD COLUMN "was_last" TEXT;
ALTER TABLE "inventory_snapshots" ADD COLUMN "was_last" TEXT;
ALTER TABLE "returns" ADD COLUMN "was_last" TEXT;
ALTER TABLE "revenues" ADD COLUMN "was_last" TEXT;
