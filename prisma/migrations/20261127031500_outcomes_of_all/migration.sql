-- The same orders for a run of all sellers: without it the run reads all orders of before.
CREATE INDEX "orders_across_months_at_idx" ON "orders" ((greatest("ready_by", "cancelled_at")))
  WHERE date_trunc('month', "ordered_at" AT TIME ZONE 'UTC' - interval '16 hours')
      < date_trunc('month', greatest("ready_by", "cancelled_at") AT TIME ZONE 'UTC' + interval '16 hours');
