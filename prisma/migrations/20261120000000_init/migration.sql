-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "service_state" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "service_state_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "warehouses" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "warehouses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "employees" (
    "id" SERIAL NOT NULL,
    "employee_code" TEXT NOT NULL,
    "full_name" TEXT NOT NULL,
    "email" TEXT,
    "position" TEXT,
    "warehouse_id" INTEGER,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "employees_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "username" TEXT NOT NULL,
    "email" TEXT,
    "full_name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "warehouse_id" INTEGER,
    "am_id" INTEGER,
    "employee_id" INTEGER,
    "password_hash" TEXT,
    "is_seeded" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refresh_tokens" (
    "token_hash" TEXT NOT NULL,
    "session_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login_throttles" (
    "key" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "window_started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_throttles_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "account_managers" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "employee_id" INTEGER,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_managers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sellers" (
    "id" SERIAL NOT NULL,
    "seller_code" TEXT NOT NULL,
    "company_name" TEXT NOT NULL,
    "contract_type" TEXT,
    "contract_start_date" DATE,
    "primary_warehouse_id" INTEGER,
    "assigned_am_id" INTEGER,
    "oms_system_type" TEXT,
    "payment_terms_days" INTEGER,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL DEFAULT 'active',
    "observed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sellers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "score_exceptions" (
    "id" SERIAL NOT NULL,
    "seller_id" INTEGER NOT NULL,
    "exception_type" TEXT NOT NULL,
    "score_component_affected" TEXT,
    "adjustment_rule" JSONB NOT NULL,
    "reason" TEXT,
    "approved_by" TEXT,
    "effective_from" DATE NOT NULL,
    "effective_to" DATE,
    "is_active" SMALLINT NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "score_exceptions_pkey" PRIMARY KEY ("seller_id","id")
);

-- CreateTable
CREATE TABLE "campaigns" (
    "id" SERIAL NOT NULL,
    "campaign_code" TEXT NOT NULL,
    "campaign_name" TEXT NOT NULL,
    "campaign_type" TEXT NOT NULL,
    "start_date" DATE NOT NULL,
    "end_date" DATE NOT NULL,
    "warehouses" TEXT[],
    "description" TEXT,
    "created_by" TEXT,
    "status" TEXT NOT NULL DEFAULT 'upcoming',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaigns_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "seller_id" INTEGER NOT NULL,
    "order_code" TEXT NOT NULL,
    "ordered_at" TIMESTAMPTZ(3) NOT NULL,
    "warehouse_id" INTEGER,
    "units" INTEGER NOT NULL DEFAULT 1,
    "ready_by" TIMESTAMPTZ(3),
    "ready_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "cancel_fault" TEXT,
    "has_data_error" BOOLEAN NOT NULL DEFAULT false,
    "observed_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("seller_id","order_code")
);

-- CreateTable
CREATE TABLE "forecasts" (
    "seller_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "campaign_id" INTEGER NOT NULL DEFAULT 0,
    "forecast_orders" INTEGER NOT NULL,
    "submitted_at" TIMESTAMPTZ(3) NOT NULL,
    "observed_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "forecasts_pkey" PRIMARY KEY ("seller_id","period","campaign_id")
);

-- CreateTable
CREATE TABLE "campaign_actuals" (
    "seller_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "actual_orders" INTEGER NOT NULL,
    "actual_units" INTEGER,
    "observed_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_actuals_pkey" PRIMARY KEY ("seller_id","campaign_id")
);

-- CreateTable
CREATE TABLE "tickets" (
    "seller_id" INTEGER NOT NULL,
    "ticket_code" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "fault" TEXT NOT NULL DEFAULT 'seller',
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "replied_at" TIMESTAMPTZ(3),
    "resolved_at" TIMESTAMPTZ(3),
    "observed_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tickets_pkey" PRIMARY KEY ("seller_id","ticket_code")
);

-- CreateTable
CREATE TABLE "invoices" (
    "seller_id" INTEGER NOT NULL,
    "invoice_code" TEXT NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "issued_on" DATE NOT NULL,
    "due_on" DATE NOT NULL,
    "paid_amount" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "paid_on" DATE,
    "observed_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("seller_id","invoice_code")
);

-- CreateTable
CREATE TABLE "inventory_snapshots" (
    "seller_id" INTEGER NOT NULL,
    "warehouse_id" INTEGER NOT NULL,
    "sku" TEXT NOT NULL,
    "snapshot_on" DATE NOT NULL,
    "received_on" DATE NOT NULL,
    "quantity" INTEGER NOT NULL,
    "volume_m3" DECIMAL(14,4),
    "is_stranded" BOOLEAN NOT NULL DEFAULT false,
    "observed_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inventory_snapshots_pkey" PRIMARY KEY ("seller_id","warehouse_id","sku","snapshot_on","received_on")
);

-- CreateTable
CREATE TABLE "revenues" (
    "seller_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "observed_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revenues_pkey" PRIMARY KEY ("seller_id","period")
);

-- CreateTable
CREATE TABLE "sync_feeds" (
    "feed" TEXT NOT NULL,
    "last_pushed_at" TIMESTAMPTZ(3) NOT NULL,
    "last_user_id" INTEGER,
    "received" BIGINT NOT NULL DEFAULT 0,
    "created" BIGINT NOT NULL DEFAULT 0,
    "updated" BIGINT NOT NULL DEFAULT 0,
    "unchanged" BIGINT NOT NULL DEFAULT 0,
    "rejected" BIGINT NOT NULL DEFAULT 0,
    "late" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "sync_feeds_pkey" PRIMARY KEY ("feed")
);

-- CreateTable
CREATE TABLE "sync_feed_periods" (
    "feed" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "created" BIGINT NOT NULL DEFAULT 0,
    "late" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "sync_feed_periods_pkey" PRIMARY KEY ("feed","period")
);

-- CreateTable
CREATE TABLE "sync_rejections" (
    "id" BIGSERIAL NOT NULL,
    "feed" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" INTEGER,
    "position" INTEGER NOT NULL,
    "record_key" TEXT,
    "error" TEXT NOT NULL,
    "record" JSONB,

    CONSTRAINT "sync_rejections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "config_records" (
    "id" SERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "fields" JSONB NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "effective_from" TEXT NOT NULL,
    "effective_to" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" INTEGER,

    CONSTRAINT "config_records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "config_record_versions" (
    "record_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "fields" JSONB NOT NULL,
    "is_active" BOOLEAN NOT NULL,
    "effective_from" TEXT NOT NULL,
    "effective_to" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" INTEGER,

    CONSTRAINT "config_record_versions_pkey" PRIMARY KEY ("record_id","version")
);

-- CreateTable
CREATE TABLE "scoring_runs" (
    "id" SERIAL NOT NULL,
    "period" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "open_period" TEXT,
    "requested_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "month_start" TIMESTAMPTZ(3),
    "as_of" TIMESTAMPTZ(3),
    "as_of_date" DATE,
    "feeds_in_use" JSONB,
    "rules" JSONB,
    "batches_total" INTEGER,
    "batches_done" INTEGER NOT NULL DEFAULT 0,
    "sellers_total" INTEGER,
    "sellers_scored" INTEGER NOT NULL DEFAULT 0,
    "sellers_final" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,

    CONSTRAINT "scoring_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scoring_batches" (
    "run_id" INTEGER NOT NULL,
    "batch" INTEGER NOT NULL,
    "seller_ids" INTEGER[],
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "scoring_batches_pkey" PRIMARY KEY ("run_id","batch")
);

-- CreateTable
CREATE TABLE "monthly_scores" (
    "id" SERIAL NOT NULL,
    "seller_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "am_id" INTEGER,
    "warehouse_id" INTEGER,
    "total_sos" DECIMAL(5,2) NOT NULL,
    "tier_name" TEXT NOT NULL,
    "tier_rank" INTEGER NOT NULL,
    "tier_color" TEXT NOT NULL,
    "tier_benefits" TEXT NOT NULL,
    "is_rated" BOOLEAN NOT NULL,
    "p_score_raw" DECIMAL(5,2) NOT NULL,
    "p_score_weighted" DECIMAL(5,2) NOT NULL,
    "o_score_raw" DECIMAL(5,2) NOT NULL,
    "o_score_weighted" DECIMAL(5,2) NOT NULL,
    "t_score_raw" DECIMAL(5,2) NOT NULL,
    "t_score_weighted" DECIMAL(5,2) NOT NULL,
    "f_score_raw" DECIMAL(5,2) NOT NULL,
    "f_score_weighted" DECIMAL(5,2) NOT NULL,
    "i_score_raw" DECIMAL(5,2) NOT NULL,
    "i_score_weighted" DECIMAL(5,2) NOT NULL,
    "previous_sos" DECIMAL(5,2) NOT NULL,
    "delta_sos" DECIMAL(5,2) NOT NULL,
    "direction" TEXT NOT NULL,
    "top_opportunity" TEXT NOT NULL,
    "is_grace_period" BOOLEAN NOT NULL,
    "run_id" INTEGER NOT NULL,
    "reviewed_by" TEXT,
    "notes" TEXT,
    "calculated_at" TIMESTAMPTZ(3) NOT NULL,
    "finalized_at" TIMESTAMPTZ(3),

    CONSTRAINT "monthly_scores_pkey" PRIMARY KEY ("seller_id","period")
);

-- CreateTable
CREATE TABLE "score_explanations" (
    "seller_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "run_id" INTEGER NOT NULL,
    "explanation" JSON NOT NULL,

    CONSTRAINT "score_explanations_pkey" PRIMARY KEY ("seller_id","period","revision")
);

-- CreateTable
CREATE TABLE "events" (
    "id" BIGSERIAL NOT NULL,
    "event_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "seller_id" INTEGER,
    "sequence" INTEGER,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "data" JSONB NOT NULL,
    "xact" xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_sequences" (
    "seller_id" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "event_sequences_pkey" PRIMARY KEY ("seller_id")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" INTEGER,
    "action" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "entity_id" TEXT,
    "before" JSONB,
    "after" JSONB,
    "request_id" TEXT,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "user_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "answer" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "warehouses_code_key" ON "warehouses"("code");

-- CreateIndex
CREATE UNIQUE INDEX "employees_employee_code_key" ON "employees"("employee_code");

-- CreateIndex
CREATE INDEX "employees_warehouse_id_idx" ON "employees"("warehouse_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_username_key" ON "users"("username");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "refresh_tokens_session_id_idx" ON "refresh_tokens"("session_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");

-- CreateIndex
CREATE INDEX "api_keys_user_id_idx" ON "api_keys"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "account_managers_email_key" ON "account_managers"("email");

-- CreateIndex
CREATE UNIQUE INDEX "account_managers_employee_id_key" ON "account_managers"("employee_id");

-- CreateIndex
CREATE UNIQUE INDEX "sellers_seller_code_key" ON "sellers"("seller_code");

-- CreateIndex
CREATE INDEX "sellers_status_seller_code_idx" ON "sellers"("status", "seller_code");

-- CreateIndex
CREATE INDEX "sellers_assigned_am_id_idx" ON "sellers"("assigned_am_id");

-- CreateIndex
CREATE INDEX "sellers_primary_warehouse_id_idx" ON "sellers"("primary_warehouse_id");

-- CreateIndex
CREATE UNIQUE INDEX "campaigns_campaign_code_key" ON "campaigns"("campaign_code");

-- CreateIndex
CREATE INDEX "campaigns_end_date_idx" ON "campaigns"("end_date");

-- CreateIndex
CREATE INDEX "orders_seller_id_ordered_at_idx" ON "orders"("seller_id", "ordered_at");

-- CreateIndex
CREATE INDEX "forecasts_campaign_id_idx" ON "forecasts"("campaign_id");

-- CreateIndex
CREATE INDEX "campaign_actuals_campaign_id_idx" ON "campaign_actuals"("campaign_id");

-- CreateIndex
CREATE INDEX "tickets_seller_id_opened_at_idx" ON "tickets"("seller_id", "opened_at");

-- CreateIndex
CREATE INDEX "invoices_seller_id_due_on_idx" ON "invoices"("seller_id", "due_on");

-- CreateIndex
CREATE INDEX "inventory_snapshots_seller_id_snapshot_on_idx" ON "inventory_snapshots"("seller_id", "snapshot_on");

-- CreateIndex
CREATE INDEX "sync_rejections_feed_id_idx" ON "sync_rejections"("feed", "id");

-- CreateIndex
CREATE INDEX "config_records_type_is_active_idx" ON "config_records"("type", "is_active");

-- CreateIndex
CREATE UNIQUE INDEX "scoring_runs_open_period_key" ON "scoring_runs"("open_period");

-- CreateIndex
CREATE INDEX "scoring_runs_period_id_idx" ON "scoring_runs"("period", "id");

-- CreateIndex
CREATE INDEX "monthly_scores_id_idx" ON "monthly_scores"("id");

-- CreateIndex
CREATE INDEX "monthly_scores_period_status_idx" ON "monthly_scores"("period", "status");

-- CreateIndex
CREATE UNIQUE INDEX "events_event_id_key" ON "events"("event_id");

-- CreateIndex
CREATE INDEX "events_seller_id_sequence_idx" ON "events"("seller_id", "sequence");

-- CreateIndex
CREATE INDEX "events_occurred_at_idx" ON "events"("occurred_at");

-- CreateIndex
CREATE INDEX "events_xact_id_idx" ON "events"("xact", "id");

-- CreateIndex
CREATE INDEX "audit_log_entity_entity_id_idx" ON "audit_log"("entity", "entity_id");

-- CreateIndex
CREATE INDEX "audit_log_user_id_idx" ON "audit_log"("user_id");

-- CreateIndex
CREATE INDEX "audit_log_at_id_idx" ON "audit_log"("at", "id");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- AddForeignKey
ALTER TABLE "employees" ADD CONSTRAINT "employees_warehouse_id_fkey" FOREIGN KEY ("warehouse_id") REFERENCES "warehouses"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_warehouse_id_fkey" FOREIGN KEY ("warehouse_id") REFERENCES "warehouses"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_am_id_fkey" FOREIGN KEY ("am_id") REFERENCES "account_managers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_employee_id_fkey" FOREIGN KEY ("employee_id") REFERENCES "employees"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_primary_warehouse_id_fkey" FOREIGN KEY ("primary_warehouse_id") REFERENCES "warehouses"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_assigned_am_id_fkey" FOREIGN KEY ("assigned_am_id") REFERENCES "account_managers"("id") ON DELETE SET NULL ON UPDATE CASCADE;


-- What Prisma's schema language cannot say
ALTER TABLE "users" ADD CONSTRAINT "users_role_known" CHECK ("role" IN ('bod', 'admin', 'ops_head', 'am_head', 'am', 'warehouse', 'finance', 'system', 'viewer'));
ALTER TABLE "users" ADD CONSTRAINT "users_email_lower_case" CHECK ("email" = lower("email"));
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_role_known" CHECK ("role" IN ('bod', 'admin', 'ops_head', 'am_head', 'am', 'warehouse', 'finance', 'system', 'viewer'));
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_status_known" CHECK ("status" IN ('active', 'suspended', 'terminated'));
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_code_not_digits" CHECK ("seller_code" !~ '^[0-9]*$');
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_status_known" CHECK ("status" IN ('upcoming', 'active', 'completed', 'cancelled'));
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_code_not_digits" CHECK ("campaign_code" !~ '^[0-9]*$');
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_dates_ordered" CHECK ("end_date" >= "start_date");
ALTER TABLE "scoring_runs" ADD CONSTRAINT "scoring_runs_status_known" CHECK ("status" IN ('queued', 'running', 'completed', 'failed'));
ALTER TABLE "scoring_runs" ADD CONSTRAINT "scoring_runs_open_while_unfinished" CHECK (("open_period" IS NOT NULL) = ("status" IN ('queued', 'running')));
ALTER TABLE "monthly_scores" ADD CONSTRAINT "monthly_scores_status_known" CHECK ("status" IN ('draft', 'under_review', 'final'));
ALTER TABLE "monthly_scores" ADD CONSTRAINT "monthly_scores_final_has_date" CHECK (("status" = 'final') = ("finalized_at" IS NOT NULL));
