-- A subscription means sellers, whatever their codes become.
ALTER TABLE "webhook_subscriptions" ADD COLUMN "seller_ids" INTEGER[];
UPDATE "webhook_subscriptions"
SET "seller_ids" = ARRAY(SELECT s.id FROM unnest("seller_codes") WITH ORDINALITY given(code, place)
                           JOIN "sellers" s ON s.seller_code = given.code ORDER BY place)
WHERE "seller_codes" IS NOT NULL;
ALTER TABLE "webhook_subscriptions" DROP COLUMN "seller_codes";

-- Whether a subscription wants an event, for statements that ask it of many events. A ping is for the subscription that was
-- tested alone, so none wants it.
DROP FUNCTION "webhook_wants"(TEXT[], TEXT[], TEXT, TEXT);
CREATE FUNCTION "webhook_wants"("events" TEXT[], "seller_ids" INTEGER[], "type" TEXT, "seller_id" INTEGER) RETURNS BOOLEAN
  LANGUAGE SQL IMMUTABLE
  RETURN "type" <> 'webhook.ping'
    AND ("type" = ANY("events") OR '*' = ANY("events"))
    AND ("seller_ids" IS NULL OR CASE WHEN "seller_id" IS NULL THEN "type" = ANY("events") ELSE "seller_id" = ANY("seller_ids") END);
