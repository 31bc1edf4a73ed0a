import { Box, Group, Text } from '@mantine/core'
import { CircleAlertIcon, CircleCheckIcon, CircleIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Strong } from '../../ui/dim.tsx'

interface StepProps {
  title: string
  /** Undefined: nobody keeps whether it is. */
  isDone?: boolean
  /** The month was made final without it. */
  isOverridden?: boolean
  /** The month can be made final without it. */
  isOptional?: boolean
  /** How it stands: what is done, by whom, or what waits. */
  state: string
  actions?: ReactNode
  children?: ReactNode
}

/** One step of closing a month, with its tick. */
export const Step = ({ title, isDone, isOverridden, isOptional, state, actions, children }: StepProps) => (
  <li>
    <Group align="start" gap="md" wrap="nowrap">
      {isDone ? (
        <CircleCheckIcon color="var(--good)" aria-label="Done" />
      ) : isOverridden ? (
        <CircleAlertIcon color="var(--mantine-color-yellow-6)" aria-label="Overridden" />
      ) : isDone === undefined ? (
        <CircleIcon visibility="hidden" />
      ) : (
        <CircleIcon color="var(--soft)" aria-label="Open" />
      )}
      <Group flex={1} align="start" gap="xs">
        <Box flex="1 1 320px">
          <Strong>
            {title}{' '}
            {isOptional && !isDone && (
              <Text span inherit fw={400} c="dimmed">
                (optional)
              </Text>
            )}
          </Strong>
          <Text c="dimmed">{state}</Text>
          {children}
        </Box>
        <Group gap="xs">{actions}</Group>
      </Group>
    </Group>
  </li>
)
