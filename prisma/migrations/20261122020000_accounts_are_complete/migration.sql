-- Every account has an e-mail address and an employee. Older ones get them here; later ones from the trigger, where
-- they name none, so that no writer can forget it.
UPDATE "users" SET "email" = 'user-' || "id" || '@invalid' WHERE "email" IS NULL;
INSERT INTO "employees" ("employee_code", "full_name", "email", "warehouse_id")
SELECT 'U-' || "id", "full_name", "email", "warehouse_id" FROM "users" WHERE "employee_id" IS NULL ORDER BY "id"
ON CONFLICT ("employee_code") DO NOTHING;
UPDATE "users" SET "employee_id" = "employees"."id"
FROM "employees" WHERE "users"."employee_id" IS NULL AND "employee_code" = 'U-' || "users"."id";

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

ALTER TABLE "users" ADD CONSTRAINT "users_email_present" CHECK ("email" IS NOT NULL);
ALTER TABLE "users" ADD CONSTRAINT "users_employee_present" CHECK ("employee_id" IS NOT NULL);
