-- What Prisma's schema language cannot say
ALTER TABLE "users" DROP CONSTRAINT "users_role_known";
ALTER TABLE "users" ADD CONSTRAINT "users_role_known" CHECK ("role" IN ('bod', 'admin', 'ops_head', 'am_head', 'am', 'warehouse', 'finance', 'system', 'integration', 'viewer', 'seller'));
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_role_known";
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_role_known" CHECK ("role" IN ('bod', 'admin', 'ops_head', 'am_head', 'am', 'warehouse', 'finance', 'system', 'integration', 'viewer', 'seller'));
