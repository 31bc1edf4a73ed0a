import { Text, type TextProps } from '@mantine/core'
import { Children, type ReactNode } from 'react'

type Props = TextProps & { children?: ReactNode; span?: boolean; role?: 'status' }

/** A number stays on one line with its unit. */
const unbroken = (children: ReactNode) =>
  Children.map(children, (one) => (typeof one === 'string' ? one.replaceAll(' %', '\u00a0%') : one))

/** What stands below or beside something, smaller than it. */
export const Dim = ({ children, ...props }: Props) => (
  <Text size="sm" c="dimmed" dir="auto" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }} {...props}>
    {unbroken(children)}
  </Text>
)

/** What something is called, in a line of its own or before what is said of it. */
export const Strong = (props: Props) => <Text fw={500} c="var(--strong)" {...props} />
