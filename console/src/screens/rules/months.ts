import { Refusal } from '../../api/refusal.ts'

/** So many months, from one on: `2026-11`, `2026-12`, `2027-01`. */
export function monthsAfter(from: string, many: number) {
  const [year = 0, month = 0] = from.split('-').map(Number)
  return Array.from({ length: Math.abs(many) }, (_, i) =>
    new Date(Date.UTC(year, month - 1 + Math.sign(many) * i)).toISOString().slice(0, 7),
  )
}

/** Few facts name a fault: the service takes the change once somebody has read that, and sends it again. */
export const acceptOf = (error: unknown) =>
  error instanceof Refusal && error.code === 'few_faults' ? { accept: ['few_faults' as const] } : undefined
