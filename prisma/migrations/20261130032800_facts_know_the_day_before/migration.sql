-- was_on: the day of a row before a push changed it last, so that the push counts it on the day that it is of now. A row that no
-- push has changed has none: this is also how a push tells a fact that it has changed from one that it has created.
ALTER TABLE "orders" DROP COLUMN "is_updated", ADD COLUMN "was_on" DATE;
ALTER TABLE "forecasts" DROP COLUMN "is_updated", ADD COLUMN "was_on" DATE;
ALTER TABLE "campaign_actuals" DROP COLUMN "is_updated", ADD COLUMN "was_on" DATE;
ALTER TABLE "tickets" DROP COLUMN "is_updated", ADD COLUMN "was_on" DATE;
ALTER TABLE "invoices" DROP COLUMN "is_updated", ADD COLUMN "was_on" DATE;
ALTER TABLE "inventory_snapshots" DROP COLUMN "is_updated", ADD COLUMN "was_on" DATE;
ALTER TABLE "returns" DROP COLUMN "is_updated", ADD COLUMN "was_on" DATE;
ALTER TABLE "revenues" DROP COLUMN "is_updated", ADD COLUMN "was_on" DATE;
