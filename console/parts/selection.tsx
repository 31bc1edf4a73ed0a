import { useEffect, useState } from 'preact/hooks'
import { plural } from '../logic/format.ts'
import { Button, Opener } from './button.tsx'

/** The rows of a table that are selected; none any more once `resetOn` changes. */
export function useSelection<Row extends { id: number }>(rows: Row[], resetOn: string) {
  const [chosen, choose] = useState(new Set<string | number>())
  useEffect(() => choose(new Set()), [resetOn])
  return { chosen, choose, selected: rows.filter(({ id }) => chosen.has(id)) }
}

interface Props {
  count: number
  actions: [words: string, onAct: () => void][]
  onClear: () => void
}

/** What can be done with the rows that are selected. */
export function SelectionBar({ count, actions, onClear }: Props) {
  const selected = `${plural(count, 'row', 'rows')} selected`
  return (
    <div class="selection-bar" role="toolbar" aria-label={selected}>
      <strong class="tabular">{selected}</strong>
      {actions.map(([words, onAct]) => (
        <Opener key={words} class="small" onClick={onAct}>
          {words}
        </Opener>
      ))}
      <Button class="small" onClick={onClear}>
        Clear the selection
      </Button>
    </div>
  )
}
