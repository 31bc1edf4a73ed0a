import t, { type Test } from 'tap'
import type { Role } from '../../src/platform/access/roles.ts'
import { inLongForm, someOf } from '../setup/form.ts'
import { LAST, NOW } from '../setup/months.ts'
import { OPEN, SCOPED, whoMay } from './expected.ts'
import { addressOf, type Operation, operationsOf } from './operations.ts'
import { type About, twoPortfolios } from './two-portfolios.ts'
import { ELSEWHERE, MONTH } from './two-sellers.ts'
import { unlike } from './unlike.ts'

// Whatever a scoped role is shown, in JSON, in CSV and as a stream, and however it is asked for: nothing of another's is
// in it, and what it is shown of its own is as the board is shown it.

const the = await twoPortfolios(t)
const { app, call, own, foreign, departed, arrived, sides } = the
const reads = (await operationsOf(app)).filter(({ method, name }) => method === 'GET' && !OPEN[name])

/** Whose rows are not the role's: a seller is itself alone, and the warehouse has kept those who were handed over. */
const OUTSIDE: Partial<Record<Role, About[]>> = {
  am: [foreign, departed],
  warehouse: [foreign],
  seller: [foreign, departed, arrived],
}
/** What belongs to another warehouse; an account manager may see all campaigns. */
const OF_OTHERS: Partial<Record<Role, RegExp>> = { warehouse: ELSEWHERE, seller: ELSEWHERE }

/** Sums over all that the caller sees, which differ from those over everything, and what is drawn anew at each call. */
const INCOMPARABLE =
  /^\/api\/(dashboard\/|sos\/monthly\/(summary|quality)|console\/context|sos\/sellers\/{seller_code}\/score\/projection)/

/** Sums beside a list, over all of it that the caller sees: by operation. */
const SUMS: Record<string, string> = { '/api/surcharges': '.by_status' }

t.test('nobody is shown what is another’s, and all see the same of their own', async (t) => {
  await t.test('while the month before is open', { skip: inLongForm }, testAll)
  await the.finalize()
  await t.test('once it is final', testAll)
})

async function testAll(t: Test) {
  const board = new Map<string, Awaited<ReturnType<typeof call>>>()
  const askBoard = async (address: string, accept: string) => {
    const known = board.get(`${accept} ${address}`)
    const answer = known ?? (await call('bod', 'GET', address, undefined, { accept }))
    board.set(`${accept} ${address}`, answer)
    return answer
  }
  for (const role of SCOPED)
    await t.test(role, async (t) => {
      const shown = new Set<string>()
      const found: string[] = []
      for (const operation of reads.filter(({ name }) => whoMay(name)?.includes(role)))
        for (const address of new Set(sides.flatMap((about) => addresses(operation, about))))
          for (const accept of operation.takesCsv ? ['application/json', 'text/csv'] : ['application/json']) {
            const { status, body } = await call(role, 'GET', address, undefined, { accept })
            const say = (what: string) =>
              found.push(`${what}: ${address} as ${accept}: ${status} ${textOf(body).slice(0, 300)}`)
            if (/OWN/.test(textOf(body))) shown.add(`${operation.name} as ${accept}`)
            if (status !== 200) {
              if (/trading|FOREIGN manager/.test(textOf(body))) say('refused with what is another’s')
              continue
            }
            for (const side of outside(role, operation, address))
              if (shows(body, side)) say(`shows ${side.word}`)
            if (OF_OTHERS[role]?.test(textOf(body))) say('shows another warehouse')
            const isCut = typeof body === 'string' && operation.path.startsWith('/api/sos/runs') // lists within a line
            if (isCut || INCOMPARABLE.test(operation.path)) continue
            const differing = unlike(body, (await askBoard(address, accept)).body).filter(
              (one) => !one.startsWith(SUMS[operation.path] ?? ' '),
            )
            if (differing.length > 0) say(`the board is shown another ${differing.slice(0, 3)}`)
          }
      t.same(found.slice(0, 20), [], `${found.length} wrong`)
      t.ok([...shown].filter((one) => one.endsWith('csv')).length >= 3, 'own rows are shown in CSV')
      t.ok([...shown].filter((one) => one.endsWith('json')).length >= 5, 'and in JSON')
    })
  await t.test('the board is shown all of it', async (t) => {
    const shown = new Set<string>()
    for (const operation of reads)
      for (const address of new Set(sides.flatMap((about) => addresses(operation, about))))
        if (shows((await askBoard(address, 'application/json')).body, foreign)) shown.add(operation.name)
    t.ok(shown.size >= 30, `${shown.size} operations show it`)
  })
}

/** A month that is over stays with the account manager for whom it counted, in the portfolio that its KPI is made of. */
function outside(role: Role, { path }: Operation, address: string): About[] {
  const isPast = address.includes(LAST) && !address.includes(NOW)
  const isKept = role === 'am' && isPast && /^\/api\/am\/portfolio\b/.test(path)
  return (OUTSIDE[role] ?? []).filter((side) => !(isKept && side === departed))
}

/** The operation about one of the sellers, by month where it takes one, and each with a parameter that names another. */
function addresses(operation: Operation, about: About): string[] {
  const { query } = operation
  const months = someOf([LAST, NOW, MONTH], 2).flatMap((month) => [
    ['period', { period: month }] as const,
    ['from', { from: month, to: month }] as const,
  ])
  const naming = someOf([foreign, departed], 1).flatMap(({ seller_id, seller_code, word }) =>
    Object.entries({
      ...{ seller: seller_code, seller_id, seller_code, ids: seller_id },
      seller_codes: `${own.seller_code},${seller_code}`,
      ...{ am_id: foreign.am_id, warehouse_id: foreign.warehouse_id, campaign: foreign.campaign_code },
      ...{ q: word, search: word },
    }).map(([name, value]) => [name, { [name]: value }] as const),
  )
  const asked = [...months, ...naming].filter(([name]) => query.includes(name)).map(([, fields]) => fields)
  const [path, search] = addressOf(operation, about, about.run).split('?')
  return [{}, ...asked].map((fields) => {
    const all = new URLSearchParams(search)
    for (const [name, value] of Object.entries({ ...(query.includes('limit') && { limit: 100 }), ...fields }))
      all.set(name, String(value))
    return all.size > 0 ? `${path}?${all}` : `${path}`
  })
}

/** What it says, but for warnings: they say in the caller's words what the caller has asked for. */
function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify({ ...(body as object), warnings: undefined })
}

/** Whether there is a mark of the seller, or a field that holds its number, anywhere in an answer. */
function shows(body: unknown, { word, seller_id }: About): boolean {
  const isNumber = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(
      ([field, one]) => (field === 'seller_id' && one === seller_id) || isNumber(one),
    )
  return textOf(body).toLowerCase().includes(word.toLowerCase()) || isNumber(body)
}
