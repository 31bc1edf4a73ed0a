import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** What stands below or beside something, smaller than it. */
export const Dim = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed" dir="auto" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)
