import type { ReactNode } from 'react'
import { Dim } from '../../ui/dim.tsx'
import { Lines } from '../../ui/page.tsx'
import { Told } from '../../ui/told.tsx'

/** Things and their numbers, one pair a row. */
export const Pairs = ({ label, rows }: { label: string; rows: [what: ReactNode, number: ReactNode][] }) => (
  <section aria-label={label}>
    <Dim>{label}</Dim>
    <Lines>
      {rows.map(([what, number], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no names
        <Told key={i} title={what} aside={number} />
      ))}
    </Lines>
  </section>
)
