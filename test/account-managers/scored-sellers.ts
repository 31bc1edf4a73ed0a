import type { App } from '../../src/app.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'

let made = 0

/** A new account manager. */
export const makeAm = (app: App, name: string, fields: Partial<Prisma.account_managerCreateInput> = {}) =>
  app.db.prisma.account_manager.create({
    data: { name, email: `${name.toLowerCase()}-${++made}@example.com`, ...fields },
  })

/** A new seller; its code is `S-<n>` unless given. */
export async function makeSeller(app: App, fields: Partial<Prisma.sellerUncheckedCreateInput> = {}) {
  const code = fields.seller_code ?? `S-${++made}`
  return app.db.prisma.seller.create({
    data: { seller_code: code, company_name: `Seller ${code}`, ...fields },
  })
}

const component = { raw: 70, weighted: 14 }
const components = Object.fromEntries(
  ['p', 'o', 't', 'f', 'i'].flatMap((name) =>
    Object.entries(component).map(([part, value]) => [`${name}_score_${part}`, value]),
  ),
)

type Score = Prisma.monthly_scoreUncheckedCreateInput
type Given = Pick<Score, 'seller_id' | 'period'> & Partial<Omit<Score, 'total_sos' | 'previous_sos'>>

/** Writes a score as a run would have; without `previous_sos` it is the seller's first one. */
export const score = (
  app: App,
  { total_sos = 70, previous_sos, ...given }: Given & { total_sos?: number; previous_sos?: number },
) =>
  app.db.prisma.monthly_score.create({
    data: {
      ...(components as unknown as Score),
      tier_name: 'Silver',
      tier_rank: 4,
      tier_color: '#8A94A6',
      tier_benefits: 'standard terms',
      is_rated: true,
      orders: 100,
      previous_rated: previous_sos === undefined ? null : true,
      direction: previous_sos === undefined ? 'new' : 'up',
      top_opportunity: 'p_score',
      is_grace_period: false,
      run_id: 1,
      calculated_at: new Date(),
      total_sos,
      previous_sos: previous_sos ?? total_sos,
      delta_sos: previous_sos === undefined ? 0 : total_sos - previous_sos,
      ...given,
    },
  })
