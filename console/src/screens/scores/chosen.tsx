import { Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'

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
      <Text fw={500} c="var(--strong)">
        {text}
      </Text>
      <Group gap="xs">{children}</Group>
    </Group>
  </Paper>
)
