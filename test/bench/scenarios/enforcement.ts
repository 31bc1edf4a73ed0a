import { SMALL } from '../datasets.ts'
import { measureReads, pathsOf } from '../reads.ts'
import { atLeast, scenario } from '../scenario.ts'
import { connected } from '../service.ts'

const TITLE =
  'GET /api/sos/sellers/:seller_code/enforcement, 10,000 sellers at random of which half have a surcharge, with one log line a request; the limit is a node:http server that asks the same by one named statement a request.'

export default scenario(TITLE, (rounds) =>
  measureReads(rounds, {
    dataset: 'small',
    bare: ['enforcement', 'bare, same SQL'],
    paths: pathsOf(SMALL.sellers, (code) => `/api/sos/sellers/${code}/enforcement`),
    targets: { 64: [atLeast(2.5)], 1: [atLeast(0.9)] },
    prepare: addSurcharges,
  }),
)

/** One of every second seller, and a tenth of all are blocked. */
async function addSurcharges(connectionString: string) {
  const client = await connected(connectionString)
  await client.query(`
    insert into surcharges (seller_id, period, surcharge_type, amount, status, trigger_details)
    select id, '2026-10', case when id % 10 = 0 then 'payment_block' else 'planning_overload' end, 126.9,
           case when id % 3 = 0 then 'applied' else 'pending' end, '{"reason": "Forecasts were off"}'
    from sellers where id % 2 = 0;
    analyze surcharges`)
}
