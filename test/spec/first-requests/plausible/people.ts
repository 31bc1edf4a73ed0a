import type { World } from '../../world.ts'
import type { FirstRequest } from '../first-request.ts'
import { seller, sellerRead } from '../own.ts'
import { asText, sent, written } from './forms.ts'

const body = (seller_code: string, more: object = {}) => ({
  seller_code,
  company_name: 'Plausible Ltd',
  ...more,
})
const whole = (the: World) => ({
  contract_type: 'standard',
  contract_start_date: '2025-01-31',
  primary_warehouse_id: the.user.warehouse.warehouse_id,
  assigned_am_id: the.am_id,
  oms_system_type: 'shopify',
  payment_terms_days: 30,
  metadata: { segment: 'toys' },
})
const at = 'POST /api/sellers'
const change = (
  n: number,
  form: string,
  sentBody: FirstRequest['body'],
  by: 'code' | 'id' = 'code',
): FirstRequest => ({
  title: form,
  at: by === 'id' ? (_, read) => `PATCH /api/sellers/${read.id}` : `PATCH /api/sellers/PL-CH-${n}`,
  before: sellerRead(`PL-CH-${n}`),
  body: sentBody,
})
const exceptions = 'POST /api/sellers/S-2/exceptions'
const exception = (more: object = {}) => ({
  exception_type: 'system_outage',
  adjustment_rule: { op: 'add', value: 1 },
  effective_from: '2026-01-01',
  ...more,
})
const madeException = (the: World) =>
  the.create('/api/sellers/S-2/exceptions', exception({ adjustment_rule: { op: 'add', value: 0 } }))
const end: FirstRequest['at'] = (_, id) => `DELETE /api/sellers/S-2/exceptions/${id}`
const account = (name: string) => async (the: World) => {
  const email = `${name}@example.com`
  const user = { username: name, email, full_name: 'Own', role: 'viewer', password: 'nine boxes on a cart' }
  await the.create('/api/users', user)
  const { session } = await the.done(null, 'POST', '/api/auth/idp-login', { email, password: user.password })
  return { authorization: `Bearer ${session.access_token}` }
}
const login = 'POST /api/auth/login'
const idp = 'POST /api/auth/idp-login'
const named = { username: 'bod', password: 'any' }
const mailed = { email: 'bod@example.com', password: 'any' }

/** Sellers, exceptions, account managers and logins. */
// biome-ignore format: a table
export const plausiblePeople: FirstRequest[] = [
  ...sent(at, [body('PL-1'), body('PL-2'), body('PL-3')]),
  ...written({ at, forms: {
    'all fields': (the) => body('PL-4', whole(the)),
    'numbers as text': (the) => body('PL-5', asText(whole(the))),
    'null for what is not known': body('PL-6', { contract_type: null, contract_start_date: null, primary_warehouse_id: null, assigned_am_id: null, payment_terms_days: null, metadata: null }),
    'the empty text for what is not known': body('PL-7', { contract_type: '', contract_start_date: '', assigned_am_id: '', payment_terms_days: '' }),
    'the state in capitals': body('PL-8', { status: 'ACTIVE' }),
    'the state with a capital': body('PL-9', { status: 'Suspended' }),
    'a date with its time': body('PL-10', { contract_start_date: '2025-01-31T00:00:00.000Z' }),
    'a date as a database writes it': body('PL-11', { contract_start_date: '2025-01-31 00:00:00' }),
    'blanks around words': body('PL-12', { contract_type: ' standard ', oms_system_type: ' Shopify ' }),
    'a code with a slash': body('PL/13'),
    'a number as code': { seller_code: 'PL-14', company_name: 4711 },
  } }),
  change(1, 'one field', { payment_terms_days: 14 }),
  change(2, 'one field, by id', { company_name: 'Other' }, 'id'),
  change(3, 'the whole record', (_, read) => read),
  change(4, 'the whole record with a change', (_, read) => ({ ...read, payment_terms_days: 7 }), 'id'),
  change(5, 'suspended', { status: 'suspended' }),
  change(6, 'suspended in capitals', { status: 'SUSPENDED', payment_terms_days: '21' }),
  change(7, 'nothing', {}),
  change(8, 'as text without a type', '{"status":"terminated"}'),
  change(9, 'metadata', { metadata: { note: 'big' } }),

  ...sent(exceptions, [exception(), exception(), exception()]),
  ...written({ at: exceptions, forms: {
    'all fields': exception({ score_component_affected: 'o_score', reason: 'Scanner', approved_by: 'Jane', effective_to: '2026-01-31', is_active: 1 }),
    'the component in capitals': exception({ score_component_affected: 'O_SCORE' }),
    'the component with a hyphen': exception({ score_component_affected: 'o-score' }),
    'is_active as text': exception({ is_active: '1' }),
    'is_active as true': exception({ is_active: true }),
    'dates with their time': exception({ effective_from: '2026-01-01T00:00:00Z', effective_to: '2026-02-01T00:00:00+00:00' }),
    'approved by a number': exception({ approved_by: 12 }),
  } }),
  { title: 'as it is', at: end, before: madeException },
  { title: 'with the type of JSON and no body', at: end, before: madeException, headers: { 'content-type': 'application/json' } },
  { title: 'with an empty object', at: end, before: madeException, body: {} },
  { title: 'of a seller by its id', at: (_, made) => `DELETE /api/sellers/${made.of}/exceptions/${made.id}`, before: async (the) => {
      const of = await seller('PL-EX')(the)
      return { of, id: await the.create('/api/sellers/PL-EX/exceptions', exception()) }
    } },

  ...sent('POST /api/sellers/am/create', [{ name: 'AM One' }, { name: 'AM Two', email: 'am.two@example.com' }, { name: 'AM Three' }]),
  ...written({ at: 'POST /api/sellers/am/create', forms: {
    'all fields': { name: 'AM Four', email: 'am.four@example.com', employee_id: 4714 },
    'the number as text': { name: 'AM Five', email: 'Am.Five@Example.com', employee_id: '4715' },
    'blanks around the address': { name: ' AM Six ', email: ' am.six@example.com ' },
  } }),

  ...sent(login, [named, named, named], { as: null }),
  ...sent(idp, [mailed, mailed, mailed], { as: null }),
  ...written({ at: idp, as: null, forms: { 'the address in capitals': { ...mailed, email: 'BOD@EXAMPLE.COM' }, 'blanks around the address': { ...mailed, email: ' bod@example.com ' } } }),
  { title: 'with a bearer token', at: 'GET /api/auth/me', as: null, headers: (the) => the.bearer },
  { title: 'with a bearer token and X-User-Id', at: 'GET /api/auth/me/', headers: (the) => the.bearer },
  ...written({ at: 'POST /api/auth/update-password', as: null, before: account('pl-one'), headers: (_, made) => made, forms: { 'as it is': { new_password: 'ten boxes on a cart' } } }),
  ...written({ at: 'POST /api/auth/update-password/', as: null, before: account('pl-two'), headers: (_, made) => made, forms: { 'with a slash': { new_password: 'ten boxes on a cart' } } }),
]
