/** How many sellers go from one tier to another. */
export type Migration = { from: string; to: string; count: number }[]

/** A migration in the order of its tiers, the highest first. */
export interface Shift {
  tiers: string[]
  before: Map<string, number>
  after: Map<string, number>
  /** How many come into a higher tier, into a lower one, and how many there are in all. */
  up: number
  down: number
  all: number
  /** How many go from one tier to another. */
  count(from: string, to: string): number
}

/** @param known the tiers that the rules have, the highest first; others that a migration names come after them */
export function shiftOf(migration: Migration, known: readonly string[]): Shift {
  const named = [...migration.map(({ from }) => from), ...migration.map(({ to }) => to)]
  const tiers = [...new Set([...known, ...named])].filter((tier) => named.includes(tier))
  const before = new Map<string, number>()
  const after = new Map<string, number>()
  const cells = new Map<string, number>()
  const moved = { up: 0, down: 0, all: 0 }
  for (const { from, to, count } of migration) {
    before.set(from, (before.get(from) ?? 0) + count)
    after.set(to, (after.get(to) ?? 0) + count)
    cells.set(`${from}\n${to}`, count)
    moved.all += count
    if (tiers.indexOf(to) < tiers.indexOf(from)) moved.up += count
    if (tiers.indexOf(to) > tiers.indexOf(from)) moved.down += count
  }
  return { tiers, before, after, ...moved, count: (from, to) => cells.get(`${from}\n${to}`) ?? 0 }
}
