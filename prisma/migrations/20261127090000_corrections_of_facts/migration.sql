-- A correction of facts alone keeps the rules of each score's run. The service asks for dry runs of them itself.
ALTER TABLE "corrections" ADD COLUMN "facts_only" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "corrections" ALTER COLUMN "requested_by" DROP NOT NULL;
