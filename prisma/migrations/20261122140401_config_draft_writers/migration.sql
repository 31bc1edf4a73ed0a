-- Who has written the changes or guards of a draft: none of them is the second person that adopts it.
ALTER TABLE "config_drafts" ADD COLUMN "written_by" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

UPDATE "config_drafts" SET "written_by" = ARRAY[created_by];
UPDATE "config_drafts" SET "written_by" = "written_by" || updated_by WHERE updated_by <> created_by;
