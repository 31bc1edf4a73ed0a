-- Codes of digits alone are the rule in other systems. None is empty: '' names no record.
ALTER TABLE "sellers" DROP CONSTRAINT "sellers_code_not_digits";
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_code_not_empty" CHECK ("seller_code" <> '');

ALTER TABLE "campaigns" DROP CONSTRAINT "campaigns_code_not_digits";
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_code_not_empty" CHECK ("campaign_code" <> '');
