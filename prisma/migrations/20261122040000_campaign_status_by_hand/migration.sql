-- A status that was set by hand stands until the dates ask for a later one, so the day it was set is kept.
-- AlterTable
ALTER TABLE "campaigns" ADD COLUMN     "status_set_on" DATE;
