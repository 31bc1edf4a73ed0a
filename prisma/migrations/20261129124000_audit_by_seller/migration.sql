-- The entries that name a seller before or after, which the audit log is narrowed to.
CREATE INDEX "audit_log_seller_idx" ON "audit_log" (coalesce("after" ->> 'seller_id', "before" ->> 'seller_id'))
  WHERE coalesce("after" ->> 'seller_id', "before" ->> 'seller_id') IS NOT NULL;
