import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { runningPeriod } from './domain/business-time.ts'
import { URL_FILE } from './embedded-postgres/server-folder.ts'
import type { Role } from './platform/access/roles.ts'

/** A user to try the service as, and the seller in its scope whose score fell most. */
interface Visitor {
  id: number
  username: string
  role: Role
  seller_code: string | null
}

interface Example {
  shows: string
  path(period: string, seller: string): string
  needsSeller?: true
}

/** What is worth seeing first for each role, in the order in which it is told. */
const EXAMPLES: Record<Role, Example> = {
  bod: { shows: 'the month at a glance', path: (period) => `/api/dashboard/stats?period=${period}` },
  admin: { shows: 'who changed what', path: () => '/api/audit' },
  ops_head: {
    shows: 'the scores that are under review',
    path: (period) => `/api/sos/monthly?period=${period}&status=under_review`,
  },
  am_head: {
    shows: 'the portfolios and what they earn their account managers',
    path: (period) => `/api/am/portfolio?period=${period}`,
  },
  am: {
    shows: 'why a seller of the own portfolio has its score',
    path: (period, seller) => `/api/sos/sellers/${seller}/score/explanation?period=${period}`,
    needsSeller: true,
  },
  warehouse: {
    shows: 'whether a seller is blocked',
    path: (_, seller) => `/api/sos/sellers/${seller}/enforcement`,
    needsSeller: true,
  },
  finance: { shows: 'the surcharges that are pending', path: () => '/api/surcharges?status=pending' },
  system: { shows: 'what the feeds have pushed', path: () => '/api/sync/status' },
  integration: {
    shows: 'the results of a month',
    path: (period) => `/api/sos/monthly?period=${period}`,
  },
  viewer: {
    shows: 'a seller’s scores over the months',
    path: (_, seller) => `/api/sos/sellers/${seller}/score/history`,
    needsSeller: true,
  },
  seller: {
    shows: 'the seller’s own score',
    path: (_, seller) => `/api/sos/sellers/${seller}/score`,
    needsSeller: true,
  },
}

/**
 * What a person reads after the start in demo mode: where the console and the service are, and a command to paste for
 * each role that has a user.
 * @param url where the service listens
 */
export async function welcome(app: FastifyInstance, url: string): Promise<string> {
  const { db, env } = app
  const thisPeriod = runningPeriod(app)
  const latest = await db.value<
    string | null
  >`select max(period) from monthly_scores where period < ${thisPeriod}`
  const period = latest ?? thisPeriod
  const visitors = await db.rows<Visitor>(
    `select distinct on (u.role) u.id, u.username, u.role,
            (select s.seller_code from sellers s left join monthly_scores m on m.seller_id = s.id and m.period = $1
             where s.status = 'active'
               and (u.role <> 'am' or s.assigned_am_id = u.am_id)
               and (u.role <> 'seller' or s.id = u.seller_id)
               and (u.role <> 'warehouse' or s.primary_warehouse_id = u.warehouse_id)
             order by m.delta_sos, s.id limit 1) as seller_code
     from users u where u.is_active
     order by u.role, u.is_seeded desc, u.id`,
    [period],
  )
  const roles = Object.keys(EXAMPLES) as Role[]
  const examples = visitors
    .filter(({ role, seller_code }) => seller_code || !EXAMPLES[role].needsSeller)
    .sort((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role))
    .map((visitor) => command(visitor, url, period))
  return [
    '',
    'Seller Operating Score in demo mode: the header X-User-Id alone identifies the caller.',
    '',
    `  Console        ${url}/console`,
    `  API            ${url}`,
    `  Documentation  ${url}/docs`,
    ...(env.DATABASE_URL
      ? []
      : [
          `  Database       ${shownUrl(db.connectionString)}`,
          `                 with its password: ${join(env.DATA_DIR, URL_FILE)}`,
        ]),
    '',
    ...examples,
  ].join('\n')
}

function command({ id, username, role, seller_code }: Visitor, url: string, period: string): string {
  const { shows, path } = EXAMPLES[role]
  const seller = encodeURIComponent(seller_code ?? '')
  return `# ${role}, as ${username}: ${shows}\ncurl -s -H 'X-User-Id: ${id}' '${url}${path(period, seller)}'\n`
}

/** The URL of a database without the password, which a terminal and a log would keep. */
const shownUrl = (connectionString: string) => Object.assign(new URL(connectionString), { password: '' }).href
