-- A session of a browser is known by a cookie, of which the hash is kept. Sessions of other clients have none.
ALTER TABLE "sessions" ADD COLUMN "cookie_hash" TEXT;

CREATE UNIQUE INDEX "sessions_cookie_hash_key" ON "sessions"("cookie_hash");
