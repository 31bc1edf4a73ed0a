import pg from 'pg'
import t from 'tap'
import { applyMigrations, readMigrations } from '../../../../src/platform/database/migrate/migrations.ts'
import { createTestDatabase } from '../../../setup/database.ts'

const MIGRATION = '20261124183537_scores_before_contract'

t.test('a migration marks the scores that were made with the contract of today, and no other', async (t) => {
  const pool = new pg.Pool({ connectionString: await createTestDatabase(t, { empty: true }) })
  t.teardown(() => pool.end())
  const all = await readMigrations(new URL('../../../../prisma/migrations/', import.meta.url))
  const migrate = (scripts: typeof all) =>
    applyMigrations(
      pool,
      t.testdir({
        ...Object.fromEntries(scripts.map(({ name, script }) => [name, { 'migration.sql': script }])),
        'migration_lock.toml': 'provider = "postgresql"\n',
      }),
      { info: () => {} },
    )
  await migrate(all.filter(({ name }) => name < MIGRATION))
  const SELLERS = [
    // Code, contract of today, contract that the score was made with.
    ['later', '2026-04-01', '2026-04-01'],
    ['begun', '2026-03-31', '2026-03-31'],
    ['moved later', '2026-04-01', '2024-01-01'],
    ['moved earlier', '2024-01-01', '2026-04-01'],
    ['cleared', null, '2026-04-01'],
    ['unknown', '2026-04-01', null],
  ]
  for (const [code, today, then] of SELLERS)
    await pool.query(
      `with seller as (
         insert into sellers (seller_code, company_name, contract_start_date) values ($1, $1, $2) returning id
       ), score as (
         insert into monthly_scores
         select (jsonb_populate_record(null::monthly_scores, jsonb_build_object(
                   'id', id, 'seller_id', id, 'period', '2026-03', 'revision', 1, 'status', 'draft', 'code', '', 'orders', 0,
                   'tier_name', 'Silver', 'tier_rank', 4, 'tier_color', '#000000', 'tier_benefits', '', 'is_rated', true,
                   'total_sos', 70, 'previous_sos', 70, 'delta_sos', 0, 'direction', 'new', 'top_opportunity', 'o_score',
                   'is_grace_period', false, 'run_id', 1, 'calculated_at', now()) || numbers)).*
         from seller, (select jsonb_object_agg(name || part, 14) as numbers
                       from unnest('{p,o,t,f,i}'::text[]) name, unnest('{_score_raw,_score_weighted}'::text[]) part) n
       )
       insert into score_explanations (seller_id, period, revision, run_id, inputs)
       select id, '2026-03', 1, 1, '{"seller":{"contract_start_date":' || coalesce('"' || $3 || '"', 'null') || '}}' from seller`,
      [code, today, then],
    )
  await migrate(all)
  const { rows } = await pool.query(
    `select seller_code from monthly_scores join sellers s on s.id = seller_id where before_contract`,
  )
  t.same(rows, [{ seller_code: 'later' }])
})
