import { Select } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Kind } from './data.ts'
import classes from './rules.module.css'

/** The kinds of rules: a column at a desk, one field on a phone. */
export function KindNav({ kinds, chosen }: { kinds: Kind[]; chosen: Kind }) {
  const navigate = useNavigate()
  return (
    <>
      <Select
        className={classes.phone}
        label="Kind of rule"
        value={chosen.type}
        allowDeselect={false}
        data={kinds.map(({ type, label }) => ({ value: type, label }))}
        onChange={(type) => void navigate({ to: '/rules/$type', params: { type: type ?? '' }, search: {} })}
      />
      <nav className={classes.kinds} aria-label="Kinds of rules">
        {kinds.map(({ type, label }) => (
          <Link
            key={type}
            to="/rules/$type"
            params={{ type }}
            className={classes.kind}
            aria-current={type === chosen.type ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
    </>
  )
}
