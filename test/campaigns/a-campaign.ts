import { addDays } from '../../src/scoring/month.ts'

/** The date so many days from today, in UTC. */
export const day = (offset: number) => addDays(new Date().toISOString().slice(0, 10), offset)

let made = 0

/** The body of a new campaign with a code of its own, by default one that begins in ten days. */
export const aCampaign = (fields: object = {}) => ({
  campaign_code: `C-${++made}`,
  campaign_name: 'Black week',
  campaign_type: 'major_campaign',
  start_date: day(10),
  end_date: day(20),
  ...fields,
})
