import { shiftPeriod } from '../../src/domain/business-time.ts'
import { startOwnService } from './own-service.ts'
import { LAST_MONTH, openScene, type Scene } from './scene.ts'

type Test = Parameters<typeof openScene>[0]

/**
 * The months whose scores are calculated again and again, made final, and appealed against. An earlier month counts in
 * the scores of a later one, so the first of them is the one whose scores must stay as they are.
 */
export const CALCULATED = shiftPeriod(LAST_MONTH, -2)
export const FINALIZED = shiftPeriod(LAST_MONTH, -1)
export const APPEALED = LAST_MONTH

export const KILL_SELLERS = 1_000

export type KillScene = Awaited<ReturnType<typeof openKillScene>>

/** A scene with two more scored months. Its process may be killed: `start` starts the next one, on the same port. */
export async function openKillScene(t: Test) {
  const scene = await openScene(t, { sellers: KILL_SELLERS })
  const { server, client } = scene
  const PORT = new URL(scene.service.url).port
  for (const period of [CALCULATED, FINALIZED, APPEALED]) {
    await copyOrders(scene, period)
    const asked = { body: { period } }
    const { status } = await client.ask('push calculate', 'POST', '/api/sos/monthly/calculate', asked)
    if (status !== 200) throw new Error(`The scores of ${period} were not calculated: ${status}`)
  }
  return { ...scene, start: () => startOwnService(t, server, { settings: { PORT } }) }
}

/** Gives another month the orders of the last one, under other codes. */
async function copyOrders({ server }: Scene, period: string) {
  if (period === LAST_MONTH) return
  await server.query(
    `insert into orders (seller_id, order_code, ordered_at, has_data_error)
     select seller_id, order_code || ' of ${period}', timestamptz '${period}-01Z' + (ordered_at - timestamptz '${LAST_MONTH}-01Z'),
            has_data_error
     from orders where order_code not like '%of%'`,
  )
}
