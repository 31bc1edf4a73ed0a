-- A keyed hash of what is secret in the request, so that it is compared, too. Null in rows of the release before.
ALTER TABLE "idempotency_keys" ADD COLUMN "secrets" TEXT;
