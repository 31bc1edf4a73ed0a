import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

interface LeaveProps {
  /** Whether something would be lost. */
  isAsked: boolean
  /** What is left, and what becomes of it. */
  title: string
  text: string
}

/** What lies over a page is in its address, too. */
const openIn = ({ search }: { search: unknown }) => (search as { open?: string }).open

/** Asks before something that is not saved is left behind; also when the tab is closed. */
export function Leave({ isAsked, title, text }: LeaveProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isAsked && (current.pathname !== next.pathname || openIn(current) !== openIn(next)),
    enableBeforeUnload: isAsked,
    withResolver: true,
  })
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      // The key that has asked for it would close it, too: it counts within only.
      closeOnEscape={false}
      onKeyDown={({ key }) => key === 'Escape' && reset?.()}
      title={title}
    >
      <Stack>
        <Text>{text}</Text>
        <Group justify="flex-end">
          <Button onClick={() => proceed?.()}>Leave</Button>
          <Button variant="filled" onClick={() => reset?.()} data-autofocus>
            Stay here
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
