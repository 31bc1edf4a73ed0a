import { shiftPeriod } from '../../../src/domain/business-time.ts'
import { NOW } from '../../setup/months.ts'
import type { World } from '../world.ts'

// What a case makes for itself, so that no case depends on another.

/** A seller with this code; answers its id. */
export const seller =
  (seller_code: string, more: object = {}) =>
  (the: World) =>
    the.create('/api/sellers', { seller_code, company_name: `Company ${seller_code}`, ...more })

/** A seller that was read after it was made: its detail, or its item in the list. */
export const sellerRead =
  (seller_code: string, from: 'detail' | 'list' = 'detail') =>
  async (the: World) => {
    await seller(seller_code, { primary_warehouse_id: the.user.warehouse.warehouse_id })(the)
    if (from === 'detail') return the.done('bod', 'GET', `/api/sellers/${seller_code}`)
    return (await the.done('bod', 'GET', `/api/sellers?search=${seller_code}`)).data[0]
  }

/** A campaign of the far future with this code, unless it says other dates; answers its id. */
export const campaign =
  (campaign_code: string, more: object = {}) =>
  (the: World) =>
    the.create('/api/campaigns', { ...the.bodies.campaign, campaign_code, ...more })

/** A pending surcharge of S-2; answers its id. */
export const surcharge =
  (more: object = {}) =>
  (the: World) =>
    the.create('/api/surcharges', {
      seller_code: 'S-2',
      period: NOW,
      surcharge_type: 'planning_overload',
      amount: 10,
      ...more,
    })

let months = 1

/** A finished month of this case alone with scores of all sellers; answers its period and the id of S-1's score. */
export async function scoredMonth(the: World) {
  months += 1
  const period = shiftPeriod(NOW, -months)
  await the.calculate(period)
  return { period, id: await scoreOf(the, period) }
}

const COMPONENTS = ['p_score', 'o_score', 't_score', 'f_score', 'i_score']
/** The id of S-1's score of a month, however many sellers there are by now. */
export async function scoreOf(the: World, period: string): Promise<number> {
  const { data } = await the.done('bod', 'GET', `/api/sos/monthly?period=${period}&limit=500`)
  return data.find((score: { seller_code: string }) => score.seller_code === 'S-1').id
}

let free: { seller_code: string; period: string; component_appealed: string }[] = []

/** A month and component of S-1 that nobody has appealed against. */
export async function appealable(the: World) {
  if (free.length === 0) {
    const { period } = await scoredMonth(the)
    free = COMPONENTS.map((component_appealed) => ({ seller_code: 'S-1', period, component_appealed }))
  }
  return free.pop() as (typeof free)[number]
}

/** A pending appeal; answers its id and what it says. */
export async function pendingAppeal(the: World) {
  const body = {
    ...(await appealable(the)),
    appeal_reason_type: 'data_error',
    description: 'The report was late',
    submitted_by_am_id: the.am_id,
  }
  return { ...body, id: await the.create('/api/appeals', body) }
}

/** An appeal that the operations head has reviewed. */
export async function reviewedAppeal(the: World) {
  const appeal = await pendingAppeal(the)
  await the.done('ops_head', 'PATCH', `/api/appeals/${appeal.id}/review-ops`, { decision: 'approve' })
  return appeal
}
