import pg from 'pg'
import { SMALL } from '../datasets.ts'
import { fullCalculation } from '../full-calculation.ts'
import { alternate, atMost, scenario } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { serviceOn } from '../service.ts'

const ORDERS = (SMALL.sellers * SMALL.ordersEach).toLocaleString('en')
const TITLE = `POST /api/sos/monthly/calculate over HTTP, ${ORDERS} orders of which a tenth name a late_fault, and a tenth of the tickets a reply_fault, in turns with the same month without.`

export default scenario(TITLE, async (rounds) => {
  const [withFaults, without] = [await databaseOf('small'), await databaseOf('small')]
  await nameFaults(withFaults)
  const calculationOn = async (databaseUrl: string) =>
    fullCalculation(await serviceOn(databaseUrl), databaseUrl, SMALL.sellers)
  const { ours, limit } = await alternate(
    rounds,
    await calculationOn(withFaults),
    await calculationOn(without),
  )
  return [
    {
      what: `${ORDERS} orders, faults on a tenth`,
      unit: 'ms',
      ours,
      limit: { what: 'without faults', values: limit },
      targets: [atMost(1.1)],
    },
  ]
})

/** Names a fault in a tenth of the orders and tickets; the tables are as dense as before. */
async function nameFaults(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const fault = (code: string) =>
    `(array['seller', 'operator', 'carrier', 'customer'])[1 + (hashtext(${code}) & 2147483647) / 10 % 4]`
  await client.query(`
    update orders set late_fault = ${fault('order_code')} where (hashtext(order_code) & 2147483647) % 10 = 0;
    update tickets set reply_fault = ${fault('ticket_code')} where (hashtext(ticket_code) & 2147483647) % 10 = 0`)
  await client.query('vacuum full analyze orders')
  await client.query('vacuum full analyze tickets')
  await client.end()
}
