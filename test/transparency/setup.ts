import { appendLeaves, signHead } from '../../plugins/transparency/log.ts'
import { insertLeaves } from '../../plugins/transparency/scores/final-queries.ts'
import type { RevisionKey } from '../../plugins/transparency/tasks/final-score.ts'
import type { App } from '../../src/app.ts'
import { trustedKeys } from '../../src/domain/transparency/log-keys.ts'
import { lockLog } from '../../src/domain/transparency/logs.ts'
import { parseCheckpoint } from '../../src/transparency/log/checkpoint.ts'
import { leafHash } from '../../src/transparency/log/merkle.ts'
import { parseNote, verifyNote } from '../../src/transparency/log/note.ts'
import { leafBytes } from '../../src/transparency/statement.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { at, factsOf, makeSeller } from '../sos/setup.ts'

type Test = Parameters<typeof testApp>[0]
type Service = Pick<Awaited<ReturnType<typeof testApp>>, 'call' | 'DATABASE_URL'>
type Call = Service['call']

export const MONTH = '2026-03'

/** A seller with facts of every feed in March 2026. */
export async function sellerWithFacts(app: App) {
  const seller = await makeSeller(app)
  const facts = factsOf(app, seller.id)
  await facts.orders(
    { units: 2, ready_by: at(7), ready_at: at(6) },
    { units: 1, ready_by: at(7), ready_at: at(8), has_data_error: true },
    { cancelled_at: at(6), cancel_fault: 'seller' },
  )
  await facts.tickets({ fault: 'seller', replied_at: at(5, '02:00') }, { category: 'other "quoted"\n' })
  await facts.forecasts({ forecast_orders: 4 })
  await facts.invoices(
    { amount: '100.50', paid_amount: '100.50', paid_on: at(12) },
    { amount: '7', credited_amount: '2.50' },
  )
  await facts.stock({ volume_m3: '1.2500' }, { quantity: 3, is_stranded: true })
  return seller
}

export async function sellersWithFacts(app: App, count: number) {
  const sellers: Awaited<ReturnType<typeof sellerWithFacts>>[] = []
  while (sellers.length < count) sellers.push(await sellerWithFacts(app))
  return sellers
}

/** Calculates March 2026 by a worker that ends with it, so that nobody certifies by itself. */
export async function calculateAlone(t: Test, { call, DATABASE_URL }: Service, period = MONTH) {
  const worker = await testApp(t, { WORKER: 'on', DATABASE_URL })
  const { status, body } = await call('bod', 'POST', '/api/sos/monthly/calculate', { period })
  if (status !== 200) throw new Error(JSON.stringify(body))
  await worker.app.close()
}

/** Changes the log past its triggers. */
export const withoutTriggers = ({ db }: App, ...changes: string[]) =>
  db.bulkTransaction(
    async (tx) => {
      await tx.run('set local session_replication_role = replica')
      for (const change of changes) await tx.run(change)
    },
    { timeout: 60_000 },
  )

/** Writes a leaf of a score as the service does, whatever its statement says, and signs the log with it. */
export const writeLeaf = (app: App, score: RevisionKey, text: string) =>
  app.db.bulkTransaction(
    async (tx) => {
      await lockLog(tx)
      const hash = leafHash(leafBytes(text))
      const { first, ...head } = await appendLeaves(tx, [hash])
      await insertLeaves(tx, first, [{ score, text, hash, salt: '' }])
      await signHead(app, tx, head)
    },
    { timeout: 60_000 },
  )

/** Calculates March 2026 and makes it final; the certificates come by themselves. */
export async function finalMonth(call: Call, period = MONTH) {
  const calculated = await call('bod', 'POST', '/api/sos/monthly/calculate', { period })
  if (calculated.status !== 200) throw new Error(JSON.stringify(calculated.body))
  const finalized = await call('bod', 'POST', '/api/sos/monthly/finalize', { period })
  if (finalized.status !== 200) throw new Error(JSON.stringify(finalized.body))
}

interface Leaf {
  index: number
  seller_id: number
  period: string
  revision: number
  statement: string
  leaf_hash: Uint8Array
}

export const leavesOf = (app: App) => app.db.rows<Leaf>('select * from log_leaves order by index')

/** Waits until the log of scores has so many leaves, all of them signed. */
export async function leavesCome(app: App, count: number): Promise<Leaf[]> {
  await eventually(async () => (await leavesOf(app)).length >= count)
  return leavesOf(app)
}

/** The newest checkpoint of the scores' log, whose signature holds. */
export async function head(app: App) {
  const { note } = await app.db.one<{ note: string }>(
    `select note from log_checkpoints order by size desc, id desc limit 1`,
  )
  verifyNote(parseNote(note), trustedKeys(app.logKeys))
  return { note, ...parseCheckpoint(parseNote(note).text) }
}
