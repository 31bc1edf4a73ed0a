import type { testApp } from '../setup/app.ts'

type Done = Awaited<ReturnType<typeof testApp>>['done']

/** Two records of which one has as its code what the other has as its id. */
export interface Pair {
  /** The digits. */
  name: string
  /** The ids of whom they are the code, and of whom they are the id. */
  byCode: number
  byId: number
  /** Unmistakable names of both: an id that is no code, and a code that is no id. */
  codes: { byCode: string; byId: string }
}

export async function twoSellers(done: Done, prefix: string): Promise<Pair> {
  const seller = async (seller_code: string) =>
    (await done('bod', 'POST', '/api/sellers', { seller_code, company_name: `${prefix} ${seller_code}` })).id
  const byId = await seller(`${prefix}-B`)
  const name = String(byId)
  const byCode = await seller(name)
  return { name, byCode, byId, codes: { byCode: name, byId: `${prefix}-B` } }
}

export async function twoCampaigns(done: Done): Promise<Pair> {
  const dates = { campaign_type: 'mini_campaign', start_date: '2026-09-01', end_date: '2026-09-05' }
  const campaign = async (campaign_code: string) =>
    (await done('bod', 'POST', '/api/campaigns', { campaign_code, campaign_name: campaign_code, ...dates }))
      .id
  const byId = await campaign('C-B')
  const name = String(byId)
  return { name, byCode: await campaign(name), byId, codes: { byCode: name, byId: 'C-B' } }
}
