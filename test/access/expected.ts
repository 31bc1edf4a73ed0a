import { ROLES, type Role } from '../../src/platform/access/roles.ts'

// Who may do what, as the table "Access" of the design has it. Written down here once more, and not read from the code:
// what the code lets in is held against this.

const BOARD: Role[] = ['bod', 'admin']
/** Those who read all. */
const READERS: Role[] = [...BOARD, 'ops_head', 'am_head', 'viewer']
const HEADS: Role[] = [...BOARD, 'ops_head', 'am_head']
const SHOWN_ENFORCEMENT: Role[] = [...READERS, 'am', 'warehouse', 'system', 'integration', 'seller']

/** The beginning of an operation, its parameters without names, and who may. The first row that fits counts. */
// biome-ignore format: a table
const ROWS: [string, Role[]][] = [
  ['* /api/users', BOARD],
  ['* /api/auth/api-keys', BOARD],
  ['* /api/audit', BOARD],
  ['GET /api/employees', READERS],
  ['* /api/employees', BOARD],
  ['GET /api/warehouses', READERS],
  ['* /api/warehouses', BOARD],
  ['GET /api/config', READERS],
  ['POST /api/config/drafts/{}/adopt', BOARD],
  ['* /api/config/drafts', HEADS],
  ['POST /api/config/preview', READERS],
  ['* /api/config', BOARD],
  ['GET /api/backtests', READERS],
  ['* /api/backtests', HEADS],
  ['GET /api/webhooks', READERS],
  ['* /api/webhooks', BOARD],
  ['GET /api/events', [...READERS, 'integration']],
  ['GET /api/console/context', [...ROLES]],
  ['GET /api/words', [...ROLES]],
  ['GET /api/dashboard', [...READERS, 'am']],
  ['GET /api/sync', [...READERS, 'system', 'integration']],
  ['* /api/sync', [...BOARD, 'system', 'integration']],

  ['GET /api/sellers/{}/exceptions', [...READERS, 'am']],
  ['* /api/sellers/{}/exceptions', HEADS],
  ['GET /api/sellers/am/', [...READERS, 'am']],
  ['* /api/sellers/am/', [...BOARD, 'am_head']],
  ['GET /api/am/portfolio', [...READERS, 'am']],
  ['GET /api/sellers', [...READERS, 'am', 'warehouse', 'finance', 'system', 'integration']],
  ['* /api/sellers', [...BOARD, 'ops_head']],

  ['GET /api/sos/sellers/{}/enforcement', SHOWN_ENFORCEMENT],
  ['GET /api/sos/enforcement', SHOWN_ENFORCEMENT],
  ['GET /api/transparency', READERS],
  ['POST /api/sos/verify', [...ROLES]],
  ['GET /api/sos/sellers/', [...READERS, 'am', 'integration', 'seller']],
  ['POST /api/sos/sellers/{}/score/', [...READERS, 'am', 'integration', 'seller']],
  ['GET /api/sos/model/', READERS],
  ['GET /api/sos/monthly/corrections', READERS],
  ['GET /api/sos/', [...READERS, 'am', 'integration']],
  ['POST /api/sos/monthly/calculate', [...HEADS, 'integration']],
  ['* /api/sos/', HEADS],
  ['GET /api/campaigns', [...READERS, 'am', 'warehouse']],
  ['* /api/campaigns', [...BOARD, 'ops_head']],

  ['PATCH /api/appeals/{}/review-ops', [...BOARD, 'ops_head']],
  ['PATCH /api/appeals/{}/review-am', [...BOARD, 'am_head']],
  ['POST /api/appeals/{}/withdraw', [...BOARD, 'am', 'seller']],
  ['POST /api/appeals/{}/comments', [...HEADS, 'am', 'seller']],
  ['GET /api/appeals', [...READERS, 'am', 'seller']],
  ['POST /api/appeals', [...BOARD, 'am', 'seller']],
  ['GET /api/revenue', [...READERS, 'am', 'finance']],
  ['GET /api/surcharges', [...READERS, 'am', 'warehouse', 'finance', 'seller']],
  ['* /api/surcharges', [...HEADS, 'finance']],
]

/** Operations that ask nobody, or for the bearer token alone; `page`: nobody, but from a page of this service. */
export const OPEN: Record<string, 'public' | 'bearer' | 'page'> = {
  'GET /api/health': 'public',
  'GET /api/health/ready': 'public',
  'GET /api/sos/tiers': 'public',
  'GET /api/console/start': 'public',
  'GET /api/transparency/checkpoint': 'public',
  'GET /api/transparency/key': 'public',
  'GET /api/transparency/consistency': 'public',
  'GET /api/transparency/inclusion/{index}': 'public',
  'POST /api/auth/login': 'public',
  'POST /api/auth/idp-login': 'public',
  'POST /api/auth/refresh': 'public',
  'POST /api/auth/session': 'page',
  'POST /api/auth/session/token': 'page',
  'DELETE /api/auth/session': 'page',
  'POST /api/auth/password-reset': 'public',
  'GET /api/auth/me': 'bearer',
  'POST /api/auth/update-password': 'bearer',
  'POST /api/auth/logout': 'bearer',
}

/** What no API key does: accounts, passwords and keys that it made would outlive it, and what it ends stays ended. */
export const takesLogin = (operation: string) =>
  !operation.startsWith('GET ') && /^\w+ \/api\/(users|auth\/api-keys|employees\/{id}\/erase)/.test(operation)

/** Who may do it; undefined for an operation that the design has no row for. */
export function whoMay(operation: string): Role[] | undefined {
  const [method, path = ''] = operation.replaceAll(/\{\w+\}/g, '{}').split(' ')
  return ROWS.find(([row]) => {
    const [of, beginning = ''] = row.split(' ')
    return (of === '*' || of === method) && path.startsWith(beginning)
  })?.[1]
}

/** What these roles see is theirs alone, but what belongs to no seller: the operations begin so. */
const OWNED_BY_NOBODY: Partial<Record<Role, string[]>> = {
  am: ['GET /api/campaigns', 'GET /api/sos/runs'],
  warehouse: [],
  seller: [],
}
export const SCOPED = Object.keys(OWNED_BY_NOBODY) as Role[]

/** Whether a scoped role is refused where such an operation names something of somebody else's. */
export const isOwned = (role: Role, operation: string) =>
  !OWNED_BY_NOBODY[role]?.some((beginning) => operation.startsWith(beginning))
