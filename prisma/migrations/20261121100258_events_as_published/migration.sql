-- The text of an event stays as it was published: what is signed and sent is that text, without reading it anew.
ALTER TABLE "events" ALTER COLUMN "data" SET DATA TYPE JSON;
