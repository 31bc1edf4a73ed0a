-- Under which code and in whose scope a seller was, until which transaction: copies of enforcement have it there. Rows are
-- only added, so that who moves many sellers waits for nobody.
CREATE TABLE "enforcement_moves" (
    "id" BIGSERIAL NOT NULL,
    "seller_id" INTEGER NOT NULL,
    "seller_code" TEXT NOT NULL,
    "am_id" INTEGER,
    "warehouse_id" INTEGER,
    "xact" xid8 NOT NULL DEFAULT transaction_number(),

    CONSTRAINT "enforcement_moves_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "enforcement_moves_xact_idx" ON "enforcement_moves"("xact");

CREATE FUNCTION "remember_move"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO enforcement_moves (seller_id, seller_code, am_id, warehouse_id)
  VALUES (OLD.id, OLD.seller_code, OLD.assigned_am_id, OLD.primary_warehouse_id);
  RETURN NULL;
END $$;
CREATE TRIGGER "sellers_moved" AFTER UPDATE OF "seller_code", "assigned_am_id", "primary_warehouse_id" ON "sellers"
  FOR EACH ROW WHEN ((OLD."seller_code", OLD."assigned_am_id", OLD."primary_warehouse_id")
    IS DISTINCT FROM (NEW."seller_code", NEW."assigned_am_id", NEW."primary_warehouse_id"))
  EXECUTE FUNCTION "remember_move"();
CREATE TRIGGER "sellers_gone" AFTER DELETE ON "sellers" FOR EACH ROW EXECUTE FUNCTION "remember_move"();
