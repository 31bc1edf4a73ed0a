import { Box, Group, Text } from '@mantine/core'
import { CircleCheckIcon, CircleIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Strong } from '../../ui/dim.tsx'

interface StepProps {
  title: string
  isDone: boolean
  /** The month can be made final without it. */
  isOptional?: boolean
  /** How it stands: what is done, by whom, or what waits. */
  state: string
  actions?: ReactNode
  children?: ReactNode
}

/** One step of closing a month, with its tick. */
export const Step = ({ title, isDone, isOptional, state, actions, children }: StepProps) => (
  <li>
    <Group align="start" gap="md" wrap="nowrap">
      {isDone ? (
        <CircleCheckIcon color="var(--good)" aria-label="Done" />
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
