import { Anchor, type AnchorProps, Button, type ButtonProps, Text, type TextProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { Children, type ReactNode } from 'react'
import { points } from './format.ts'

type Props = TextProps & { children?: ReactNode; span?: boolean; role?: 'status' }

/** A number stays on one line with its unit. */
const unbroken = (children: ReactNode) =>
  Children.map(children, (one) =>
    typeof one === 'string' ? one.replaceAll(/(?<=\d) (?=%|(?:day|week|hour)s?\b)/g, '\u00a0') : one,
  )

/** What stands below or beside something, smaller than it. */
export const Dim = ({ children, ...props }: Props) => (
  <Text size="sm" c="dimmed" dir="auto" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }} {...props}>
    {unbroken(children)}
  </Text>
)

/** What something is called, in a line of its own or before what is said of it. */
export const Strong = (props: Props) => <Text fw={500} c="var(--strong)" {...props} />

/** A seller’s code beside its name. */
export const Code = ({ children, visibleFrom }: { children: string; visibleFrom?: 'sm' }) => (
  <Text span size="sm" c="dimmed" fw={400} visibleFrom={visibleFrom} style={{ whiteSpace: 'nowrap' }}>
    {children}
  </Text>
)

/** A change against the month before: signed, with an arrow, green or red. */
export const Delta = ({ value }: { value: number | null }) =>
  value === null || value === 0 ? (
    <span style={{ color: 'var(--soft)' }}>{value === null ? '–' : '±0.00'}</span>
  ) : (
    <span style={{ color: value > 0 ? 'var(--good)' : 'var(--bad)', whiteSpace: 'nowrap' }}>
      {value > 0 ? '↑' : '↓'} {points(Math.abs(value))}
    </span>
  )

/** From which points to which, and the change; what stays is told once. */
export const Change = ({ before, after }: Record<'before' | 'after', number | null>) => (
  <>
    {after !== before && `${points(before)} → `}
    <b>{points(after)}</b> {after !== before && <Delta value={(after ?? 0) - (before ?? 0)} />}
  </>
)

/** What a record is called; it leads to the record. */
export const NameLink = createLink((props: AnchorProps) => (
  <Anchor c="var(--strong)" fw={500} underline="hover" {...props} />
))

/** What is most likely done next: of a page one button. */
export const MainButton = Button.withProps({ variant: 'filled' })

/** A button that leads to another page. */
export const ButtonLink = createLink((props: ButtonProps) => <Button component="a" {...props} />)
