import { LAST, NOW } from '../../setup/months.ts'
import type { FirstRequest } from './first-request.ts'
import { appealable, pendingAppeal } from './own.ts'

const at = 'POST /api/appeals'
const before = appealable
const said = { appeal_reason_type: 'data_error', description: 'The report was late' }
const listed = (period: string, holds: object) => ({ at: `/api/appeals?period=${period}`, holds })
/** An appeal of a month and component that is free, by the test's AM. */
const body =
  (more: object = {}): FirstRequest['body'] =>
  (the, free) => ({ ...free, ...said, submitted_by_am_id: the.am_id, ...more })

/** Appeals: the list and new ones. */
// biome-ignore format: a table
export const appeals: FirstRequest[] = [
  { title: 'lists the appeals', at: 'GET /api/appeals', holds: { page: 1, data: [{ seller_code: 'S-1' }] } },
  { title: 'lists what waits', at: 'GET /api/appeals?status=pending', holds: { data: [{ status: 'pending' }] } },
  { title: 'lists a month and leaves the state empty', at: `GET /api/appeals?status=&period=${LAST}`, holds: { data: [{ period: LAST }] } },
  { title: 'lists a state that does not exist', at: 'GET /api/appeals?status=open', status: 400, says: /status.*pending.*under_review/ },
  { title: 'lists a month that does not exist', at: 'GET /api/appeals?period=2026-00', status: 400, says: /period.*(2026-\d\d|YYYY-MM)/ },
  { title: 'reads an appeal', at: (the) => `GET /api/appeals/${the.appeal}`, holds: { seller_code: 'S-1', component_appealed: 'o_score' } },
  { title: 'reads an appeal that does not exist', at: 'GET /api/appeals/404404', status: 404, says: /404404/ },
  { title: 'says everything', at, before, body: body({ evidence_urls: ['https://example.com/a.pdf', 'https://example.com/b.png?x=1'] }), holds: { success: true } },
  { title: 'gives no description', at, before, body: body({ description: undefined }), holds: { success: true } },
  { title: 'gives an empty description', at, before, body: body({ description: '' }), holds: { success: true } },
  { title: 'gives no evidence', at, before, body: body({ evidence_urls: [] }), holds: { success: true } },
  { title: 'sends null for the evidence', at, before, body: body({ evidence_urls: null, description: null }), holds: { success: true } },
  { title: 'leaves the account manager to the seller', at, before, body: body({ submitted_by_am_id: undefined }),
    after: { at: (_, { period }) => `/api/appeals?period=${period}`, holds: (the) => ({ data: [{ submitted_by_am_id: the.am_id }] }) } },
  { title: 'is the account manager and does not say so', at, as: 'am', before, body: body({ submitted_by_am_id: undefined }), holds: { success: true } },
  { title: 'leaves out an account manager whom nobody knows', at, before, body: body({ seller_code: 'S-2', submitted_by_am_id: undefined }), status: 400, says: /submitted_by_am_id/ },
  { title: 'names an account manager that does not exist', at, before, body: body({ submitted_by_am_id: 404404 }), status: 400, says: /submitted_by_am_id.*404404/ },
  { title: 'acts for the seller of another', at, as: 'am', before, body: body({ seller_code: 'S-2' }), status: 403 },
  { title: 'is a viewer, who may not', at, as: 'viewer', before, body: body(), status: 403 },
  { title: 'gives an address with a blank', at, before, body: body({ evidence_urls: ['https://example.com/my report.pdf'] }), status: 400, says: /evidence_urls/ },
  { title: 'gives an address that is no web address', at, before, body: body({ evidence_urls: ['ftp://example.com/a'] }), status: 400, says: /evidence_urls.*http/ },
  { title: 'gives a file name as evidence', at, before, body: body({ evidence_urls: ['report.pdf'] }), status: 400, says: /evidence_urls.*http/ },
  { title: 'writes the reason its own way', at, before, body: body({ appeal_reason_type: ' Data Error ' }), holds: { success: true } },
  { title: 'invents a reason', at, before, body: body({ appeal_reason_type: 'Forklift strike' }),
    after: { at: (_, { period }) => `/api/appeals?period=${period}&limit=100`, holds: { data: [{}] } } },
  { title: 'gives no reason', at, before, body: body({ appeal_reason_type: '  ' }), status: 400, says: /appeal_reason_type/ },
  { title: 'appeals against a component that does not exist', at, before, body: body({ component_appealed: 'x_score' }), status: 400, says: /component_appealed.*p_score/ },
  { title: 'appeals against a month that does not exist', at, before, body: body({ period: '2026-13' }), status: 400, says: /period.*(2026-\d\d|YYYY-MM)/ },
  { title: 'appeals against a month without scores', at, before, body: body({ period: '2020-01' }), status: 404, says: /2020-01/ },
  { title: 'appeals for nobody', at, before, body: body({ seller_code: 'S-404' }), status: 404, says: /S-404/ },
  { title: 'appeals twice', at, before: pendingAppeal, body: body({ id: undefined }), status: 409, says: /appeal/ },
  { title: 'names the state of a new appeal', at, before, body: body({ status: 'approved' }), status: 400, says: /status/ },
  { title: 'appeals against the running month', at, body: (the) => ({ seller_code: 'S-1', period: NOW, component_appealed: 'i_score', ...said, submitted_by_am_id: the.am_id }), after: listed(NOW, { data: [{ component_appealed: 'i_score' }] }) },
  { title: 'names the account manager as text', at, before, body: (the, free) => ({ ...free, ...said, submitted_by_am_id: String(the.am_id) }) },
  { title: 'gives one address, not in a list', at, before, body: body({ evidence_urls: 'https://example.com/report.pdf' }) },
  { title: 'names the component in capitals, with a slash', at: `${at}/`, before, body: (the, free) => ({ ...free, ...said, submitted_by_am_id: the.am_id, component_appealed: free.component_appealed.toUpperCase() }) },
]
