-- CreateTable
CREATE TABLE "enforcement_changes" (
    "seller_id" INTEGER NOT NULL,
    "xact" xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT "enforcement_changes_pkey" PRIMARY KEY ("seller_id")
);

-- CreateIndex
CREATE INDEX "enforcement_changes_xact_idx" ON "enforcement_changes"("xact");

-- Which transaction last changed what enforcement answers of a seller, whoever writes it.
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
