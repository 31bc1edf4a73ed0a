import type { RuleChange } from '../../src/scoring/draft-rules.ts'
import type { testApp } from '../setup/app.ts'
import { approvedAppeal } from '../setup/approved-appeal.ts'
import { eventually } from '../setup/eventually.ts'

type TestApp = Awaited<ReturnType<typeof testApp>>

/** Calls that must succeed, and what tests of corrections ask again and again. */
export function tools({ app, done }: Pick<TestApp, 'app' | 'done'>) {
  const url = '/api/sos/monthly/corrections'
  const get = (id: number) => done('viewer', 'GET', `${url}/${id}`)

  /** Asks for a correction as the operations head, and answers it once nobody works on it. */
  async function ask(body: object) {
    const { id } = await done('ops_head', 'POST', url, { reason: 'test', ...body })
    return settled(id)
  }

  async function settled(id: number) {
    const isWorkedOn = ({ status }: { status: string }) =>
      ['queued', 'computing', 'applying'].includes(status)
    await eventually(async () => !isWorkedOn(await get(id)))
    return get(id)
  }

  /** Approves a correction as the AM head, and answers it once it is written. */
  async function approve(id: number) {
    const answer = await done('am_head', 'POST', `${url}/${id}/approve`, { notes: 'checked' })
    return { answer, ...(await settled(id)) }
  }

  const sellers = async (id: number, query = '') =>
    (await done('viewer', 'GET', `${url}/${id}/sellers?limit=500${query}`)).data

  /** The final scores of a month: code, total, tier and raws. */
  const totals = (period: string) =>
    app.db.rows<{ code: string; total: number; tier: string; raws: number[] }>`
      select code, total_sos as total, tier_name as tier,
             array[p_score_raw, o_score_raw, t_score_raw, f_score_raw, i_score_raw]::float[] as raws
      from monthly_scores where period = ${period} order by code`

  const finalize = (period: string) => done('bod', 'POST', '/api/sos/monthly/finalize', { period })

  /** An appeal of BT-00002 that gives it 88 for tickets. */
  const appealApproved = (period: string) =>
    approvedAppeal(
      { done },
      { seller_code: 'BT-00002', period, component_appealed: 't_score' },
      { t_score_raw_after: 88 },
    )

  /** Replaces the fields of a rule, from whenever it is effective. */
  async function changeRule({ type, fields }: Extract<RuleChange, { op: 'put' }>) {
    const { data } = await done('bod', 'GET', `/api/config/${type}?limit=500`)
    const record = data.find(
      (one: object) => 'metric' in one && one.metric === (fields as { metric: string }).metric,
    )
    await done('bod', 'PUT', `/api/config/${type}/${record.id}`, fields)
  }

  return { done, url, get, ask, settled, approve, sellers, totals, finalize, changeRule, appealApproved }
}
