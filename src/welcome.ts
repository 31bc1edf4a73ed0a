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

/** What is worth seeing first for each role, in the order in which it is told: what it shows, and where. */
const EXAMPLES: Record<Role, [shows: string, path: string]> = {
  bod: ['the month at a glance', '/api/dashboard/stats?period={period}'],
  admin: ['who changed what', '/api/audit'],
  ops_head: ['the scores that are under review', '/api/sos/monthly?period={period}&status=under_review'],
  am_head: ['the portfolios and what they earn their account managers', '/api/am/portfolio?period={period}'],
  am: [
    'why a seller of the own portfolio has its score',
    '/api/sos/sellers/{seller}/score/explanation?period={period}',
  ],
  warehouse: ['whether a seller is blocked', '/api/sos/sellers/{seller}/enforcement'],
  finance: ['the surcharges that are pending', '/api/surcharges?status=pending'],
  system: ['what the feeds have pushed', '/api/sync/status'],
  integration: ['the results of a month', '/api/sos/monthly?period={period}'],
  viewer: ['a seller’s scores over the months', '/api/sos/sellers/{seller}/score/history'],
  seller: ['the seller’s own score', '/api/sos/sellers/{seller}/score'],
}

/**
 * What a person reads after the start in demo mode: where the console and the service are, and a command to paste for
 * each role that has a user.
 * @param url where the service listens
 */
export async function welcome(app: FastifyInstance, url: string): Promise<string> {
  const { db, env } = app
  const thisPeriod = runningPeriod(app)
  const latest = await db.value<string | null>`
    select max(period) from monthly_scores where period < ${thisPeriod}`
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
    .filter(({ role, seller_code }) => seller_code || !EXAMPLES[role][1].includes('{seller}'))
    .sort((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role))
    .map((visitor) => command(visitor, url, period))
  return [
    '',
    'Seller Operating Score in demo mode: the header X-User-Id alone identifies the caller.',
    '',
    `  Console        ${url}/console`,
    `  API            ${url}`,
    `  Documentation  ${url}/docs`,
    ...(env.DATABASE_URL ? [] : ownDatabase(db.connectionString, env.DATA_DIR)),
    '',
    ...examples,
  ].join('\n')
}

function command({ id, username, role, seller_code }: Visitor, url: string, period: string): string {
  const [shows, path] = EXAMPLES[role]
  const asked = path
    .replace('{period}', period)
    .replace('{seller}', () => encodeURIComponent(seller_code ?? ''))
  return `# ${role}, as ${username}: ${shows}\ncurl -s -H 'X-User-Id: ${id}' '${url}${asked}'\n`
}

/** Where the PostgreSQL of the service itself is: not its password, which a terminal and a log would keep. */
const ownDatabase = (connectionString: string, dataDir: string) => [
  `  Database       ${Object.assign(new URL(connectionString), { password: '' }).href}`,
  `                 with its password: ${join(dataDir, URL_FILE)}`,
]
