-- Text anywhere in the code or the name of a seller, found by trigrams. The extension pg_trgm is trusted, so that the
-- owner of a database may create it. Where the server lacks it or refuses it, or things of its names are in its way, a
-- search reads all sellers instead. Any other error fails the migration: the next start tries it again.
DO $$
DECLARE place text;
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  SELECT quote_ident(n.nspname) INTO place
  FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
  EXECUTE format(
    'CREATE INDEX sellers_seller_code_company_name_idx ON sellers USING gin (seller_code %1$s.gin_trgm_ops, company_name %1$s.gin_trgm_ops)',
    place);
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR duplicate_function OR duplicate_object
THEN
  RAISE NOTICE 'The search of sellers has no index: %', SQLERRM;
END $$;
