import t from 'tap'
import { testApp } from '../../setup/app.ts'

/** With three connections one is for quick reads, so that all of them are in one session. */
const { app, call } = await testApp(t, { DATABASE_POOL_SIZE: '3' })

const READS = {
  'enforced-sellers': { path: '/api/sos/sellers/S-77/enforcement', values: `'{S-77}'` },
  'current-scores': {
    path: '/api/sos/sellers/S-77/score',
    values: `'{" S-77"}', '{S-77}', '{null}'`,
  },
  'detailed-sellers': { path: '/api/sellers/S-77', values: `'{S-77}', '{}', '2026-11-01'` },
}
const ask = () => Promise.all(Object.values(READS).map(({ path }) => call('bod', 'GET', path)))

t.test('a read that was first asked of empty tables keeps to indexes when they are full', async (t) => {
  for (let n = 0; n < 8; n++) for (const { status } of await ask()) t.equal(status, 404)
  await app.db.rows(`
    insert into sellers (seller_code, company_name) select 'S-' || n, 'Seller' from generate_series(1, 20000) n`)
  await app.db.rows(`
    insert into monthly_scores (
      seller_id, period, status, total_sos, tier_name, tier_rank, tier_color, tier_benefits, is_rated,
      p_score_raw, p_score_weighted, o_score_raw, o_score_weighted, t_score_raw, t_score_weighted, f_score_raw,
      f_score_weighted, i_score_raw, i_score_weighted, previous_sos, delta_sos, direction, top_opportunity,
      is_grace_period, run_id, calculated_at)
    select id, period, 'draft', 50, 'Silver', 4, '#8A94A6', 'standard terms', true,
           0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 'flat', 'p_score', false, 1, now()
    from sellers, unnest('{2026-08,2026-09}'::text[]) period`)
  await app.db.rows(`
    insert into surcharges (seller_id, period, surcharge_type, amount, status)
    select id, '2026-09', 'late_inbound', 1, 'waived' from sellers`)
  for (const analyzed of [false, true]) {
    if (analyzed) await app.db.rows('analyze sellers, monthly_scores, surcharges')
    for (const { status } of await ask()) t.equal(status, 200)
    for (const [name, { values }] of Object.entries(READS)) {
      const { types, blocks } = await executed(name, values)
      t.notOk(
        types.some((type) => /Seq Scan|Hash Join|Merge Join/.test(type)),
        `${name}: ${types.join(', ')}`,
      )
      t.ok(blocks < 60, `${name}: ${blocks} blocks`)
    }
  }
})

interface Node {
  'Node Type': string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

/** What the statement that the session has under this name does: the types of its nodes, and the blocks that it reads. */
async function executed(name: string, values: string) {
  const { 'QUERY PLAN': plans } = await app.db.quick.one<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (analyze, buffers, timing off, format json) execute "${name}"(${values})`,
  )
  const [{ Plan }] = plans
  const typesOf = (node: Node): string[] => [node['Node Type'], ...(node.Plans ?? []).flatMap(typesOf)]
  return { types: typesOf(Plan), blocks: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'] }
}
