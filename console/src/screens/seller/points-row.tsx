import { Group, NavLink, type NavLinkProps } from '@mantine/core'
import { ChevronRightIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dim, Strong } from '../../ui/dim.tsx'

interface PointsRowProps extends Pick<NavLinkProps, 'leftSection' | 'p' | 'px'> {
  name: string
  sentence: string | null
  /** What stands at the end: the points, above all. */
  aside: ReactNode
  /** Shows what is behind it, where there is something. */
  onOpen?: () => void
}

/** What brings points or takes them, in words; the whole row is pressed to see what is behind it. */
export const PointsRow = ({ name, sentence, aside, onOpen, ...look }: PointsRowProps) => (
  <NavLink
    {...look}
    component={onOpen ? 'button' : 'div'}
    label={<Strong span>{name}</Strong>}
    description={<Dim span>{sentence}</Dim>}
    onClick={onOpen}
    rightSection={
      <Group gap="xs" wrap="nowrap">
        {aside}
        <ChevronRightIcon size={16} visibility={onOpen ? undefined : 'hidden'} />
      </Group>
    }
  />
)
