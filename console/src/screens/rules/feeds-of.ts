import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/me.ts'
import type { Component } from '../../api/types.ts'
import { metrics } from './data.ts'

/** Names the feeds that a component is made of; none to who may not read the rules. */
export function useFeedsOf() {
  const known = useQuery({ ...metrics, enabled: useMay('config.read') }).data?.data ?? []
  return (component: Component) => [
    ...new Set(known.filter((one) => one.component === component).flatMap(({ reads }) => reads)),
  ]
}
