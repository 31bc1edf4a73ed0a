-- CreateIndex
CREATE INDEX "events_type_xact_id_idx" ON "events"("type", "xact", "id");
