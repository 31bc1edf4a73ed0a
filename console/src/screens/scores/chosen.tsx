import { Button, CloseButton, Group, Paper } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sayWhyNot } from '../../ui/dialog.tsx'
import { Strong } from '../../ui/dim.tsx'

/** So many stand on one page at most: what can be chosen at once. */
export const MOST_LISTED = 500

interface ChosenProps {
  label: string
  text: ReactNode
  /** Chooses those of the other pages, too, where there are some. */
  onAll?: () => Promise<void>
  onClear: () => void
  children: ReactNode
}

/** What is chosen of a list, and what can be done with it; it stays in sight. */
export function Chosen({ label, text, onAll, onClear, children }: ChosenProps) {
  const all = useMutation({ mutationFn: async () => onAll?.(), onError: sayWhyNot })
  return (
    <Paper
      component="section"
      aria-label={label}
      withBorder
      shadow="md"
      radius="lg"
      px="md"
      py="xs"
      pos="sticky"
      bottom={0}
      style={{ zIndex: 2 }}
    >
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Strong>{text}</Strong>
          <CloseButton aria-label="Clear the selection" onClick={onClear} />
        </Group>
        <Group gap="xs">
          {onAll && (
            <Button loading={all.isPending} onClick={() => all.mutate()}>
              Select all
            </Button>
          )}
          {children}
        </Group>
      </Group>
    </Paper>
  )
}
