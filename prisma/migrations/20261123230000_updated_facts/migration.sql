-- Whether a push has changed a fact since it was created: how a push tells both apart in a table of any kind, partitioned
-- ones included, which the system column that it read before is not in.
ALTER TABLE "orders" ADD COLUMN "is_updated" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "forecasts" ADD COLUMN "is_updated" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "campaign_actuals" ADD COLUMN "is_updated" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "tickets" ADD COLUMN "is_updated" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "invoices" ADD COLUMN "is_updated" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "inventory_snapshots" ADD COLUMN "is_updated" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "revenues" ADD COLUMN "is_updated" BOOLEAN NOT NULL DEFAULT false;
