import t from 'tap'
import { periodOf, shiftPeriod } from '../../src/domain/business-time.ts'
import { clientOf } from '../setup/client.ts'
import { createTestDatabase } from '../setup/database.ts'
import { freePort, startService } from '../setup/service.ts'
import { asker, until } from './over-http.ts'

// The only process of an operator is killed in the middle of a calculate, and started again; nobody does anything else.

/** Three batches of a run (scoring-run.ts), one of a single seller. */
const SELLERS = 5_001
/** A seller of the second batch, which the test keeps from its end. */
const HELD = 'S-3000'
const MONTH = shiftPeriod(periodOf(new Date(), 'UTC'), -1)
const BOARD = { 'x-user-id': '1' }

t.test(
  'a run whose server is killed finishes by itself, as if nothing had been',
  { timeout: 500_000 },
  async (t) => {
    const DATABASE_URL = await createTestDatabase(t)
    const database = await clientOf(t, DATABASE_URL)
    await database.query(`
    insert into users (username, full_name, role) values ('board', 'Board', 'bod');
    insert into sellers (seller_code, company_name, contract_start_date)
      select 'S-' || n, 'Company ' || n, date '2020-01-01' from generate_series(1, ${SELLERS}) n;
    insert into orders (seller_id, order_code, ordered_at, has_data_error)
      select s.id, 'O-' || n, timestamptz '${MONTH}-01Z' + n * interval '1 hour', (s.id + n) % 29 = 0
      from sellers s, generate_series(1, 31) n;
    analyze`)

    const start = async () => {
      const service = startService(t, { DATABASE_URL, PORT: String(await freePort()) })
      await service.until('Server listening')
      return { ...service, ...asker(service.url) }
    }
    /** Everything the service says of the month's scores, but when and by which run they were made. */
    const scores = async ({ done }: Awaited<ReturnType<typeof start>>) => {
      const pages = Array.from({ length: Math.ceil(SELLERS / 500) }, (_, n) => n + 1)
      const lists = []
      for (const page of pages)
        lists.push(await done(BOARD, 'GET', `/api/sos/monthly?period=${MONTH}&limit=500&page=${page}`))
      return lists.flatMap(({ data }) =>
        data.map(({ id, run_id, calculated_at, ...score }: Record<string, unknown>) => score),
      )
    }

    const first = await start()
    const calculated = await first.done(BOARD, 'POST', '/api/sos/monthly/calculate', { period: MONTH })
    t.equal(calculated.sellers_scored, SELLERS)
    const undisturbed = await scores(first)
    await database.query('truncate monthly_scores, score_explanations')

    // Until the server is dead nobody else can write a score of this seller: so it always dies in the middle.
    await database.query(`begin; select from sellers where seller_code = '${HELD}' for update`)
    const who = { ...BOARD, prefer: 'respond-async' }
    const { body } = await first.ask(who, 'POST', '/api/sos/monthly/calculate', { period: MONTH })
    const progress = await fetch(`${first.url}${body.href}/progress`, { headers: BOARD })
    await t.rejects(async () => {
      for await (const text of progress.body ?? [])
        if (/"batches_done":[1-9]/.test(Buffer.from(text).toString())) first.child.kill('SIGKILL')
    }, 'who watches is cut off')
    await first.ended
    await database.query('rollback')
    const { rows } = await database.query(
      'select status, batches_done < batches_total as is_half from scoring_runs where id = $1',
      [body.run_id],
    )
    t.same(rows, [{ status: 'running', is_half: true }])

    const second = await start()
    const run = await until(
      () => second.done(BOARD, 'GET', body.href),
      ({ finished_at }) => finished_at !== null,
    )
    t.match(run, { status: 'completed', sellers_total: SELLERS, sellers_scored: SELLERS, error: null })
    t.same(await scores(second), undisturbed)
  },
)
