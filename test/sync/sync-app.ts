import type { Test } from 'tap'
import { FEEDS } from '../../src/feeds/index.ts'
import { againAfterConflict } from '../../src/platform/database/statements/transaction.ts'
import { testApp } from '../setup/app.ts'

type Settings = Parameters<typeof testApp>[1]

const RESET = `
  alter table audit_log disable trigger audit_log_stays;
  truncate campaigns, ${FEEDS.map(({ table }) => table)},
    sync_feeds, sync_feed_periods, sync_feed_days, sync_control_totals, sync_rejections, fact_deletions, sync_mappings, audit_log, idempotency_keys, monthly_scores
    restart identity cascade;
  alter table audit_log enable trigger audit_log_stays;
  delete from sellers; -- accounts may refer to them: truncate would take the users along
  alter sequence sellers_id_seq restart;
  update warehouses set is_active = true;
  update account_managers set is_active = true;
  insert into warehouses (code, name) values ('WH-2', 'Second') on conflict do nothing;
  insert into sellers (seller_code, company_name, payment_terms_days)
    values ('S-1', 'First', null), ('S-2', 'Second', 14);
  insert into campaigns (campaign_code, campaign_name, campaign_type, start_date, end_date) values
    ('C-SEP', 'September', 'mini_campaign', '2026-09-01', '2026-09-05'),
    ('C-OCT', 'October', 'major_campaign', '2026-09-28', '2026-10-02')`

/** Records as NDJSON. */
export const linesOf = (records: unknown[]) => records.map((record) => JSON.stringify(record)).join('\n')

/** Records as CSV, with a column for each field that any of them has. */
export function tableOf(records: object[], delimiter = ',') {
  const names = [...new Set(records.flatMap(Object.keys))]
  const cells = records.map((record) => names.map((name) => (record as Record<string, unknown>)[name] ?? ''))
  return [names, ...cells].map((row) => row.join(delimiter)).join('\r\n')
}

/**
 * The service, its tables emptied before each test of the file: two sellers (S-1, S-2, the second with
 * 14 days to pay), two warehouses and two campaigns, of which C-SEP ends in September 2026 and C-OCT in October. Facts of
 * the tests have months of their own: unless a test says so, none is ever past its time.
 */
export async function syncApp(t: Test, settings?: Settings) {
  const service = await testApp(t, { WORKER: 'on', KEEP_FACTS_MONTHS: '1200', ...settings })
  const { db } = service.app
  /** Jobs of the test before may still read. */
  const reset = () => againAfterConflict(() => db.pool.query(RESET))
  await reset()
  t.beforeEach(reset)

  /** Pushes records as JSON, by default as the system user. */
  const push = (feed: string, records: unknown[], query = '', headers = {}) =>
    service.call('system', 'POST', `/api/sync/${feed}${query}`, { records }, headers)

  /** Pushes a text or bytes as NDJSON. */
  const pushLines = (feed: string, lines: string | Buffer, query = '', headers = {}) =>
    service.call('system', 'POST', `/api/sync/${feed}${query}`, lines, {
      'content-type': 'application/x-ndjson',
      ...headers,
    })

  /** Pushes a table as CSV. */
  const pushTable = (feed: string, table: string, query = '') =>
    pushLines(feed, table, query, { 'content-type': 'text/csv' })

  /** Makes a mapping. */
  const makeMapping = (mapping: object) => service.call('system', 'POST', '/api/sync/mappings', mapping)

  /** The rows of a statement. */
  const rows = (text: string) => db.rows<Record<string, unknown>>(text)

  /** Makes the score of a seller and month final. */
  const finalize = (seller: string, period: string) =>
    db.pool.query(
      `insert into monthly_scores (
         seller_id, period, status, finalized_at, calculated_at, total_sos, tier_name, tier_rank, tier_color,
         tier_benefits, is_rated, p_score_raw, p_score_weighted, o_score_raw, o_score_weighted, t_score_raw,
         t_score_weighted, f_score_raw, f_score_weighted, i_score_raw, i_score_weighted, previous_sos, delta_sos,
         direction, top_opportunity, is_grace_period, run_id)
       select id, $2, 'final', now(), now(), 80, 'Gold', 5, '#D4A017', '', true, 80, 16, 80, 24, 80, 12, 80, 16, 80,
              12, 80, 0, 'new', 'p_score', false, 1
       from sellers where seller_code = $1`,
      [seller, period],
    )

  return { ...service, push, pushLines, pushTable, makeMapping, rows, finalize }
}
