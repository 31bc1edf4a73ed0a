import { useRead } from '../api/queries.ts'

/** Tiers by their names, each with its colour of today. */
export function useTier() {
  const { data } = useRead('/api/sos/tiers')
  return (name: string) => ({
    name,
    color: data?.data.find((tier) => tier.name === name)?.color ?? 'transparent',
  })
}
