import type { ReactNode } from 'react'
import { COMPONENTS, type Component } from '../../api/types.ts'
import { nameOf } from '../../ui/names.ts'
import classes from './overview.module.css'

/** The five components side by side, each with what is said of it. */
export const Facts = ({ children }: { children: (component: Component) => ReactNode }) => (
  <dl className={classes.facts}>
    {COMPONENTS.map((one) => (
      <div key={one}>
        <dt>{nameOf(one)}</dt>
        <dd>{children(one)}</dd>
      </div>
    ))}
  </dl>
)
