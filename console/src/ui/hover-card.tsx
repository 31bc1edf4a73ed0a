import { Group, Paper, Text } from '@mantine/core'
import { Strong } from './dim.tsx'

interface HoverCardProps {
  title: string
  /** What each number is, and the number as it is read. */
  rows: [name: string, value: string][]
}

/** A finger has no pointer to hover with: it taps. */
export const hoverTrigger = matchMedia('(hover: none)').matches ? 'click' : 'hover'

/** What a point of a chart says when it is pointed at or tapped. */
export const HoverCard = ({ title, rows }: HoverCardProps) => (
  <Paper withBorder shadow="md" px="sm" py="xs" fz="sm">
    <Strong inherit>{title}</Strong>
    {rows.map(([name, value]) => (
      <Group key={name} justify="space-between" gap="lg" c="dimmed">
        <span>{name}</span>
        <Text span c="var(--strong)" inherit>
          {value}
        </Text>
      </Group>
    ))}
  </Paper>
)
