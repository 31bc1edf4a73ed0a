-- The one open password reset of an account.
CREATE TABLE "password_resets" (
    "user_id" INTEGER NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("user_id")
);
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets"("token_hash");

-- When the personal data of an account or employee was erased.
ALTER TABLE "users" ADD COLUMN "erased_at" TIMESTAMPTZ(3);
ALTER TABLE "employees" ADD COLUMN "erased_at" TIMESTAMPTZ(3);
