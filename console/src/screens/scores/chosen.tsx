import { Group, Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import { Strong } from '../../ui/dim.tsx'

interface ChosenProps {
  label: string
  text: ReactNode
  children: ReactNode
}

/** What is chosen of a list, and what can be done with it; it stays in sight. */
export const Chosen = ({ label, text, children }: ChosenProps) => (
  <Paper
    component="section"
    aria-label={label}
    withBorder
    shadow="md"
    radius="lg"
    px="md"
    py="xs"
    pos="sticky"
    bottom={12}
    style={{ zIndex: 2 }}
  >
    <Group justify="space-between" gap="xs">
      <Strong>{text}</Strong>
      <Group gap="xs">{children}</Group>
    </Group>
  </Paper>
)
