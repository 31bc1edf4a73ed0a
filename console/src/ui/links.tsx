import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'

/** What a record is called; it leads to the record. */
export const NameLink = createLink((props: AnchorProps) => (
  <Anchor c="var(--strong)" fw={500} underline="hover" {...props} />
))

/** A button that leads to another page. */
export const ButtonLink = createLink((props: ButtonProps) => <Button component="a" {...props} />)
