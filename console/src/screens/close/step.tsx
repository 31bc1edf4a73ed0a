import { Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './close.module.css'

interface StepProps {
  title: string
  isDone: boolean
  /** How it stands: what is done, by whom, or what waits. */
  state: ReactNode
  /** The one thing to do about it, for those who may. */
  action?: ReactNode
  children?: ReactNode
}

/** One step of closing a month, with its tick. */
export const Step = ({ title, isDone, state, action, children }: StepProps) => (
  <li className={classes.step} data-done={isDone || undefined}>
    {isDone ? <IconCircleCheckFilled aria-label="Done" /> : <IconCircle aria-label="Open" />}
    <div>
      <Text fw={600} c="var(--strong)">
        {title}
      </Text>
      <Text c="dimmed">{state}</Text>
      {children}
    </div>
    {action && <div className={classes.action}>{action}</div>}
  </li>
)
