-- Which sellers had a code when they were deleted.
CREATE INDEX "audit_log_deleted_seller_idx" ON "audit_log" (("before" ->> 'seller_code')) WHERE "action" = 'seller.deleted';
