import type { Test } from 'tap'
import { OPEN, SCOPED, whoMay } from './expected.ts'
import { addressOf, type Operation, operationsOf } from './operations.ts'
import { ELSEWHERE, FOREIGN, type Side, type twoSellers } from './two-sellers.ts'

/**
 * Whatever a scoped role is shown, in JSON and in CSV and however it is asked for, nothing of another's is in it. That
 * the marks would be found is seen from what the board is shown.
 */
export async function testForeignRows(t: Test, the: Awaited<ReturnType<typeof twoSellers>>) {
  const { app, call, own, foreign, run } = the
  const reads = (await operationsOf(app)).filter(({ method, name }) => method === 'GET' && !OPEN[name])

  for (const role of SCOPED)
    t.test(`${role} is shown nothing of another's`, async (t) => {
      const shown = new Set<string>()
      const found: string[] = []
      const look = async (operation: Operation, address: string, accept: string) => {
        const { status, body } = await call(role, 'GET', address, undefined, { accept })
        const text = textOf(body)
        if (/OWN/.test(text)) shown.add(`${operation.name} as ${accept}`)
        const isForeign =
          status === 200 ? marked(role, text) || holds(body, foreign) : /trading|manager/.test(text)
        if (isForeign) found.push(`${address} as ${accept}: ${status} ${text.slice(0, 300)}`)
      }
      for (const operation of reads.filter(({ name }) => whoMay(name)?.includes(role)))
        for (const accept of operation.takesCsv ? ['application/json', 'text/csv'] : ['application/json'])
          for (const about of [own, foreign])
            for (const address of addresses(operation, about)) await look(operation, address, accept)
      t.same(found, [])
      t.comment(`${shown.size} operations and forms showed own rows`)
      t.ok([...shown].filter((one) => one.endsWith('csv')).length >= 3, 'own rows are shown in CSV')
      t.ok([...shown].filter((one) => one.endsWith('json')).length >= 5, 'and in JSON')
    })

  t.test('the board is shown all of it', async (t) => {
    const shown = new Set<string>()
    for (const operation of reads)
      for (const about of [own, foreign]) {
        const { status, body } = await call('bod', 'GET', addressOf(operation, about, run))
        if (status === 200 && (FOREIGN.test(textOf(body)) || holds(body, foreign))) shown.add(operation.name)
      }
    t.comment(`${shown.size} operations show it`)
    t.ok(shown.size >= 15)
  })

  /** The operation about one of the sellers, and each time with another query parameter that names the other one. */
  function addresses(operation: Operation, about: Side) {
    const address = addressOf(operation, about, run)
    const and = address.includes('?') ? '&' : '?'
    const values: Record<string, string | number> = {
      ...{ seller: foreign.seller_code, seller_id: foreign.seller_id, seller_code: foreign.seller_code },
      ...{ seller_codes: `${own.seller_code},${foreign.seller_code}`, ids: foreign.seller_id },
      ...{ am_id: foreign.am_id, warehouse_id: foreign.warehouse_id, campaign: foreign.campaign_code },
      ...{ q: 'foreign', search: 'foreign' },
    }
    const naming = operation.query.filter((name) => name in values)
    return [address, ...naming.map((name) => `${address}${and}${name}=${values[name]}`)]
  }
}

/** What it says, but for warnings: they say in the caller's words what the caller has asked for. */
const textOf = (body: unknown) =>
  typeof body === 'string' ? body : JSON.stringify({ ...(body as object), warnings: undefined })

/** An account manager may see all campaigns, so those of another warehouse too. */
const marked = (role: string, text: string) => FOREIGN.test(text) || (role !== 'am' && ELSEWHERE.test(text))

/** Whether a field anywhere in it holds the number of the seller. */
function holds(body: unknown, seller: Side): boolean {
  if (typeof body !== 'object' || body === null) return false
  return Object.entries(body).some(
    ([field, value]) => (field === 'seller_id' && value === seller.seller_id) || holds(value, seller),
  )
}
