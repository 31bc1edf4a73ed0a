import { LAST, NOW } from '../../../setup/months.ts'
import type { World } from '../../world.ts'
import type { FirstRequest } from '../first-request.ts'
import {
  appealable,
  campaign,
  pendingAppeal,
  reviewedAppeal,
  scoredMonth,
  seller,
  surcharge,
} from '../own.ts'
import { sent, written } from './forms.ts'

const campaigns = 'POST /api/campaigns'
const code = (campaign_code: string, more: object = {}) => ({
  campaign_code,
  campaign_name: 'Black week',
  campaign_type: 'major_campaign',
  start_date: '2999-01-01',
  end_date: '2999-01-10',
  ...more,
})
const campaignRead = (name: string) => async (the: World) => {
  await campaign(name)(the)
  return the.done('bod', 'GET', `/api/campaigns/${name}`)
}
const finalize: FirstRequest['at'] = (_, { id }) => `PATCH /api/sos/monthly/${id}/finalize`
const calculate = 'POST /api/sos/monthly/calculate'
const appeal =
  (more: object | ((the: World) => object) = {}) =>
  (the: World, free: object) => ({
    ...free,
    appeal_reason_type: 'data_error',
    description: 'The report was late',
    evidence_urls: ['https://example.com/report.pdf'],
    submitted_by_am_id: the.am_id,
    ...(typeof more === 'function' ? more(the) : more),
  })
const ops: FirstRequest['at'] = (_, { id }) => `PATCH /api/appeals/${id}/review-ops`
const am: FirstRequest['at'] = (_, { id }) => `PATCH /api/appeals/${id}/review-am`
const url = 'http://127.0.0.1:40404/hooks'
const events = ['seller.score_finalized', 'seller.tier_changed']
const webhook: FirstRequest['at'] = (_, { id }) => `PATCH /api/webhooks/${id}`
const subscription = async (the: World) => {
  const id = await the.create('/api/webhooks', { url, events, is_active: false })
  const { data } = await the.done('bod', 'GET', '/api/webhooks?limit=500')
  return data.find((one: { id: number }) => one.id === id)
}
const charge = (more: object = {}) => ({
  seller_code: 'S-2',
  period: NOW,
  surcharge_type: 'planning_overload',
  amount: 25,
  ...more,
})
const waive: FirstRequest['at'] = (_, id) => `PATCH /api/surcharges/${id}`
const chargeRead = async (the: World) => {
  await seller('PL-CHARGE')(the)
  await surcharge({ seller_code: 'PL-CHARGE' })(the)
  return (await the.done('bod', 'GET', '/api/surcharges?seller_code=PL-CHARGE')).data[0]
}

/** Campaigns, scores, appeals, webhooks and surcharges. */
// biome-ignore format: a table
export const plausibleCases: FirstRequest[] = [
  ...sent(campaigns, [code('PC-1'), code('PC-2'), code('PC-3')]),
  ...written({ at: campaigns, forms: {
    'warehouses as texts': (the) => code('PC-4', { warehouses: [String(the.user.warehouse.warehouse_id)] }),
    'warehouses as numbers': (the) => code('PC-5', { warehouses: [the.user.warehouse.warehouse_id] }),
    'one warehouse, not in a list': (the) => code('PC-6', { warehouses: String(the.user.warehouse.warehouse_id) }),
    'the type in capitals': code('PC-7', { campaign_type: 'MAJOR_CAMPAIGN' }),
    'the type as a title': code('PC-8', { campaign_type: 'Mini Campaign' }),
    'dates with their time': code('PC-9', { start_date: '2999-01-01T00:00:00Z', end_date: '2999-01-10T00:00:00Z' }),
    'description, author and state': code('PC-10', { description: 'Each year', created_by: 'Jane', status: 'upcoming' }),
    'null for what is not known': code('PC-11', { warehouses: null, description: null, created_by: null }),
  } }),
  ...written({ at: 'PATCH /api/campaigns/PC-20', before: campaignRead('PC-20'), forms: { 'the whole record': (_, read) => read } }),
  ...written({ at: (_, read) => `PATCH /api/campaigns/${read.id}`, before: campaignRead('PC-21'), forms: { 'one field, by id': { campaign_name: 'Other' } } }),
  ...written({ at: 'PATCH /api/campaigns/PC-22', before: campaignRead('PC-22'), forms: { 'the state with a capital': { status: 'Active' } } }),
  ...written({ at: 'PATCH /api/campaigns/PC-23/', before: campaignRead('PC-23'), forms: { 'an end with its time': { end_date: '2999-01-20T00:00:00.000Z' } } }),
  { title: 'by code', at: 'DELETE /api/campaigns/PC-24', before: campaign('PC-24') },
  { title: 'by id', at: (_, id) => `DELETE /api/campaigns/${id}`, before: campaign('PC-25'), headers: { 'content-type': 'application/json' } },

  { title: 'without a body', at: finalize, before: scoredMonth },
  ...written({ at: finalize, before: scoredMonth, forms: {
    'with reviewer and notes': { reviewed_by: 'Jane', notes: 'Checked' },
    'with a reviewer by number': { reviewed_by: 3, notes: '' },
  } }),
  ...sent(calculate, [{ period: LAST }, { period: LAST }, { period: LAST }]),
  ...written({ at: calculate, forms: { 'as it is': { period: NOW }, 'blanks around the month': { period: ` ${LAST} ` } } }),
  { title: 'a month without its zero', at: calculate, body: { period: '2026-1' }, status: 400, says: /period must be a month such as 2026-01/ },

  ...written({ at: 'POST /api/appeals', before: appealable, forms: {
    'all fields': appeal(),
    'the account manager as text': appeal((the) => ({ submitted_by_am_id: String(the.am_id) })),
    'one address, not in a list': appeal({ evidence_urls: 'https://example.com/report.pdf' }),
    'no evidence': appeal({ evidence_urls: [] }),
    'null for the evidence': appeal({ evidence_urls: null }),
    'the reason as a title': appeal({ appeal_reason_type: 'Data Error' }),
    'a reason of its own': appeal({ appeal_reason_type: 'carrier strike' }),
  } }),
  ...written({ at: 'POST /api/appeals/', before: appealable, forms: { 'the component in capitals': (the, free) => ({ ...appeal()(the, free), component_appealed: String(free.component_appealed).toUpperCase() }) } }),
  ...written({ at: ops, as: 'ops_head', before: pendingAppeal, forms: {
    'all fields': { decision: 'approve', notes: 'Looks right', reviewed_by: 'Ops' },
    'the decision with a capital': { decision: 'Approve' },
    'the decision in the past': { decision: 'APPROVED', reviewed_by: 3 },
  } }),
  ...written({ at: am, as: 'am_head', before: reviewedAppeal, forms: {
    'all fields': { decision: 'approve', notes: 'Right', reviewed_by: 'Head', score_adjustment: { total_sos_after: 85 } },
    'numbers as text': { decision: 'approve', score_adjustment: { total_sos_after: '85.5' } },
    'rejected': { decision: 'Reject', notes: 'No evidence', score_adjustment: null },
    'no adjustment': { decision: 'partially_approve' },
  } }),
  ...written({ at: am, as: 'am_head', before: reviewedAppeal, forms: { 'the raw of another component': { decision: 'approve', score_adjustment: { x_score_raw_after: 80 } } } })
    .map((one) => ({ ...one, status: 400, says: /x_score_raw_after is not a known field here; known are/ })),

  ...sent('POST /api/webhooks', [{ url, events }, { url, event_types: events }, { url, events: events[0] as string }]),
  ...written({ at: 'POST /api/webhooks', forms: { 'an address alone': { url }, 'with a secret': { url, events, secret: 'a secret of my own' }, 'switched on by text': { url, events, is_active: 'true' }, 'all events': { url, events: ['*'] } } }),
  ...written({ at: webhook, before: subscription, forms: { 'switched off': { is_active: false }, 'switched on by a number': { is_active: 0 }, 'the whole record': (_, read) => read, 'other events': { events: [events[1]] } } }),
  { title: 'deleted', at: (_, { id }) => `DELETE /api/webhooks/${id}`, before: subscription },
  { title: 'deleted, with a slash', at: (_, { id }) => `DELETE /api/webhooks/${id}/`, before: subscription },

  ...sent('POST /api/surcharges', [charge(), charge(), charge()]),
  ...written({ at: 'POST /api/surcharges', forms: {
    'the amount as text': charge({ amount: '25.50' }),
    'with details': charge({ trigger_details: { overload: 12, reason: 'Late' } }),
    'the type in capitals': charge({ surcharge_type: 'AGING_STORAGE_MULTIPLIER' }),
    'a state': charge({ status: 'Pending' }),
  } }),
  ...written({ at: 'POST /api/surcharges', before: seller('PL-STOP'), forms: { 'a block without an amount': { seller_code: 'PL-STOP', period: NOW, surcharge_type: 'payment_block' } } }),
  ...written({ at: waive, before: surcharge(), forms: { 'waived': { status: 'waived' }, 'waived with a capital': { status: 'Waived' }, 'applied': { status: 'applied' } } }),
  ...written({ at: (_, { id }) => `PATCH /api/surcharges/${id}`, before: chargeRead, forms: { 'the whole record, waived': (_, read) => ({ ...read, status: 'waived' }) } }),
]
