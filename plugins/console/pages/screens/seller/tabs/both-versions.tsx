import { common } from '../../../words/common.ts'
import { FIELDS, useChoices, type Written } from '../../sellers/seller-fields.tsx'
import { words as names } from '../../sellers/words.ts'
import { words } from './words.ts'

interface Props {
  mine: Written
  theirs: Written
  base: Written
  onMine: () => void
  onTheirs: () => void
}

/** Two versions side by side, in the fields that somebody changed. */
export function BothVersions({ mine, theirs, base, onMine, onTheirs }: Props) {
  const choices: Partial<Record<keyof Written, [string, string][]>> = useChoices()
  const shown = (name: keyof Written, value: string) =>
    choices[name]?.find(([id]) => id === value)?.[1] ?? (value || '–')
  const differing = FIELDS.filter((name) => mine[name] !== theirs[name] || theirs[name] !== base[name])
  return (
    <section class="stack">
      <h3>{common.newerFirst}</h3>
      <table class="table compact">
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.yours}</th>
            <th scope="col">{words.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((name) => (
            <tr key={name}>
              <th scope="row">{names[name]}</th>
              <td dir="auto">{shown(name, mine[name])}</td>
              <td dir="auto">{shown(name, theirs[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="row">
        <button type="button" class="button small" onClick={onMine}>
          {words.saveMine}
        </button>
        <button type="button" class="button small" onClick={onTheirs}>
          {words.takeTheirs}
        </button>
      </p>
    </section>
  )
}
