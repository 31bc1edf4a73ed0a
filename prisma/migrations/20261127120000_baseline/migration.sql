-- The whole database. What Prisma's schema language cannot say stands beside its table: checks, functions, triggers, indexes of
-- some rows or of expressions, settings. What each column means is said in prisma/schema.prisma.

-- ## The service itself

CREATE TABLE "service_state" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "service_state_pkey" PRIMARY KEY ("key")
);

-- Processes that do jobs say here that they are alive.
CREATE TABLE "worker_heartbeats" (
    "id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_heartbeats_pkey" PRIMARY KEY ("id")
);

-- ## Numbers and instants

-- Each server counts its own transactions. What is ordered by them goes on in another server, into which the database
-- was restored, from a base above all numbers that anybody has seen.
CREATE TABLE "transaction_epochs" (
    "base" BIGINT NOT NULL,
    "after" BIGINT NOT NULL,
    "server" TEXT,
    "began_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "transaction_epochs_pkey" PRIMARY KEY ("base")
);

-- The number of the writing transaction. Volatile: it must see a base that was committed while its caller waited.
CREATE FUNCTION "transaction_number"() RETURNS xid8 LANGUAGE sql VOLATILE AS $$
  SELECT ((SELECT coalesce(max(base), 0) FROM transaction_epochs) + pg_current_xact_id()::text::bigint)::text::xid8
$$;

-- All transactions with lower numbers have ended. Stable: it must look at what its caller looks at.
CREATE FUNCTION "transaction_horizon"() RETURNS xid8 LANGUAGE sql STABLE AS $$
  SELECT ((SELECT coalesce(max(base), 0) FROM transaction_epochs)
          + pg_snapshot_xmin(pg_current_snapshot())::text::bigint)::text::xid8
$$;

-- What is kept as JSON may have been changed by hand: a text that is no instant must fail no statement that reads others.
-- (No parallel plans: an exception that is caught is a subtransaction.)
CREATE FUNCTION "instant_or_null"("value" TEXT) RETURNS TIMESTAMPTZ LANGUAGE plpgsql STABLE PARALLEL UNSAFE AS $$
BEGIN
  RETURN value::timestamptz;
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END
$$;

-- ## People, places and sellers

CREATE TABLE "warehouses" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "warehouses_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "warehouses_code_key" ON "warehouses"("code");

CREATE TABLE "employees" (
    "id" SERIAL NOT NULL,
    "employee_code" TEXT NOT NULL,
    "full_name" TEXT NOT NULL,
    "email" TEXT,
    "position" TEXT,
    "warehouse_id" INTEGER,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "erased_at" TIMESTAMPTZ(3),

    CONSTRAINT "employees_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "employees_warehouse_id_fkey" FOREIGN KEY ("warehouse_id") REFERENCES "warehouses"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "employees_employee_code_key" ON "employees"("employee_code");
CREATE INDEX "employees_warehouse_id_idx" ON "employees"("warehouse_id");

-- An account manager needs only a name.
CREATE TABLE "account_managers" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "employee_id" INTEGER,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_managers_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "account_managers_email_key" ON "account_managers"("email");
CREATE UNIQUE INDEX "account_managers_employee_id_key" ON "account_managers"("employee_id");

-- A code may be digits alone, as is the rule in other systems, but not empty: '' names no record.
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

    CONSTRAINT "sellers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sellers_primary_warehouse_id_fkey" FOREIGN KEY ("primary_warehouse_id") REFERENCES "warehouses"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "sellers_assigned_am_id_fkey" FOREIGN KEY ("assigned_am_id") REFERENCES "account_managers"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "sellers_status_known" CHECK ("status" IN ('active', 'suspended', 'terminated')),
    CONSTRAINT "sellers_code_not_empty" CHECK ("seller_code" <> '')
);
CREATE UNIQUE INDEX "sellers_seller_code_key" ON "sellers"("seller_code");
CREATE INDEX "sellers_status_seller_code_idx" ON "sellers"("status", "seller_code");
CREATE INDEX "sellers_assigned_am_id_idx" ON "sellers"("assigned_am_id");
CREATE INDEX "sellers_primary_warehouse_id_idx" ON "sellers"("primary_warehouse_id");

-- Text anywhere in the code or the name of a seller, found by trigrams. The extension pg_trgm is trusted, so that the
-- owner of a database may create it. Where the server lacks it or refuses it, or things of its names are in its way, a
-- search reads all sellers instead. Any other error fails the migration: the next start tries it again.
DO $$
DECLARE place text;
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  SELECT quote_ident(n.nspname) INTO place
  FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
  EXECUTE format(
    'CREATE INDEX sellers_seller_code_company_name_idx ON sellers USING gin (seller_code %1$s.gin_trgm_ops, company_name %1$s.gin_trgm_ops)',
    place);
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR duplicate_function OR duplicate_object
THEN
  RAISE NOTICE 'The search of sellers has no index: %', SQLERRM;
END $$;

-- Every change of a seller's account manager is remembered, whoever writes it. The clock is read while the seller's
-- row is locked, so that of two changes at once the one that stays has the later time.
CREATE TABLE "seller_assignments" (
    "seller_id" INTEGER NOT NULL,
    "assigned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "am_id" INTEGER,

    CONSTRAINT "seller_assignments_pkey" PRIMARY KEY ("seller_id","assigned_at")
);

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

-- ## Accounts and access

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
    "seller_id" INTEGER,
    "erased_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "users_warehouse_id_fkey" FOREIGN KEY ("warehouse_id") REFERENCES "warehouses"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "users_am_id_fkey" FOREIGN KEY ("am_id") REFERENCES "account_managers"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "users_employee_id_fkey" FOREIGN KEY ("employee_id") REFERENCES "employees"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "users_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "users_email_lower_case" CHECK ("email" = lower("email")),
    CONSTRAINT "users_email_present" CHECK ("email" IS NOT NULL),
    CONSTRAINT "users_employee_present" CHECK ("employee_id" IS NOT NULL),
    CONSTRAINT "users_role_known" CHECK ("role" IN ('bod', 'admin', 'ops_head', 'am_head', 'am', 'warehouse', 'finance', 'system', 'integration', 'viewer', 'seller'))
);
CREATE UNIQUE INDEX "users_username_key" ON "users"("username");
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- Every account has an e-mail address and an employee: from the trigger, where its writer names none, so that no writer can
-- forget it.
CREATE FUNCTION "complete_account"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.email := coalesce(NEW.email, 'user-' || NEW.id || '@invalid');
  IF NEW.employee_id IS NULL THEN
    INSERT INTO employees (employee_code, full_name, email, warehouse_id)
    VALUES ('U-' || NEW.id, NEW.full_name, NEW.email, NEW.warehouse_id)
    RETURNING id INTO NEW.employee_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "users_complete" BEFORE INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION "complete_account"();

-- A session of a browser is known by a cookie, of which the hash is kept. Sessions of other clients have none.
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "cookie_hash" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "sessions_cookie_hash_key" ON "sessions"("cookie_hash");
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

CREATE TABLE "refresh_tokens" (
    "token_hash" TEXT NOT NULL,
    "session_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("token_hash"),
    CONSTRAINT "refresh_tokens_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "refresh_tokens_session_id_idx" ON "refresh_tokens"("session_id");

CREATE TABLE "password_resets" (
    "user_id" INTEGER NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("user_id")
);
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets"("token_hash");

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

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "api_keys_role_known" CHECK ("role" IN ('bod', 'admin', 'ops_head', 'am_head', 'am', 'warehouse', 'finance', 'system', 'integration', 'viewer', 'seller'))
);
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");
CREATE INDEX "api_keys_user_id_idx" ON "api_keys"("user_id");

-- Failed logins by account and network together, by account ('' as network) and by network ('' as account).
CREATE TABLE "login_failures" (
    "account" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_at" TIMESTAMPTZ(3),
    "waits_until" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_failures_pkey" PRIMARY KEY ("account","network")
);

-- Where an account has logged in from.
CREATE TABLE "login_networks" (
    "user_id" INTEGER NOT NULL,
    "network" TEXT NOT NULL,
    "last_login_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_networks_pkey" PRIMARY KEY ("user_id","network")
);

CREATE TABLE "idempotency_keys" (
    "user_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "answer" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "secrets" TEXT,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("user_id","key")
);
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- ## The audit log

-- The audit log takes new rows only. The one change it allows is made while a person is erased: a transaction that has
-- said so may write "erased" in place of texts in before and after, and nothing else.
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
CREATE INDEX "audit_log_entity_entity_id_idx" ON "audit_log"("entity", "entity_id");
CREATE INDEX "audit_log_user_id_idx" ON "audit_log"("user_id");
CREATE INDEX "audit_log_at_id_idx" ON "audit_log"("at", "id");

-- Whether one state differs from another only by texts that became "erased".
CREATE FUNCTION "differs_by_erasure_only"("old" jsonb, "new" jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF "old" IS NOT DISTINCT FROM "new" THEN RETURN true; END IF;
  IF "old" IS NULL OR "new" IS NULL THEN RETURN false; END IF;
  IF jsonb_typeof("old") = 'string' THEN RETURN "new" = '"erased"'; END IF;
  IF jsonb_typeof("old") <> jsonb_typeof("new") THEN RETURN false; END IF;
  IF jsonb_typeof("old") = 'object' THEN
    RETURN NOT EXISTS (
      SELECT FROM jsonb_each("old") o FULL JOIN jsonb_each("new") n USING ("key")
      WHERE o.value IS NULL OR n.value IS NULL OR NOT differs_by_erasure_only(o.value, n.value));
  END IF;
  IF jsonb_typeof("old") = 'array' THEN
    RETURN jsonb_array_length("old") = jsonb_array_length("new") AND NOT EXISTS (
      SELECT FROM jsonb_array_elements("old") WITH ORDINALITY o("value", "place")
      JOIN jsonb_array_elements("new") WITH ORDINALITY n("value", "place") USING ("place")
      WHERE NOT differs_by_erasure_only(o.value, n.value));
  END IF;
  RETURN false;
END $$;

CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('sos.erasing', true) = 'on' THEN
    IF to_jsonb(NEW) - 'before' - 'after' = to_jsonb(OLD) - 'before' - 'after'
      AND differs_by_erasure_only(OLD.before, NEW.before) AND differs_by_erasure_only(OLD.after, NEW.after)
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'The audit log takes new rows only: % is refused.', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER "audit_log_rows_stay" BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
CREATE TRIGGER "audit_log_stays" BEFORE TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();

-- A state with the data of a person erased: e-mail addresses wherever they stand, names where they say who did
-- something and, in rows that are about the person, every field that holds personal data.
CREATE FUNCTION "without_person"("state" jsonb, "field" text, "about" boolean, "names" text[], "emails" text[])
RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE "said" text;
BEGIN
  CASE jsonb_typeof("state")
    WHEN 'object' THEN
      RETURN (SELECT coalesce(jsonb_object_agg("key", without_person("value", "key", "about", "names", "emails")), '{}')
              FROM jsonb_each("state"));
    WHEN 'array' THEN
      RETURN (SELECT coalesce(jsonb_agg(without_person("value", "field", "about", "names", "emails") ORDER BY "place"), '[]')
              FROM jsonb_array_elements("state") WITH ORDINALITY e("value", "place"));
    WHEN 'string' THEN
      "said" := lower("state" #>> '{}');
      IF "said" = ANY("emails")
        OR "said" = ANY("names") AND ("field" LIKE '%\_by' OR "field" = 'am_name')
        OR "about" AND "field" IN ('username', 'full_name', 'name', 'email', 'position')
      THEN RETURN '"erased"'; END IF;
      RETURN "state";
    ELSE RETURN "state";
  END CASE;
END $$;

-- ## Facts

-- A status that was set by hand stands until the dates ask for a later one, so the day it was set is kept.
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
    "status_set_on" DATE,

    CONSTRAINT "campaigns_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "campaigns_status_known" CHECK ("status" IN ('upcoming', 'active', 'completed', 'cancelled')),
    CONSTRAINT "campaigns_dates_ordered" CHECK ("end_date" >= "start_date"),
    CONSTRAINT "campaigns_code_not_empty" CHECK ("campaign_code" <> '')
);
CREATE UNIQUE INDEX "campaigns_campaign_code_key" ON "campaigns"("campaign_code");
CREATE INDEX "campaigns_end_date_idx" ON "campaigns"("end_date");

-- is_updated, here and below: how a push tells a fact that it has changed from one that it has created, in a table of any kind,
-- partitioned ones included, which have no system column that says it.
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
    "is_updated" BOOLEAN NOT NULL DEFAULT false,
    "carrier" TEXT,
    "late_fault" TEXT,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("seller_id","order_code")
);
CREATE INDEX "orders_seller_id_ordered_at_idx" ON "orders"("seller_id", "ordered_at");

-- A month's facts are found without those of other months.
CREATE INDEX "orders_ordered_at_idx" ON "orders"("ordered_at");

-- The few orders whose outcome may be of a later month than their own, in any time zone: none is 16 hours away from UTC. For a
-- run of some sellers, and for one of all, which would else read all orders of before.
CREATE INDEX "orders_across_months_idx" ON "orders"("seller_id", (greatest("ready_by", "cancelled_at")))
  WHERE date_trunc('month', "ordered_at" AT TIME ZONE 'UTC' - interval '16 hours')
      < date_trunc('month', greatest("ready_by", "cancelled_at") AT TIME ZONE 'UTC' + interval '16 hours');
CREATE INDEX "orders_across_months_at_idx" ON "orders"((greatest("ready_by", "cancelled_at")))
  WHERE date_trunc('month', "ordered_at" AT TIME ZONE 'UTC' - interval '16 hours')
      < date_trunc('month', greatest("ready_by", "cancelled_at") AT TIME ZONE 'UTC' + interval '16 hours');

CREATE TABLE "forecasts" (
    "seller_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "campaign_id" INTEGER NOT NULL DEFAULT 0,
    "forecast_orders" INTEGER NOT NULL,
    "submitted_at" TIMESTAMPTZ(3) NOT NULL,
    "observed_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_updated" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "forecasts_pkey" PRIMARY KEY ("seller_id","period","campaign_id")
);
CREATE INDEX "forecasts_campaign_id_idx" ON "forecasts"("campaign_id");

CREATE TABLE "campaign_actuals" (
    "seller_id" INTEGER NOT NULL,
    "campaign_id" INTEGER NOT NULL,
    "actual_orders" INTEGER NOT NULL,
    "actual_units" INTEGER,
    "observed_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_updated" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "campaign_actuals_pkey" PRIMARY KEY ("seller_id","campaign_id")
);
CREATE INDEX "campaign_actuals_campaign_id_idx" ON "campaign_actuals"("campaign_id");

CREATE TABLE "tickets" (
    "seller_id" INTEGER NOT NULL,
    "ticket_code" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "fault" TEXT,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "replied_at" TIMESTAMPTZ(3),
    "resolved_at" TIMESTAMPTZ(3),
    "observed_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_updated" BOOLEAN NOT NULL DEFAULT false,
    "reply_fault" TEXT,

    CONSTRAINT "tickets_pkey" PRIMARY KEY ("seller_id","ticket_code")
);
CREATE INDEX "tickets_seller_id_opened_at_idx" ON "tickets"("seller_id", "opened_at");
CREATE INDEX "tickets_opened_at_idx" ON "tickets"("opened_at");

-- Money has as many decimals as its currency: none, two or three. A numeric without bounds takes them all.
CREATE TABLE "invoices" (
    "seller_id" INTEGER NOT NULL,
    "invoice_code" TEXT NOT NULL,
    "amount" DECIMAL NOT NULL,
    "issued_on" DATE NOT NULL,
    "due_on" DATE NOT NULL,
    "paid_amount" DECIMAL NOT NULL DEFAULT 0,
    "paid_on" DATE,
    "observed_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_updated" BOOLEAN NOT NULL DEFAULT false,
    "credited_amount" DECIMAL,
    "due_amount" DECIMAL,

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("seller_id","invoice_code")
);
CREATE INDEX "invoices_seller_id_due_on_idx" ON "invoices"("seller_id", "due_on");

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
    "is_updated" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "inventory_snapshots_pkey" PRIMARY KEY ("seller_id","warehouse_id","sku","snapshot_on","received_on")
);
CREATE INDEX "inventory_snapshots_seller_id_snapshot_on_idx" ON "inventory_snapshots"("seller_id", "snapshot_on");

CREATE TABLE "returns" (
    "seller_id" INTEGER NOT NULL,
    "return_code" TEXT NOT NULL,
    "order_code" TEXT,
    "returned_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT,
    "fault" TEXT,
    "carrier" TEXT,
    "warehouse_id" INTEGER,
    "observed_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_updated" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "returns_pkey" PRIMARY KEY ("seller_id","return_code")
);
CREATE INDEX "returns_seller_id_returned_at_idx" ON "returns"("seller_id", "returned_at");
CREATE INDEX "returns_returned_at_idx" ON "returns"("returned_at");

CREATE TABLE "revenues" (
    "seller_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "amount" DECIMAL NOT NULL,
    "observed_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_updated" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "revenues_pkey" PRIMARY KEY ("seller_id","period")
);
CREATE INDEX "revenues_period_seller_id_idx" ON "revenues"("period", "seller_id");

-- Retention deletes one month of some 25, which is less than the fifth of a table that autovacuum waits for by default:
-- its room would stay unused for months. Vacuumed after each month, a table stays as large as what is kept.
DO $$
DECLARE facts text;
BEGIN
  FOREACH facts IN ARRAY '{orders,forecasts,campaign_actuals,tickets,invoices,inventory_snapshots,returns,revenues}'::text[] LOOP
    EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000)', facts);
  END LOOP;
  FOREACH facts IN ARRAY '{orders,tickets,invoices,inventory_snapshots,returns}'::text[] LOOP
    EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02)', facts);
  END LOOP;
END $$;

-- ## Pushes and the quality of data

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
    "deleted" BIGINT NOT NULL DEFAULT 0,
    "repeated" BIGINT NOT NULL DEFAULT 0,
    "left_out" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "sync_feeds_pkey" PRIMARY KEY ("feed")
);

CREATE TABLE "sync_feed_periods" (
    "feed" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "created" BIGINT NOT NULL DEFAULT 0,
    "late" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "sync_feed_periods_pkey" PRIMARY KEY ("feed","period")
);

-- What came in of each feed, by the day of the fact in the business time zone.
CREATE TABLE "sync_feed_days" (
    "feed" TEXT NOT NULL,
    "fact_date" DATE NOT NULL,
    "received" BIGINT NOT NULL DEFAULT 0,
    "created" BIGINT NOT NULL DEFAULT 0,
    "updated" BIGINT NOT NULL DEFAULT 0,
    "deleted" BIGINT NOT NULL DEFAULT 0,
    "rejected" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "sync_feed_days_pkey" PRIMARY KEY ("feed","fact_date")
);

-- What a mapping says of which records are facts and how records are made of them.
CREATE TABLE "sync_mappings" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "feed" TEXT NOT NULL,
    "description" TEXT,
    "records" TEXT,
    "fields" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "only" JSONB NOT NULL DEFAULT '[]',
    "each" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "lines" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "sync_mappings_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "sync_mappings_name_key" ON "sync_mappings"("name");

CREATE TABLE "sync_rejections" (
    "id" BIGSERIAL NOT NULL,
    "feed" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" INTEGER,
    "position" INTEGER NOT NULL,
    "record_key" TEXT,
    "error" TEXT NOT NULL,
    "record" JSONB,
    "line" INTEGER,
    "push_id" UUID,

    CONSTRAINT "sync_rejections_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "sync_rejections_feed_id_idx" ON "sync_rejections"("feed", "id");
CREATE INDEX "sync_rejections_push_id_idx" ON "sync_rejections"("push_id");

-- What a sender says that it has sent.
CREATE TABLE "sync_control_totals" (
    "seller_id" INTEGER NOT NULL,
    "feed" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "totals" JSONB NOT NULL,
    "user_id" INTEGER,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sync_control_totals_pkey" PRIMARY KEY ("seller_id","feed","period")
);
CREATE INDEX "sync_control_totals_feed_period_idx" ON "sync_control_totals"("feed", "period");

CREATE TABLE "fact_deletions" (
    "seller_id" INTEGER NOT NULL,
    "feed" TEXT NOT NULL,
    "record_key" TEXT NOT NULL,
    "observed_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "fact_deletions_pkey" PRIMARY KEY ("seller_id","feed","record_key")
);
CREATE INDEX "fact_deletions_feed_idx" ON "fact_deletions"("feed");

CREATE TABLE "retention_deletions" (
    "feed" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "deleted" BIGINT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "retention_deletions_pkey" PRIMARY KEY ("feed","period")
);

-- What was known of a month's data when it was made final.
CREATE TABLE "quality_reports" (
    "id" SERIAL NOT NULL,
    "period" TEXT NOT NULL,
    "score_id" INTEGER,
    "result" TEXT NOT NULL,
    "checks" JSONB NOT NULL,
    "accepted" TEXT[],
    "notes" TEXT,
    "user_id" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quality_reports_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "quality_reports_result_known" CHECK ("result" IN ('pass', 'warn', 'warning', 'block', 'unknown'))
);
CREATE INDEX "quality_reports_period_idx" ON "quality_reports"("period");

-- ## Rules

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
CREATE INDEX "config_records_type_is_active_idx" ON "config_records"("type", "is_active");

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

-- Changes of the rules that somebody prepares: tried on past months, then adopted. None of those who have written them is the
-- second person that adopts them.
CREATE TABLE "config_drafts" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "changes" JSONB NOT NULL,
    "changes_sha256" TEXT NOT NULL,
    "guards" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" INTEGER NOT NULL,
    "adopted_at" TIMESTAMPTZ(3),
    "adopted_by" INTEGER,
    "adopted_from" TEXT,
    "backtest_id" INTEGER,
    "override_reason" TEXT,
    "written_by" INTEGER[] DEFAULT ARRAY[]::INTEGER[],

    CONSTRAINT "config_drafts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "config_drafts_adopted" CHECK (("adopted_at" IS NULL) = ("adopted_by" IS NULL) AND ("adopted_at" IS NULL) = ("adopted_from" IS NULL))
);

-- The longest hours of any helpdesk record: a ticket counts in no month that begins later after it was opened.
CREATE FUNCTION "longest_ticket_hours"() RETURNS interval LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(greatest((fields ->> 'reply_hours')::float8, (fields ->> 'resolve_hours')::float8)), 0) * interval '1 hour'
  FROM config_records WHERE type = 'helpdesk'
$$;

-- ## Runs and scores

-- A run may be of some sellers; a run that is queued may wait behind the period's open one.
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
    "rated" INTEGER DEFAULT 0,
    "unrated" INTEGER DEFAULT 0,
    "unrated_reasons" JSONB DEFAULT '[]',
    "seller_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "engine" TEXT,
    "snapshot" TEXT,
    "reading" BIGINT,
    "basis" TEXT,
    "correction_id" INTEGER,
    "counting" TEXT,

    CONSTRAINT "scoring_runs_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "scoring_runs_status_known" CHECK ("status" IN ('queued', 'running', 'completed', 'failed')),
    CONSTRAINT "scoring_runs_open_while_unfinished" CHECK (("open_period" IS NULL OR "status" IN ('queued', 'running')) AND ("open_period" IS NOT NULL OR "status" <> 'running'))
);
CREATE UNIQUE INDEX "scoring_runs_open_period_key" ON "scoring_runs"("open_period");
CREATE INDEX "scoring_runs_period_id_idx" ON "scoring_runs"("period", "id");

-- What computed a batch is kept: processes of several releases may share a run.
CREATE TABLE "scoring_batches" (
    "run_id" INTEGER NOT NULL,
    "batch" INTEGER NOT NULL,
    "seller_ids" INTEGER[],
    "done_at" TIMESTAMPTZ(3),
    "code" TEXT,

    CONSTRAINT "scoring_batches_pkey" PRIMARY KEY ("run_id","batch")
);

-- What the facts of a run come to, until it ends, by the transaction that read them. Not logged: a crash of the server
-- empties it, and the batches that are left add their facts up by themselves.
CREATE UNLOGGED TABLE "run_aggregates" (
    "run_id" INTEGER NOT NULL,
    "reading" BIGINT NOT NULL,
    "seller_id" INTEGER NOT NULL,
    "feed" TEXT NOT NULL,
    "sums" JSON NOT NULL,

    CONSTRAINT "run_aggregates_pkey" PRIMARY KEY ("reading","run_id","seller_id","feed")
);

-- A score that is computed again finds room on its page, so that no index has to follow it. Its code is the seller's, so that an
-- index alone has a month in the order of codes.
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
    "orders" INTEGER NOT NULL DEFAULT 0,
    "previous_rated" BOOLEAN,
    "imputed" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "unrated_metric" TEXT,
    "unrated_reason" TEXT,
    "code" TEXT NOT NULL DEFAULT '',
    "before_contract" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "monthly_scores_pkey" PRIMARY KEY ("seller_id","period"),
    CONSTRAINT "monthly_scores_status_known" CHECK ("status" IN ('draft', 'under_review', 'final')),
    CONSTRAINT "monthly_scores_final_has_date" CHECK (("status" = 'final') = ("finalized_at" IS NOT NULL))
) WITH (fillfactor = 50);
CREATE INDEX "monthly_scores_id_idx" ON "monthly_scores"("id");
CREATE INDEX "monthly_scores_period_code_seller_id_am_id_status_idx" ON "monthly_scores"("period", "code", "seller_id", "am_id", "status");

-- A month's scores are counted from indexes alone: all of them, less these few.
CREATE INDEX "monthly_scores_before_contract_idx" ON "monthly_scores"("period", "status") WHERE "before_contract";

-- Whoever writes a score or changes a code, the two stay the same. Those who insert scores share a lock, and who changes
-- a code has it alone. So of a score that is inserted meanwhile the trigger either waits for the change and then reads
-- the new code, by a snapshot of its own, or the score is there to be changed.
CREATE FUNCTION "share_codes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared('monthly_scores'::regclass::int, 1);
  RETURN NULL;
END $$;
CREATE FUNCTION "take_codes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE monthly_scores m SET code = s.seller_code
  FROM inserted i JOIN sellers s ON s.id = i.seller_id
  WHERE i.code <> s.seller_code AND m.seller_id = i.seller_id AND m.period = i.period;
  RETURN NULL;
END $$;
CREATE FUNCTION "pass_code_on"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock('monthly_scores'::regclass::int, 1);
  UPDATE monthly_scores SET code = NEW.seller_code WHERE seller_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "scores_share_codes" BEFORE INSERT ON "monthly_scores"
  FOR EACH STATEMENT EXECUTE FUNCTION "share_codes"();
CREATE TRIGGER "scores_take_codes" AFTER INSERT ON "monthly_scores"
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION "take_codes"();
CREATE TRIGGER "sellers_pass_code_on" AFTER UPDATE OF "seller_code" ON "sellers"
  FOR EACH ROW WHEN (OLD."seller_code" <> NEW."seller_code") EXECUTE FUNCTION "pass_code_on"();

-- A draft keeps what it is made of; its explanation is made when it is read, and kept from the review on. The check
-- is NOT VALID as in databases of before this script, where it was added without reading the rows that were there.
CREATE TABLE "score_explanations" (
    "seller_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "run_id" INTEGER NOT NULL,
    "explanation" JSON,
    "inputs" TEXT,
    "unnamed" JSONB,

    CONSTRAINT "score_explanations_pkey" PRIMARY KEY ("seller_id","period","revision")
);
ALTER TABLE "score_explanations" ADD CONSTRAINT "score_explanations_explainable" CHECK ("explanation" IS NOT NULL OR "inputs" IS NOT NULL) NOT VALID;

-- Finds the scores whose explanation is not kept.
CREATE INDEX "score_explanations_unexplained_idx" ON "score_explanations"("period", "seller_id") WHERE "explanation" IS NULL;

CREATE TABLE "score_revisions" (
    "seller_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "score" JSONB NOT NULL,
    "replaced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "appeal_id" INTEGER,
    "correction_id" INTEGER,

    CONSTRAINT "score_revisions_pkey" PRIMARY KEY ("seller_id","period","revision")
);

-- Where the running month of a seller may end, as of the last night.
CREATE TABLE "projections" (
    "seller_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "as_of" TIMESTAMPTZ(3) NOT NULL,
    "expected_total" DECIMAL(5,2) NOT NULL,
    "low" DECIMAL(5,2) NOT NULL,
    "high" DECIMAL(5,2) NOT NULL,
    "tiers" JSONB NOT NULL,
    "draws" INTEGER NOT NULL,
    "last_final_period" TEXT,
    "last_final_tier" TEXT,
    "below_last_final" DECIMAL(7,6),
    "at_risk_since" TIMESTAMPTZ(3),

    CONSTRAINT "projections_pkey" PRIMARY KEY ("seller_id","period")
);
CREATE INDEX "projections_period_below_last_final_idx" ON "projections"("period", "below_last_final");

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
CREATE INDEX "am_kpis_period_idx" ON "am_kpis"("period");

-- ## Backtests and corrections

-- What a change of the rules would have done to past months: scores under the rules before and after it.
CREATE TABLE "backtests" (
    "id" SERIAL NOT NULL,
    "draft_id" INTEGER,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "from_period" TEXT NOT NULL,
    "to_period" TEXT NOT NULL,
    "bonus_base" DECIMAL NOT NULL DEFAULT 0,
    "changes" JSONB NOT NULL,
    "changes_sha256" TEXT NOT NULL,
    "guards" JSONB NOT NULL DEFAULT '{}',
    "rules" JSONB NOT NULL,
    "rules_sha256" TEXT NOT NULL,
    "months" JSONB,
    "sellers" INTEGER,
    "parts_total" INTEGER,
    "parts_done" INTEGER NOT NULL DEFAULT 0,
    "report" JSONB,
    "error" TEXT,
    "requested_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "backtests_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "backtests_draft_id_idx" ON "backtests"("draft_id");

CREATE TABLE "backtest_batches" (
    "backtest_id" INTEGER NOT NULL,
    "batch" INTEGER NOT NULL,
    "seller_ids" INTEGER[],
    "months_done" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "backtest_batches_pkey" PRIMARY KEY ("backtest_id","batch")
);

CREATE TABLE "backtest_scores" (
    "seller_id" INTEGER NOT NULL,
    "backtest_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "am_id" INTEGER,
    "orders" INTEGER NOT NULL,
    "stored_differs" BOOLEAN NOT NULL,
    "before_total" DECIMAL(5,2) NOT NULL,
    "before_tier" TEXT NOT NULL,
    "before_rank" INTEGER NOT NULL,
    "before_rated" BOOLEAN NOT NULL,
    "before_previous" DECIMAL(5,2),
    "before_surcharges" DECIMAL NOT NULL,
    "after_total" DECIMAL(5,2) NOT NULL,
    "after_tier" TEXT NOT NULL,
    "after_rank" INTEGER NOT NULL,
    "after_rated" BOOLEAN NOT NULL,
    "after_previous" DECIMAL(5,2),
    "after_surcharges" DECIMAL NOT NULL,
    "untouched" TEXT,

    CONSTRAINT "backtest_scores_pkey" PRIMARY KEY ("seller_id","backtest_id","period")
);
CREATE INDEX "backtest_scores_backtest_id_period_idx" ON "backtest_scores"("backtest_id", "period");

-- A month that was finalized wrongly is corrected by two people: one asks for it, the other approves what it would change. One of
-- facts alone keeps the rules of each score's run; the service asks for dry runs of them itself.
CREATE TABLE "corrections" (
    "id" SERIAL NOT NULL,
    "period" TEXT NOT NULL,
    "open_period" TEXT,
    "reason" TEXT NOT NULL,
    "dry_run" BOOLEAN NOT NULL,
    "seller_ids" INTEGER[],
    "status" TEXT NOT NULL DEFAULT 'queued',
    "requested_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rules" JSONB,
    "rules_sha256" TEXT,
    "engine" TEXT,
    "late" BIGINT,
    "months" JSONB,
    "sellers" INTEGER,
    "changed" INTEGER,
    "batches_total" INTEGER,
    "batches_done" INTEGER NOT NULL DEFAULT 0,
    "computed_at" TIMESTAMPTZ(3),
    "decided_by" INTEGER,
    "decided_at" TIMESTAMPTZ(3),
    "notes" TEXT,
    "run_ids" INTEGER[],
    "corrected" INTEGER NOT NULL DEFAULT 0,
    "left_out" INTEGER NOT NULL DEFAULT 0,
    "finished_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "facts_only" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "corrections_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "corrections_open_period_key" ON "corrections"("open_period");

CREATE TABLE "correction_batches" (
    "correction_id" INTEGER NOT NULL,
    "batch" INTEGER NOT NULL,
    "month" INTEGER NOT NULL,
    "seller_ids" INTEGER[],
    "computed_at" TIMESTAMPTZ(3),
    "applied_at" TIMESTAMPTZ(3),

    CONSTRAINT "correction_batches_pkey" PRIMARY KEY ("correction_id","batch")
);

CREATE TABLE "correction_scores" (
    "seller_id" INTEGER NOT NULL,
    "correction_id" INTEGER NOT NULL,
    "batch" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "total_before" DECIMAL(5,2) NOT NULL,
    "total_after" DECIMAL(5,2) NOT NULL,
    "tier_before" TEXT NOT NULL,
    "tier_after" TEXT NOT NULL,
    "is_rated_before" BOOLEAN NOT NULL,
    "is_rated_after" BOOLEAN NOT NULL,
    "raws" JSONB NOT NULL,
    "score" JSONB,
    "inputs" TEXT,
    "explanation" JSON,
    "result" TEXT,

    CONSTRAINT "correction_scores_pkey" PRIMARY KEY ("seller_id","correction_id")
);
CREATE INDEX "correction_scores_correction_id_batch_idx" ON "correction_scores"("correction_id", "batch");

-- ## Appeals, surcharges and enforcement

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
    "closed_by" INTEGER,
    "closed_reason" TEXT,

    CONSTRAINT "appeals_pkey" PRIMARY KEY ("seller_id","id"),
    CONSTRAINT "appeals_status_known" CHECK ("status" IN ('pending', 'under_review', 'approved', 'partially_approved', 'rejected', 'expired')),
    CONSTRAINT "appeals_open_while_undecided" CHECK (("open_key" IS NOT NULL) = ("status" IN ('pending', 'under_review'))),
    CONSTRAINT "appeals_closed_reason_known" CHECK ("closed_reason" IS NULL OR ("closed_reason" = 'withdrawn' AND "status" = 'expired'))
);
CREATE INDEX "appeals_id_idx" ON "appeals"("id");
CREATE INDEX "appeals_status_expires_at_idx" ON "appeals"("status", "expires_at");
CREATE INDEX "appeals_period_idx" ON "appeals"("period");
CREATE UNIQUE INDEX "appeals_seller_id_open_key_key" ON "appeals"("seller_id", "open_key");

CREATE TABLE "appeal_comments" (
    "id" SERIAL NOT NULL,
    "seller_id" INTEGER NOT NULL,
    "appeal_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "comment" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "appeal_comments_pkey" PRIMARY KEY ("seller_id","appeal_id","id")
);

CREATE TABLE "surcharges" (
    "id" SERIAL NOT NULL,
    "seller_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "surcharge_type" TEXT NOT NULL,
    "amount" DECIMAL NOT NULL,
    "trigger_details" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL DEFAULT 'pending',
    "rule_id" INTEGER,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status_reason" TEXT,

    CONSTRAINT "surcharges_pkey" PRIMARY KEY ("seller_id","id"),
    CONSTRAINT "surcharges_status_known" CHECK ("status" IN ('pending', 'applied', 'waived')),
    CONSTRAINT "surcharges_amount_not_negative" CHECK ("amount" >= 0)
);
CREATE INDEX "surcharges_id_idx" ON "surcharges"("id");
CREATE INDEX "surcharges_period_idx" ON "surcharges"("period");
CREATE INDEX "surcharges_seller_id_status_idx" ON "surcharges"("seller_id", "status");
CREATE UNIQUE INDEX "surcharges_seller_id_period_rule_id_key" ON "surcharges"("seller_id", "period", "rule_id");

-- Which transaction last changed what enforcement answers of a seller, whoever writes it.
CREATE TABLE "enforcement_changes" (
    "seller_id" INTEGER NOT NULL,
    "xact" xid8 NOT NULL DEFAULT transaction_number(),

    CONSTRAINT "enforcement_changes_pkey" PRIMARY KEY ("seller_id")
);
CREATE INDEX "enforcement_changes_xact_idx" ON "enforcement_changes"("xact");

CREATE FUNCTION "remember_surcharges"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO enforcement_changes (seller_id) SELECT DISTINCT seller_id FROM changed ORDER BY seller_id
  ON CONFLICT (seller_id) DO UPDATE SET xact = excluded.xact;
  RETURN NULL;
END $$;
CREATE TRIGGER "surcharges_created" AFTER INSERT ON "surcharges"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "remember_surcharges"();
CREATE TRIGGER "surcharges_changed" AFTER UPDATE ON "surcharges"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "remember_surcharges"();
CREATE TRIGGER "surcharges_deleted" AFTER DELETE ON "surcharges"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "remember_surcharges"();

CREATE FUNCTION "remember_status"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO enforcement_changes (seller_id) VALUES (NEW.id)
  ON CONFLICT (seller_id) DO UPDATE SET xact = excluded.xact;
  RETURN NULL;
END $$;
CREATE TRIGGER "sellers_first_status" AFTER INSERT ON "sellers"
  FOR EACH ROW WHEN (NEW."status" <> 'active') EXECUTE FUNCTION "remember_status"();
CREATE TRIGGER "sellers_status" AFTER UPDATE OF "status" ON "sellers"
  FOR EACH ROW WHEN (OLD."status" <> NEW."status") EXECUTE FUNCTION "remember_status"();

-- ## Events and webhooks

-- The text of an event stays as it was published: what is signed and sent is that text, without reading it anew.
CREATE TABLE "events" (
    "id" BIGSERIAL NOT NULL,
    "event_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "seller_id" INTEGER,
    "sequence" INTEGER,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "data" JSON NOT NULL,
    "xact" xid8 NOT NULL DEFAULT transaction_number(),

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "events_event_id_key" ON "events"("event_id");
CREATE INDEX "events_seller_id_sequence_idx" ON "events"("seller_id", "sequence");
CREATE INDEX "events_occurred_at_idx" ON "events"("occurred_at");
CREATE INDEX "events_xact_id_idx" ON "events"("xact", "id");

CREATE TABLE "event_sequences" (
    "seller_id" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "event_sequences_pkey" PRIMARY KEY ("seller_id")
);

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

    CONSTRAINT "webhook_subscriptions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_subscriptions_disabled_is_inactive" CHECK ("disabled_at" IS NULL OR NOT "is_active")
);

-- A delivery changes in its page, without a new entry in any index. It is usually changed once, by the transaction that stores
-- the first attempts at all of its page. With a fillfactor of 70, more than half of these changes had no room in their page and
-- made new entries in all indexes; with 50, one in twenty.
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
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_deliveries_status_known" CHECK ("status" IN ('pending', 'held', 'delivered', 'failed')),
    CONSTRAINT "webhook_deliveries_trigger_known" CHECK ("trigger" IN ('event', 'replay', 'redeliver', 'test'))
) WITH (fillfactor = 50);
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries" USING BRIN ("created_at");
CREATE UNIQUE INDEX "webhook_deliveries_subscription_id_event_id_key" ON "webhook_deliveries"("subscription_id", "event_id");

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

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_attempts_status_known" CHECK ("status" IN ('delivered', 'failed'))
);
CREATE INDEX "webhook_attempts_delivery_id_idx" ON "webhook_attempts"("delivery_id");
CREATE INDEX "webhook_attempts_subscription_id_id_idx" ON "webhook_attempts"("subscription_id", "id");
CREATE INDEX "webhook_attempts_attempted_at_idx" ON "webhook_attempts" USING BRIN ("attempted_at");

-- Whether a subscription wants an event, for statements that ask it of many events. A ping is for the subscription that was
-- tested alone, so none wants it.
CREATE FUNCTION "webhook_wants"("events" TEXT[], "seller_codes" TEXT[], "type" TEXT, "seller_code" TEXT) RETURNS BOOLEAN
  LANGUAGE SQL IMMUTABLE
  RETURN "type" <> 'webhook.ping'
    AND ("type" = ANY("events") OR '*' = ANY("events"))
    AND ("seller_codes" IS NULL OR CASE WHEN "seller_code" IS NULL THEN "type" = ANY("events") ELSE "seller_code" = ANY("seller_codes") END);

-- ## The transparency log

-- The log of final scores: leaves, the hashes of its complete subtrees, and its signed checkpoints. Every row stays as it was
-- written. Whoever gets around this is found by checkpoints that others keep.
CREATE TABLE "log_leaves" (
    "index" BIGINT NOT NULL,
    "seller_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "statement" TEXT NOT NULL,
    "leaf_hash" BYTEA NOT NULL,
    "salt" BYTEA,

    CONSTRAINT "log_leaves_pkey" PRIMARY KEY ("seller_id","period","revision")
);
CREATE UNIQUE INDEX "log_leaves_index_key" ON "log_leaves"("index");

CREATE TABLE "log_nodes" (
    "level" SMALLINT NOT NULL,
    "index" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "log_nodes_pkey" PRIMARY KEY ("level","index")
);

CREATE TABLE "log_checkpoints" (
    "id" BIGSERIAL NOT NULL,
    "size" BIGINT NOT NULL,
    "note" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "log_checkpoints_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "log_checkpoints_size_id_idx" ON "log_checkpoints"("size", "id");

CREATE FUNCTION "refuse_log_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% takes new rows only: % is refused.', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

-- A leaf names the notes and the reviewer of its score by salted hashes. The one change of a leaf: a transaction that erases a
-- person may drop the salt, and with it all that these hashes say.
CREATE FUNCTION "refuse_leaf_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('sos.erasing', true) = 'on' THEN
    IF NEW.salt IS NULL AND to_jsonb(NEW) - 'salt' = to_jsonb(OLD) - 'salt' THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% takes new rows only: % is refused.', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER "log_leaves_rows_stay" BEFORE UPDATE OR DELETE ON "log_leaves"
  FOR EACH ROW EXECUTE FUNCTION "refuse_leaf_change"();
CREATE TRIGGER "log_leaves_stay" BEFORE TRUNCATE ON "log_leaves"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_log_change"();
CREATE TRIGGER "log_nodes_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "log_nodes"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_log_change"();
CREATE TRIGGER "log_checkpoints_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "log_checkpoints"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_log_change"();

-- An instant as the log writes it: ISO 8601, UTC, milliseconds. Not by to_char, which reads its pattern for every value and takes
-- twice as long. A microsecond more, and the JSON text of an instant of milliseconds always has six digits after the point, of
-- which three are kept.
CREATE FUNCTION "log_instant"("at" timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT substr(to_json("at" AT TIME ZONE 'UTC' + interval '1 microsecond')::text, 2, 23) || 'Z'
$$;

-- ## What runs read again

-- What has changed of the facts and records that scores of finished months are made of, so that a run reads only the
-- sellers that have changed since the run before it: one row for a statement and month. Without period the row is about
-- the months from from_period to to_period (open where null) or about that in which the campaign ends, without
-- seller_ids about all sellers.
CREATE TABLE "fact_changes" (
    "id" BIGSERIAL NOT NULL,
    "xact" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "source" TEXT NOT NULL,
    "period" TEXT,
    "from_period" TEXT,
    "to_period" TEXT,
    "campaign_id" INTEGER,
    "seller_ids" INTEGER[],

    CONSTRAINT "fact_changes_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "fact_changes_period_xact_idx" ON "fact_changes"("period", "xact");

-- Numbers of sellers hardly get smaller, so trying to costs time for nothing.
ALTER TABLE "fact_changes" ALTER COLUMN "seller_ids" SET STORAGE EXTERNAL;

-- The earliest month whose changes need not be known: it is not over, and a run of such a month reads all. A month
-- counts as over two days early, for all time zones and for transactions that are open when it ends.
CREATE FUNCTION "first_open_month"() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT date_trunc('month', now() AT TIME ZONE 'UTC' + interval '2 days')::date
$$;

CREATE FUNCTION "log_truncated"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fact_changes (source) VALUES (TG_TABLE_NAME);
  RETURN NULL;
END $$;

-- The five triggers of a table, with a function that logs the rows of `changed`.
CREATE FUNCTION "add_fact_triggers"(facts regclass, logging text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moment record;
  name text := (SELECT relname FROM pg_class WHERE oid = facts);
BEGIN
  FOR moment IN VALUES ('insert', 'INSERT', 'NEW'), ('update_from', 'UPDATE', 'OLD'), ('update_to', 'UPDATE', 'NEW'), ('delete', 'DELETE', 'OLD') LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %s REFERENCING %s TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()',
                   name || '_logged_' || moment.column1, moment.column2, facts, moment.column3, logging);
  END LOOP;
  EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION log_truncated()',
                 name || '_logged_truncate', facts);
END $$;

-- What the migration of a feed calls for its table: SELECT log_facts('returns', 'returns', 'returned_at').
-- Logs the changes of a table whose facts count in the month of a day, or of an instant. The month of an instant is that of
-- the business time zone, which the database does not know. No zone is 16 hours away from UTC, so what is nearer than that to
-- the end of a month is logged for the month on either side.
CREATE FUNCTION "log_facts"(facts regclass, source text, counted_at name) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  logging text := 'log_changed_' || (SELECT relname FROM pg_class WHERE oid = facts);
  is_instant boolean := (SELECT atttypid = 'timestamptz'::regtype FROM pg_attribute
                         WHERE attrelid = facts AND attname = counted_at);
  months text := CASE WHEN is_instant
    THEN format($sql$
      SELECT date_trunc('month', %1$I AT TIME ZONE 'UTC' - interval '16 hours') AS month, seller_id FROM changed
      UNION
      SELECT date_trunc('month', %1$I AT TIME ZONE 'UTC' + interval '16 hours'), seller_id FROM changed$sql$, counted_at)
    ELSE format('SELECT DISTINCT date_trunc(''month'', %I) AS month, seller_id FROM changed', counted_at) END;
BEGIN
  EXECUTE format($sql$
    CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS $body$
    BEGIN
      IF current_setting('sos.logs_changes', true) = 'off' THEN RETURN NULL; END IF;
      INSERT INTO fact_changes (source, period, seller_ids)
      SELECT %L, to_char(month, 'YYYY-MM'), array_agg(seller_id)
      FROM (%s) of_months
      WHERE month < (SELECT first_open_month())
      GROUP BY month;
      RETURN NULL;
    END $body$ $sql$, logging, source, months);
  PERFORM add_fact_triggers(facts, logging);
END $$;

SELECT log_facts('returns', 'returns', 'returned_at');

-- An order has several instants, the first of which comes first. The month of each is logged as above.
CREATE FUNCTION "log_changed_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  open_month timestamp := first_open_month();
  month timestamp;
  next_at timestamptz;
  sellers int[];
BEGIN
  IF current_setting('sos.logs_changes', true) = 'off' THEN RETURN NULL; END IF;
  SELECT min(ordered_at) INTO next_at FROM changed;
  LOOP
    month := greatest(month + interval '1 month', date_trunc('month', next_at AT TIME ZONE 'UTC' - interval '16 hours'));
    EXIT WHEN next_at IS NULL OR month >= open_month;
    SELECT array_agg(DISTINCT seller_id) FILTER (WHERE at < (month + interval '1 month 16 hours') AT TIME ZONE 'UTC'),
           min(at) FILTER (WHERE at >= (month + interval '1 month' - interval '16 hours') AT TIME ZONE 'UTC')
    INTO sellers, next_at
    FROM changed, LATERAL (VALUES (ordered_at), (greatest(ready_by, ordered_at)), (greatest(cancelled_at, ordered_at))) moments(at)
    WHERE at >= (month - interval '16 hours') AT TIME ZONE 'UTC';
    IF sellers IS NOT NULL THEN
      INSERT INTO fact_changes (source, period, seller_ids) VALUES ('orders', to_char(month, 'YYYY-MM'), sellers);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- A reply and a resolution count in the month in which their hours end. The months on either side, as above.
CREATE FUNCTION "log_changed_tickets"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  longest interval := longest_ticket_hours();
BEGIN
  IF current_setting('sos.logs_changes', true) = 'off' THEN RETURN NULL; END IF;
  INSERT INTO fact_changes (source, from_period, to_period, seller_ids)
  SELECT 'tickets', to_char(first_month, 'YYYY-MM'), to_char(last_month, 'YYYY-MM'), array_agg(seller_id)
  FROM (SELECT DISTINCT date_trunc('month', opened_at AT TIME ZONE 'UTC' - interval '16 hours') AS first_month,
               date_trunc('month', (opened_at + longest) AT TIME ZONE 'UTC' + interval '16 hours') AS last_month, seller_id
        FROM changed) of_months
  WHERE first_month < (SELECT first_open_month())
  GROUP BY first_month, last_month;
  RETURN NULL;
END $$;

CREATE FUNCTION "log_changed_inventory"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('sos.logs_changes', true) = 'off' THEN RETURN NULL; END IF;
  INSERT INTO fact_changes (source, period, seller_ids)
  SELECT 'inventory', to_char(month, 'YYYY-MM'), array_agg(seller_id)
  FROM (SELECT DISTINCT date_trunc('month', snapshot_on) AS month, seller_id
        FROM changed WHERE snapshot_on < (SELECT first_open_month())) of_months
  GROUP BY month;
  RETURN NULL;
END $$;

-- An invoice counts in every month from the one that it is due in to the one that it is paid in.
CREATE FUNCTION "log_changed_invoices"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('sos.logs_changes', true) = 'off' THEN RETURN NULL; END IF;
  INSERT INTO fact_changes (source, from_period, to_period, seller_ids)
  SELECT 'payments', to_char(due, 'YYYY-MM'), to_char(paid, 'YYYY-MM'), array_agg(seller_id)
  FROM (SELECT DISTINCT date_trunc('month', due_on) AS due, date_trunc('month', paid_on) AS paid, seller_id
        FROM changed WHERE due_on < (SELECT first_open_month())) of_months
  GROUP BY due, paid;
  RETURN NULL;
END $$;

-- What is about a campaign counts in the month in which the campaign ends, and that may change: so the reader looks it
-- up. One that a transaction sees here another one may be changing.
CREATE FUNCTION "log_changed_forecasts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('sos.logs_changes', true) = 'off' THEN RETURN NULL; END IF;
  INSERT INTO fact_changes (source, period, campaign_id, seller_ids)
  SELECT 'forecasts', nullif(month, 'campaign'), nullif(campaign_id, 0), array_agg(seller_id)
  FROM (SELECT DISTINCT CASE campaign_id WHEN 0 THEN period ELSE 'campaign' END AS month, campaign_id, seller_id
        FROM changed WHERE campaign_id <> 0 OR period < (SELECT to_char(first_open_month(), 'YYYY-MM'))) of_months
  GROUP BY month, campaign_id;
  RETURN NULL;
END $$;

CREATE FUNCTION "log_changed_campaign_actuals"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('sos.logs_changes', true) = 'off' THEN RETURN NULL; END IF;
  INSERT INTO fact_changes (source, campaign_id, seller_ids)
  SELECT 'campaign-actuals', campaign_id, array_agg(seller_id)
  FROM (SELECT DISTINCT campaign_id, seller_id FROM changed) of_campaigns
  GROUP BY campaign_id;
  RETURN NULL;
END $$;

-- A changed campaign is logged for all sellers, because others may be adding facts about it.
CREATE FUNCTION "log_changed_campaign"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fact_changes (source, period)
  SELECT 'campaigns', to_char(month, 'YYYY-MM')
  FROM (SELECT date_trunc('month', OLD.end_date) AS month UNION SELECT date_trunc('month', NEW.end_date)) of_months
  WHERE month < first_open_month();
  RETURN NULL;
END $$;
CREATE TRIGGER "campaigns_logged_update" AFTER UPDATE OF "start_date", "end_date", "status" ON "campaigns"
  FOR EACH ROW WHEN ((OLD.start_date, OLD.end_date, OLD.status = 'cancelled')
                     IS DISTINCT FROM (NEW.start_date, NEW.end_date, NEW.status = 'cancelled'))
  EXECUTE FUNCTION "log_changed_campaign"();

-- What is about a seller in every month. A new seller needs no log: it has no score yet.
CREATE FUNCTION "log_changed_sellers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fact_changes (source, seller_ids)
  SELECT TG_TABLE_NAME, seller_ids FROM (SELECT array_agg(DISTINCT seller_id) AS seller_ids FROM changed) all_changed
  WHERE seller_ids IS NOT NULL;
  RETURN NULL;
END $$;
CREATE FUNCTION "log_changed_seller"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fact_changes (source, seller_ids) VALUES ('sellers', ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER "sellers_logged_update" AFTER UPDATE ON "sellers"
  FOR EACH ROW WHEN (
    (OLD.seller_code, OLD.contract_type, OLD.contract_start_date, OLD.primary_warehouse_id, OLD.assigned_am_id, OLD.status,
     OLD.created_at)
    IS DISTINCT FROM
    (NEW.seller_code, NEW.contract_type, NEW.contract_start_date, NEW.primary_warehouse_id, NEW.assigned_am_id, NEW.status,
     NEW.created_at))
  EXECUTE FUNCTION "log_changed_seller"();

-- A score is what those of later months compare with. One that somebody else than a run has changed is logged for its
-- own month, too.
CREATE FUNCTION "log_changed_score"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  score monthly_scores := coalesce(NEW, OLD);
  month date := to_date(score.period, 'YYYY-MM');
BEGIN
  IF TG_OP <> 'UPDATE' OR NEW.run_id <> OLD.run_id THEN
    month := month + interval '1 month';
  END IF;
  IF month < first_open_month() THEN
    INSERT INTO fact_changes (source, from_period, seller_ids)
    VALUES ('scores', to_char(month, 'YYYY-MM'), ARRAY[score.seller_id]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "monthly_scores_logged_insert" AFTER INSERT ON "monthly_scores"
  FOR EACH ROW WHEN (NEW.is_rated AND to_date(NEW.period, 'YYYY-MM') < CURRENT_DATE - 50)
  EXECUTE FUNCTION "log_changed_score"();
CREATE TRIGGER "monthly_scores_logged_update" AFTER UPDATE OF "total_sos", "is_rated" ON "monthly_scores"
  FOR EACH ROW WHEN ((OLD.total_sos, OLD.is_rated) IS DISTINCT FROM (NEW.total_sos, NEW.is_rated))
  EXECUTE FUNCTION "log_changed_score"();
CREATE TRIGGER "monthly_scores_logged_delete" AFTER DELETE ON "monthly_scores"
  FOR EACH ROW EXECUTE FUNCTION "log_changed_score"();
CREATE TRIGGER "monthly_scores_logged_truncate" AFTER TRUNCATE ON "monthly_scores"
  FOR EACH STATEMENT EXECUTE FUNCTION "log_truncated"();

SELECT add_fact_triggers('orders', 'log_changed_orders'), add_fact_triggers('tickets', 'log_changed_tickets'),
       add_fact_triggers('inventory_snapshots', 'log_changed_inventory'), add_fact_triggers('invoices', 'log_changed_invoices'),
       add_fact_triggers('forecasts', 'log_changed_forecasts'),
       add_fact_triggers('campaign_actuals', 'log_changed_campaign_actuals'),
       add_fact_triggers('score_exceptions', 'log_changed_sellers'),
       add_fact_triggers('seller_assignments', 'log_changed_sellers');

-- The first assignment of a seller comes with the seller, by a trigger.
CREATE OR REPLACE TRIGGER "seller_assignments_logged_insert" AFTER INSERT ON "seller_assignments"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "log_changed_sellers"();
