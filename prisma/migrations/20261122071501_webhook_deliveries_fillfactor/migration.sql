-- A delivery is usually changed once, by the transaction that stores the first attempts at all of its page. With 70,
-- more than half of these changes had no room in their page and made new entries in all indexes; with 50, one in twenty.
ALTER TABLE "webhook_deliveries" SET (fillfactor = 50);
