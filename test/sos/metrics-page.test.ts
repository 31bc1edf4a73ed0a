import { readFile } from 'node:fs/promises'
import t from 'tap'
import { METRICS } from '../../src/scoring/metrics.ts'
import { SCORED, type ScoredFeed } from '../../src/scoring/scored-feeds.ts'
import { testApp } from '../setup/app.ts'

/** A table of the page: what stands before it, whose it is, and its rows by the heads of their columns. */
interface PageTable {
  name: string
  seller: string
  rows: Record<string, string>[]
}

/** The seller of all tables that are not of an edge. */
const EXAMPLE = 'EXAMPLE'

/** The tables that have a name: each heading of the third level is about a seller of its own. */
function tablesOf(page: string): PageTable[] {
  const tables: PageTable[] = []
  let seller = EXAMPLE
  for (const [, level, heading, name, table] of page.matchAll(PART)) {
    if (level) seller = level === '###' ? (heading as string).replaceAll(/\W+/g, '-') : EXAMPLE
    else tables.push({ name: name as string, seller, rows: rowsOf(table as string) })
  }
  return tables
}

const PART = /^(##+) (.+)\n|^`([\w-]+)`:\n\n((?:\|.*\n)+)/gm

function rowsOf(table: string): PageTable['rows'] {
  const [heads = [], , ...rows] = table.trim().split('\n').map(cellsOf)
  return rows.map((cells) => Object.fromEntries(heads.map((head, i) => [head, cells[i] ?? ''])))
}

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

/** The fields of a fact: what is no column of a metric, and is not empty. */
const fieldsOf = (row: Record<string, string>) =>
  Object.fromEntries(Object.entries(row).filter(([name, cell]) => !metricOf(name) && cell !== ''))

/** The metric that a column, or the first cell of a result, is about. */
const metricOf = (cell: string) => /^`(\w+)`$/.exec(cell)?.[1]

/** What a cell such as `0.5 ÷ 10` adds to numerator and denominator; null for a row that does not count. */
function addsOf(cell: string) {
  if (cell === '–') return null
  const [numerator, denominator] = cell.split(' ÷ ').map(Number)
  return { numerator, denominator }
}

/** The table of all metrics, as the code has them. */
const metricsTable = () =>
  [
    '| metric | component | formula | reads | `min_volume` counts | `params` | unit |',
    '|---|---|---|---|---|---|---|',
    ...METRICS.map(({ name, component, formula, reads, counts, params, unit }) => {
      const settings = Object.entries(params).map(([setting, value]) => `${setting} ${value}`)
      return `| \`${name}\` | ${component} | ${formula.replaceAll('|', '\\|')} | ${reads.join(', ')} | ${counts} | ${settings.join(', ')} | ${unit} |`
    }),
  ].join('\n')

const PERIOD = '2026-05'
/** The page, and behind it its examples. */
const page =
  (await readFile('docs/metrics.md', 'utf8')) + (await readFile('docs/metrics-examples.md', 'utf8'))
const tables = tablesOf(page)
const named = (...names: string[]) => tables.filter(({ name }) => names.includes(name))
const { app, done } = await testApp(t, { WORKER: 'on', BUSINESS_TIMEZONE: 'UTC' })

t.before(async () => {
  await setRules()
  for (const code of ['NORTH', 'SOUTH']) await done('bod', 'POST', '/api/warehouses', { code, name: code })
  for (const row of named('campaigns').flatMap(({ rows }) => rows))
    await done('bod', 'POST', '/api/campaigns', {
      ...fieldsOf(row),
      campaign_name: row.campaign_code,
      campaign_type: 'mini_campaign',
    })
  for (const seller_code of new Set(tables.map(({ seller }) => seller)))
    await done('bod', 'POST', '/api/sellers', { seller_code, company_name: seller_code })
  for (const { name, seller, rows } of named(...app.feeds.map(({ name }) => name))) {
    const records = rows.map((row) => ({ ...fieldsOf(row), seller_code: seller }))
    const { created, errors } = await done('system', 'POST', `/api/sync/${name}`, { records })
    t.same([created, errors], [rows.length, []], `${name} of ${seller}`)
  }
  await done('bod', 'POST', '/api/sos/monthly/calculate', { period: PERIOD })
})

/** The rules that the page says its examples are computed by. */
async function setRules() {
  for (const component of ['p', 'o', 't', 'f', 'i'])
    for (const { id } of (await done('bod', 'GET', `/api/config/${component}-score`)).data)
      await done('bod', 'PUT', `/api/config/${component}-score/${id}`, { min_volume: 1 })
  await done('bod', 'POST', '/api/config/o-score', {
    metric: 'return_rate',
    weight: 25,
    curve: [
      [0, 100],
      [40, 0],
    ],
    min_volume: 1,
    effective_from: PERIOD,
  })
}

const read = (seller: string, what = '') =>
  done(
    'bod',
    'GET',
    `/api/sos/sellers/${seller}/score${what}${what.includes('?') ? '&' : '?'}period=${PERIOD}`,
  )

t.test('the table of metrics says what the code says', async (t) => {
  const [, table = ''] = page.match(/<!-- metrics -->\n([\s\S]*?)<!-- \/metrics -->/) ?? []
  t.equal(table.trim(), metricsTable())
})

t.test(
  'every metric and each of its settings has a rule in words, and an example with a value',
  async (t) => {
    const results = named('results').filter(({ seller }) => seller === EXAMPLE)
    for (const { name, params } of METRICS) {
      t.match(page, new RegExp(`^- \`${name}\`:|\\. \`${name}\`:`, 'm'), name)
      const of = results.flatMap(({ rows }) => rows).filter(({ metric = '' }) => metricOf(metric) === name)
      t.equal(of.length, 1, `${name} has a result`)
      t.ok(Number.isFinite(Number(of[0]?.value)), `${name} has a value`)
      for (const setting of Object.keys(params)) t.match(page, `\`${setting}\``)
    }
  },
)

for (const { seller, rows } of named('results'))
  for (const { metric: cell = '', numerator, denominator, value, points } of rows)
    t.test(`${cell} of ${seller} is ${value}`, async (t) => {
      const { metrics } = await read(seller, '/explanation')
      const found = metrics.find(({ metric }: { metric: string }) => metric === metricOf(cell))
      const reason = metricOf(value ?? '') ?? null
      t.match(found, {
        numerator: Number(numerator),
        denominator: Number(denominator),
        value: reason ? null : Number(value),
        points: reason ? null : Number(points),
        na: reason,
      })
    })

/** The tables of facts, with the columns that say what a row adds to a metric. */
const columns = tables.flatMap(({ name, seller, rows }) =>
  Object.keys(rows[0] ?? {}).flatMap((head) => {
    const metric = metricOf(head)
    return metric ? [{ name, seller, rows, head, metric }] : []
  }),
)

for (const { name, seller, rows, head, metric } of columns)
  t.test(`the rows of ${name} add to ${metric} what the page says`, async (t) => {
    const { line } = SCORED[(name === 'rows' ? 'forecasts' : name) as ScoredFeed]
    const { data, total } = await read(seller, `/facts?metric=${metric}&limit=500`)
    t.equal(data.length, total)
    const facts = data.filter(({ fact }: { fact: string }) => fact === line.fact)
    const warehouses = await done('bod', 'GET', '/api/warehouses')
    const codes = new Map(warehouses.data.map((one: { id: number; code: string }) => [one.id, one.code]))
    const keyOf = (record: Record<string, unknown>) =>
      line.key
        .map((column) =>
          column === 'warehouse_id' ? (codes.get(record[column]) ?? record[column]) : record[column],
        )
        .map((value) => value || null)
        .join(' ')
    type Fact = { record: Record<string, unknown>; numerator: number; denominator: number }
    const found = new Map(facts.map((fact: Fact) => [keyOf(fact.record), fact]))
    for (const row of rows) {
      const fact = found.get(keyOf(row)) as Fact | undefined
      const adds = fact ? { numerator: fact.numerator, denominator: fact.denominator } : null
      t.same(adds, addsOf(row[head] ?? ''), keyOf(row))
      if (name === 'rows')
        for (const [field, cell] of Object.entries(fieldsOf(row)))
          t.equal(String(fact?.record[field]), cell, `${keyOf(row)} ${field}`)
    }
    t.equal(facts.length, rows.filter((row) => addsOf(row[head] ?? '')).length, 'no other row counts')
  })

t.test('the score of the example is what the page says', async (t) => {
  const { total_sos, tier, components } = await read(EXAMPLE)
  const explanation = await read(EXAMPLE, '/explanation')
  for (const { component = '', raw, weight, weighted } of named('components').flatMap(({ rows }) => rows)) {
    t.same(components[component], { raw: Number(raw), weighted: Number(weighted) }, component)
    t.equal(explanation.components[component].weight, Number(weight))
  }
  t.match(page.replaceAll(/\s+/g, ' '), `The total is ${total_sos}, which is the tier ${tier.name}:`)
})
