-- AlterTable
ALTER TABLE "monthly_scores" ADD COLUMN     "orders" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "previous_rated" BOOLEAN;

-- CreateTable
CREATE TABLE "seller_assignments" (
    "seller_id" INTEGER NOT NULL,
    "assigned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "am_id" INTEGER,

    CONSTRAINT "seller_assignments_pkey" PRIMARY KEY ("seller_id","assigned_at")
);

-- CreateTable
CREATE TABLE "am_kpis" (
    "am_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "kpi" DECIMAL(5,2),
    "assessed" BOOLEAN NOT NULL,
    "sellers" INTEGER NOT NULL,
    "rated_sellers" INTEGER NOT NULL,
    "band" TEXT,
    "percent" DECIMAL(6,2),
    "parts" JSONB NOT NULL,
    "rules" JSONB NOT NULL,
    "computed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "am_kpis_pkey" PRIMARY KEY ("am_id","period")
);

-- CreateTable
CREATE TABLE "appeals" (
    "id" SERIAL NOT NULL,
    "seller_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "component_appealed" TEXT NOT NULL,
    "appeal_reason_type" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "evidence_urls" TEXT[],
    "submitted_by_am_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "open_key" TEXT,
    "ops_decision" TEXT,
    "ops_notes" TEXT,
    "ops_reviewed_by" TEXT,
    "ops_user_id" INTEGER,
    "ops_reviewed_at" TIMESTAMPTZ(3),
    "am_decision" TEXT,
    "am_notes" TEXT,
    "am_reviewed_by" TEXT,
    "am_user_id" INTEGER,
    "am_reviewed_at" TIMESTAMPTZ(3),
    "score_adjustment" JSONB,
    "score_before" JSONB,
    "score_after" JSONB,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL DEFAULT (now() + '30 days'::interval),

    CONSTRAINT "appeals_pkey" PRIMARY KEY ("seller_id","id")
);

-- CreateTable
CREATE TABLE "score_revisions" (
    "seller_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "score" JSONB NOT NULL,
    "replaced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "appeal_id" INTEGER,

    CONSTRAINT "score_revisions_pkey" PRIMARY KEY ("seller_id","period","revision")
);

-- CreateTable
CREATE TABLE "surcharges" (
    "id" SERIAL NOT NULL,
    "seller_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "surcharge_type" TEXT NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "trigger_details" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL DEFAULT 'pending',
    "rule_id" INTEGER,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "surcharges_pkey" PRIMARY KEY ("seller_id","id")
);

-- CreateIndex
CREATE INDEX "am_kpis_period_idx" ON "am_kpis"("period");

-- CreateIndex
CREATE INDEX "appeals_id_idx" ON "appeals"("id");

-- CreateIndex
CREATE INDEX "appeals_status_expires_at_idx" ON "appeals"("status", "expires_at");

-- CreateIndex
CREATE INDEX "appeals_period_idx" ON "appeals"("period");

-- CreateIndex
CREATE UNIQUE INDEX "appeals_seller_id_open_key_key" ON "appeals"("seller_id", "open_key");

-- CreateIndex
CREATE INDEX "surcharges_id_idx" ON "surcharges"("id");

-- CreateIndex
CREATE INDEX "surcharges_period_idx" ON "surcharges"("period");

-- CreateIndex
CREATE INDEX "surcharges_seller_id_status_idx" ON "surcharges"("seller_id", "status");

-- CreateIndex
CREATE UNIQUE INDEX "surcharges_seller_id_period_rule_id_key" ON "surcharges"("seller_id", "period", "rule_id");

-- What Prisma's schema language cannot say
ALTER TABLE "surcharges" ADD CONSTRAINT "surcharges_status_known" CHECK ("status" IN ('pending', 'applied', 'waived'));
ALTER TABLE "surcharges" ADD CONSTRAINT "surcharges_amount_not_negative" CHECK ("amount" >= 0);
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_status_known" CHECK ("status" IN ('pending', 'under_review', 'approved', 'partially_approved', 'rejected', 'expired'));
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_open_while_undecided" CHECK (("open_key" IS NOT NULL) = ("status" IN ('pending', 'under_review')));

-- Every change of a seller's account manager is remembered, whoever writes it. The clock is read while the seller's
-- row is locked, so that of two changes at once the one that stays has the later time.
CREATE FUNCTION "remember_assignment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO seller_assignments (seller_id, assigned_at, am_id)
  VALUES (NEW.id, CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE clock_timestamp() END, NEW.assigned_am_id)
  ON CONFLICT (seller_id, assigned_at) DO UPDATE SET am_id = excluded.am_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "sellers_first_assignment" AFTER INSERT ON "sellers"
  FOR EACH ROW EXECUTE FUNCTION "remember_assignment"();
CREATE TRIGGER "sellers_assignment" AFTER UPDATE OF "assigned_am_id" ON "sellers"
  FOR EACH ROW WHEN (OLD."assigned_am_id" IS DISTINCT FROM NEW."assigned_am_id") EXECUTE FUNCTION "remember_assignment"();
INSERT INTO "seller_assignments" ("seller_id", "assigned_at", "am_id") SELECT "id", "created_at", "assigned_am_id" FROM "sellers";
