import { Button, Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './close.module.css'

/** A page to go to, or a deed. */
interface Action {
  label: string
  to?: string
  search?: object
  onClick?: () => void
  isMain?: boolean
  loading?: boolean
}

interface StepProps {
  title: string
  isDone: boolean
  /** How it stands: what is done, by whom, or what waits. */
  state: ReactNode
  actions?: (Action | false)[]
  children?: ReactNode
}

/** One step of closing a month, with its tick. */
export const Step = ({ title, isDone, state, actions = [], children }: StepProps) => (
  <li className={classes.step} data-done={isDone || undefined}>
    {isDone ? <IconCircleCheckFilled aria-label="Done" /> : <IconCircle aria-label="Open" />}
    <div>
      <Text fw={600} c="var(--strong)">
        {title}
      </Text>
      <Text c="dimmed">{state}</Text>
      {children}
    </div>
    <div className={classes.action}>
      {actions.map((one) => {
        if (!one) return null
        const { label, isMain, to, ...props } = one
        const look = { ...props, ...(to && { component: Link, to }), variant: isMain ? 'filled' : 'default' }
        return (
          <Button key={label} {...(look as object)}>
            {label}
          </Button>
        )
      })}
    </div>
  </li>
)
