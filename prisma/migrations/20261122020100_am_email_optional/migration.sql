-- An account manager needs only a name.
ALTER TABLE "account_managers" ALTER COLUMN "email" DROP NOT NULL;
