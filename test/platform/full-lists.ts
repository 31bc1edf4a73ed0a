import { COMPONENTS } from '../../src/scoring/components.ts'
import { goodRequests } from '../generated/good-requests.ts'
import { manyRows } from '../setup/many-rows.ts'
import { LAST, NOW } from '../setup/months.ts'
import type { Test } from '../spec/service.ts'
import { world } from '../spec/world.ts'

/** More rows than one answer may hold. */
export const ROWS = 512

/** What a spreadsheet could take for a formula, or a reader of CSV for the end of a cell. */
export const ODD = {
  '=1+1': '@SUM(A1)',
  quote: 'say "hi",\r\nor \\ not',
  deep: { list: [[1, -2.5], [], {}], none: null },
}

interface Operation {
  operationId: string
  parameters?: { in: string; name: string; schema: { default?: unknown } }[]
  // biome-ignore lint/suspicious/noExplicitAny: the document is read as what it is documented to be
  responses: Record<string, { content?: Record<string, { schema: any }> }>
}

/** The lists of the document, each with more rows than an answer may hold, where it has pages. */
export async function fullLists(t: Test) {
  const the = await world(t)
  const { app, user } = the
  const { S1, C1 } = await app.db.one<{ S1: number; C1: number }>(
    `select (select id from sellers where seller_code = 'S-1') as "S1",
            (select id from campaigns where campaign_code = 'C-1') as "C1"`,
  )
  const id = '1000 + n'
  const odd = `'${JSON.stringify(ODD)}'`
  const headers = `'{"=1+1": "@SUM(A1), \\""}'`
  const me = String(user.bod.id)
  const many = (table: string, given: Record<string, string>) => manyRows(app, table, ROWS, given)

  await many('warehouses', { id, code: `'M-' || n` })
  await many('account_managers', { id })
  const mine = { id, username: `'m-' || n`, email: `'m' || n || '@example.com'`, role: `'viewer'` }
  await many('users', { ...mine, employee_id: '1' })
  await many('api_keys', { id, key_hash: 'n::text', user_id: me, created_by: me, role: `'viewer'` })
  await many('audit_log', { before: odd, after: odd })
  await many('sellers', { id, seller_code: `'M-' || n`, metadata: odd })
  const ofOne = { id, seller_id: String(S1) }
  await many('score_exceptions', { ...ofOne, adjustment_rule: odd })
  await many('surcharges', { ...ofOne, period: `'${NOW}'`, trigger_details: odd })
  const evidence_urls = `array['https://example.com/a,b']`
  await many('appeals', { ...ofOne, period: `'${LAST}'`, evidence_urls, status: `'expired'` })
  await many('appeal_comments', { ...ofOne, appeal_id: String(the.appeal), user_id: me })
  await many('orders', { seller_id: String(S1), order_code: `'M-' || n`, ordered_at: `'${NOW}-01'` })
  const result = { seller_id: id, campaign_id: String(C1) }
  await many('forecasts', { ...result, period: `'${LAST}'` })
  await many('revenues', { seller_id: id, period: `'${NOW}'` })
  await many('campaign_actuals', result)
  for (const { type, id: record_id } of the.config) {
    const fields = `(select fields from config_records where id = ${record_id})`
    const given = { fields, is_active: 'true', effective_from: `'${NOW}'` }
    await many('config_records', { ...given, type: `'${type}'` })
    await many('config_record_versions', { ...given, record_id: String(record_id), version: 'n + 1' })
    await app.db.rows('update config_records set version = $2 where id = $1', [record_id, ROWS + 1])
  }
  await many('employees', { id, employee_code: `'M-' || n` })
  await many('campaigns', { id, campaign_code: `'M-' || n` })
  const done = { id, status: `'completed'` }
  await many('config_drafts', {
    id,
    changes: `'[]'`,
    created_by: me,
    updated_by: me,
    written_by: 'array[1, 2]',
  })
  const months = { from_period: `'${LAST}'`, to_period: `'${LAST}'` }
  await many('backtests', { ...done, ...months, changes: `'[{"op":"add"}]'` })
  await many('backtest_scores', { seller_id: id, backtest_id: '1001', period: `'${LAST}'` })
  const some = { ...done, period: `'${LAST}'`, seller_ids: `array[${S1}]` }
  await many('scoring_runs', { ...some, unrated_reasons: `'[]'` })
  const computed = { status: `'computed'`, requested_by: me, run_ids: 'array[1, 2]', computed_at: 'now()' }
  await many('corrections', { ...some, ...computed })
  const raws = `'${JSON.stringify(Object.fromEntries(COMPONENTS.map((name) => [name, { before: 80, after: 90 }])))}'`
  await many('correction_scores', { seller_id: id, correction_id: '1001', raws })
  const tiers = `'[{"name":"Gold","probability":1}]'`
  await many('projections', { seller_id: id, period: `'${NOW}'`, tiers })
  await many('sync_rejections', { feed: `'orders'`, record: odd })
  await many('sync_mappings', {
    id,
    name: `'m-' || n`,
    feed: `'orders'`,
    fields: `'{"units": {"value": 1}}'`,
  })
  const totals = { totals: `'{"records": 1}'`, period: `'${NOW}'` }
  for (const { name } of app.feeds)
    await many('sync_control_totals', { ...totals, seller_id: id, feed: `'${name}'` })
  const secret = '(select secret from webhook_subscriptions limit 1)'
  await many('webhook_subscriptions', {
    id,
    secret,
    url: `'https://example.com'`,
    events: `array['*']`,
    seller_ids: 'array[1]',
    is_active: 'false', // nothing is sent to them
  })
  await many('webhook_attempts', {
    delivery_id: '1',
    subscription_id: '1',
    status: `'failed'`,
    key_ids: `array['key_1']`,
    request_headers: headers,
    response_headers: headers,
  })

  const { paths } = app.swagger() as unknown as { paths: Record<string, { get?: Operation }> }
  const others: Record<string, Record<string, string | number>> = {
    ...Object.fromEntries(the.config.map(({ type, id }) => [`/api/config/${type}/:id/history`, { id }])),
    '/api/backtests/:id/sellers': { id: 1001 },
    '/api/sos/monthly/corrections/:id/sellers': { id: 1001 },
    '/api/appeals/:id/comments': { id: the.appeal },
  }
  const lists = (await goodRequests(the)).flatMap(({ method, path, params, query }) => {
    const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.get
    const forms = operation?.responses[200]?.content
    if (method !== 'GET' || !operation || !forms?.['text/csv']) return []
    const names: Record<string, string | number> = { ...params, ...others[path] }
    const asked = { ...query, ...('metric' in query && { metric: 'seller_cancel_rate' }) }
    const limit = operation.parameters?.find(({ name }) => name === 'limit')?.schema.default
    const url = (more: Record<string, string> = {}) => {
      const given = Object.entries({ ...asked, ...more }).filter(([, value]) => value !== '')
      return `${path.replaceAll(/:(\w+)/g, (_, name) => String(names[name]))}?${new URLSearchParams(given)}`
    }
    return [{ path, url, forms, limit }]
  })
  return { ...the, lists }
}
