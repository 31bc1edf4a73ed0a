-- CreateTable
CREATE TABLE "webhook_subscriptions" (
    "id" SERIAL NOT NULL,
    "name" TEXT,
    "description" TEXT,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "seller_codes" TEXT[],
    "headers" TEXT,
    "timeout_ms" INTEGER NOT NULL DEFAULT 15000,
    "max_concurrency" INTEGER NOT NULL DEFAULT 20,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "deleted_at" TIMESTAMPTZ(3),
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "failed_attempts" INTEGER NOT NULL DEFAULT 0,
    "last_notice" INTEGER,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" BIGSERIAL NOT NULL,
    "subscription_id" INTEGER NOT NULL,
    "event_id" BIGINT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "trigger" TEXT NOT NULL DEFAULT 'event',
    "turn" INTEGER NOT NULL DEFAULT 1,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "id" BIGSERIAL NOT NULL,
    "delivery_id" BIGINT NOT NULL,
    "subscription_id" INTEGER NOT NULL,
    "event_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "attempted_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "address" TEXT,
    "response_status" INTEGER,
    "reason" TEXT NOT NULL,
    "key_ids" TEXT[],
    "request_headers" JSON NOT NULL,
    "request_body" TEXT NOT NULL,
    "response_headers" JSON,
    "response_body" TEXT,
    "next_attempt_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries" USING BRIN ("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_subscription_id_event_id_key" ON "webhook_deliveries"("subscription_id", "event_id");

-- CreateIndex
CREATE INDEX "webhook_attempts_delivery_id_idx" ON "webhook_attempts"("delivery_id");

-- CreateIndex
CREATE INDEX "webhook_attempts_subscription_id_id_idx" ON "webhook_attempts"("subscription_id", "id");

-- CreateIndex
CREATE INDEX "webhook_attempts_attempted_at_idx" ON "webhook_attempts" USING BRIN ("attempted_at");

-- What Prisma's language has no words for
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_status_known" CHECK ("status" IN ('pending', 'held', 'delivered', 'failed'));
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_trigger_known" CHECK ("trigger" IN ('event', 'replay', 'redeliver', 'test'));
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_status_known" CHECK ("status" IN ('delivered', 'failed'));
ALTER TABLE "webhook_subscriptions" ADD CONSTRAINT "webhook_subscriptions_disabled_is_inactive" CHECK ("disabled_at" IS NULL OR NOT "is_active");

-- A delivery changes in its page, without a new entry in any index
ALTER TABLE "webhook_deliveries" SET (fillfactor = 70);
