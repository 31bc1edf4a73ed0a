import { plural, wordsOf } from '../../words/words.ts'

export const words = wordsOf({
  title: 'Portfolios',
  manager: 'Account manager',
  list: 'Account managers',
  sellers: 'Sellers',
  scored: 'Scored',
  mean: 'Mean score',
  kpi: 'KPI',
  band: 'Band',
  bonus: 'Bonus',
  inactive: 'Not active',
  notAssessed: 'Not assessed',
  none: 'No portfolio here',
  noneText: 'A portfolio is the sellers that an account manager looks after.',
  noKpi: 'No KPI for this month',
  noKpiText: 'It is worked out when the month is calculated, and where enough sellers are rated.',
  rated: (count: number) => `${plural(count, 'seller', 'sellers')} rated`,
  parts: 'What the KPI is made of',
  weight: (weight: string) => `weight ${weight}`,
  brings: (points: string, weighted: string) => `${points} points, ${weighted} of the KPI`,
  noValue: 'No value this month',
  bands: 'Bands',
  from: 'From',
  here: 'here',
  history: 'The last 12 months',
  historyText: (name: string) => `KPI of ${name} by month`,
  seller: 'Seller',
  total: 'Total',
  change: 'Change',
  tier: 'Tier',
  orders: 'Orders',
  noSellers: 'Nobody is in this portfolio',
  noSellersText: 'Hand a seller over from another portfolio, or assign one on the seller’s page.',
  handOver: 'Hand over',
  handOverOf: (code: string) => `Hand over ${code}`,
  handOverTitle: (code: string) => `Hand ${code} over`,
  handOverTo: 'To',
  handOverText: (name: string) =>
    `${name} looks after this seller from now on. Months that are calculated keep whom they counted for.`,
  choose: 'Choose whom it goes to.',
  isHandedOver: (code: string, name: string) => `${code} belongs to ${name} now.`,
  actions: 'Actions',
})

const PARTS: Record<string, string> = wordsOf({
  portfolio_sos: 'Score of the portfolio',
  portfolio_change: 'Change of the scores',
  low_tier_share: 'Sellers in low tiers',
})

export const partOf = (name: string) => PARTS[name] ?? name
