import t from 'tap'
import {
  mayRole,
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
} from '../../../src/platform/access/roles.ts'
import { testApp } from '../../setup/app.ts'

/** What each role reads and writes, as the design's table has it. */
const everything = Object.keys(PERMISSIONS) as Permission[]
const forAdministratorsOnly = ['users.read', 'api-keys.read', 'audit.read']
const allReads = everything.filter((name) => name.endsWith('.read') && !forAdministratorsOnly.includes(name))
const DESIGN: Record<Role, readonly string[]> = {
  bod: everything,
  admin: everything,
  ops_head: [
    ...allReads,
    'sellers.write',
    'exceptions.write',
    'scores.calculate',
    'scores.write',
    'campaigns.write',
    'appeals.comment',
    'appeals.review-ops',
    'surcharges.write',
  ],
  am_head: [
    ...allReads,
    'account-managers.write',
    'exceptions.write',
    'scores.calculate',
    'scores.write',
    'appeals.comment',
    'appeals.review-am',
    'surcharges.write',
  ],
  am: [
    'sellers.read',
    'exceptions.read',
    'account-managers.read',
    'portfolio.read',
    'dashboard.read',
    'scores.read',
    'seller-scores.read',
    'campaigns.read',
    'appeals.read',
    'appeals.write',
    'appeals.withdraw',
    'appeals.comment',
    'surcharges.read',
    'revenue.read',
    'enforcement.read',
  ],
  warehouse: ['sellers.read', 'campaigns.read', 'surcharges.read', 'enforcement.read'],
  finance: ['sellers.read', 'surcharges.read', 'surcharges.write', 'revenue.read'],
  system: ['sellers.read', 'enforcement.read', 'sync.read', 'sync.write'],
  integration: [
    'sellers.read',
    'scores.read',
    'seller-scores.read',
    'scores.calculate',
    'enforcement.read',
    'events.read',
    'sync.read',
    'sync.write',
  ],
  viewer: allReads,
  seller: [
    'seller-scores.read',
    'appeals.read',
    'appeals.write',
    'appeals.withdraw',
    'appeals.comment',
    'surcharges.read',
    'enforcement.read',
  ],
}
/** Permissions of these subjects are held against the design's table here. */
const SUBJECTS = [
  'appeals',
  'sellers',
  'exceptions',
  'account-managers',
  'portfolio',
  'dashboard',
  'warehouses',
  'employees',
  'users',
  'api-keys',
  'audit',
  'config',
  'scores',
  'seller-scores',
  'campaigns',
  'surcharges',
  'revenue',
  'enforcement',
  'events',
  'sync',
]
const judged = everything.filter((name) => SUBJECTS.includes(name.split('.')[0] as string))

for (const role of ROLES)
  t.test(`${role} holds what the design gives it`, async (t) => {
    t.same(
      judged.filter((permission) => mayRole(role, permission)),
      judged.filter((permission) => DESIGN[role].includes(permission)),
    )
  })

/** These alone don't ask for X-User-Id. */
const OPEN = [
  'GET /api/health: public',
  'GET /api/health/ready: public',
  'GET /api/sos/tiers: public',
  'POST /api/auth/login: public',
  'POST /api/auth/idp-login: public',
  'POST /api/auth/refresh: public',
  'POST /api/auth/password-reset: public',
  'POST /api/auth/session: public',
  'POST /api/auth/session/token: public',
  'DELETE /api/auth/session: public',
  'GET /api/console/start: public',
  'GET /api/console/context: user',
  'GET /api/words: user',
  'GET /api/transparency/checkpoint: public',
  'GET /api/transparency/key: public',
  'GET /api/transparency/consistency: public',
  'GET /api/transparency/inclusion/:index: public',
  'POST /api/sos/verify: user',
  'GET /api/auth/me: bearer',
  'POST /api/auth/update-password: bearer',
  'POST /api/auth/logout: bearer',
]

t.test('a route names a permission unless it is known to be open', async (t) => {
  const { app } = await testApp(t)
  const open = app
    .routeTable()
    .filter(({ url, config }) => url.startsWith('/api/') && !config?.permission)
    .map(({ method, url, config }) => `${method} ${url}: ${config?.access}`)
  t.same(
    open.filter((route) => !OPEN.includes(route)),
    [],
  )
})
