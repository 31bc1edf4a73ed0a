import { COMPONENTS, type Schemas } from '../../api/types.ts'
import { Delta } from '../../ui/delta.tsx'
import { points } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import classes from './facts.module.css'

/** The averages of the components beside those of the month before. */
export function Facts({ months }: { months: Schemas['TrendMonth'][] }) {
  const [before, now] = months.length > 1 ? months.slice(-2) : [undefined, months[0]]
  return (
    <dl className={classes.facts}>
      {COMPONENTS.map((component) => {
        const value = now?.components[component] ?? null
        const past = before?.components[component] ?? null
        return (
          <div key={component}>
            <dt>{nameOf(component)}</dt>
            <dd>
              {points(value)}{' '}
              <Delta size="sm" fw={500} value={value === null || past === null ? null : value - past} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
