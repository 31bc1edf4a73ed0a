import { Text, type TextProps } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = TextProps & { children?: ReactNode; span?: boolean; role?: 'status' }

/** What stands below or beside something, smaller than it. */
export const Dim = (props: Props) => (
  <Text
    size="sm"
    c="dimmed"
    dir="auto"
    style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}
    {...props}
  />
)

/** What something is called, in a line of its own or before what is said of it. */
export const Strong = (props: Props) => <Text fw={500} c="var(--strong)" {...props} />
