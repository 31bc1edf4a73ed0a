-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN "delivered_at" TIMESTAMPTZ(3);

-- Whether a subscription wants an event, for statements that ask it of many events; the same as wants() of
-- src/delivery/event-filter.ts. A ping is for the subscription that was tested alone, so none wants it.
CREATE FUNCTION "webhook_wants"("events" TEXT[], "seller_codes" TEXT[], "type" TEXT, "seller_code" TEXT) RETURNS BOOLEAN
  LANGUAGE SQL IMMUTABLE
  RETURN "type" <> 'webhook.ping'
    AND ("type" = ANY("events") OR '*' = ANY("events"))
    AND ("seller_codes" IS NULL OR CASE WHEN "seller_code" IS NULL THEN "type" = ANY("events") ELSE "seller_code" = ANY("seller_codes") END);
