-- What credit notes have settled of an invoice, and what its source says is still owed. Invoices of before have neither.
ALTER TABLE "invoices" ADD COLUMN "credited_amount" DECIMAL,
  ADD COLUMN "due_amount" DECIMAL;
