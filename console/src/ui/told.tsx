import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dim, Strong } from './dim.tsx'

interface ToldProps {
  title: ReactNode
  text?: ReactNode
  aside: ReactNode
  /** What it brings: good or bad. */
  points?: number
}

/** One of several things in `Lines`: what it is, a sentence of it, and its number. */
export const Told = ({ title, text, aside, points = 0 }: ToldProps) => (
  <Group component="li" justify="space-between" align="start" wrap="nowrap" gap={10}>
    <div style={{ flex: 1 }}>
      <Strong>{title}</Strong>
      <Dim>{text}</Dim>
    </div>
    <Text
      component="div"
      size="sm"
      fw={points ? 600 : undefined}
      ta="right"
      c={points > 0 ? 'var(--good)' : points < 0 ? 'var(--bad)' : undefined}
      style={{ flex: 'none', maxWidth: '60%' }}
    >
      {aside}
    </Text>
  </Group>
)
