import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

interface LeaveProps {
  /** Whether something would be lost. */
  isAsked: boolean
  /** What would be lost, as a question. */
  title: string
  text?: string
}

/** What lies over a page is in its address, too. */
const openIn = ({ search }: { search: unknown }) => (search as { open?: string }).open

/** Asks before something that is not saved is left behind; also when the tab is closed. */
export function Leave({ isAsked, ...said }: LeaveProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isAsked && (current.pathname !== next.pathname || openIn(current) !== openIn(next)),
    enableBeforeUnload: isAsked,
    withResolver: true,
  })
  return (
    <Discard
      isAsked={status === 'blocked'}
      {...said}
      onDiscard={() => proceed?.()}
      onStay={() => reset?.()}
    />
  )
}

interface DiscardProps extends LeaveProps {
  onDiscard: () => void
  onStay: () => void
}

/** Asks before what was typed is lost. */
export const Discard = ({ isAsked, title, text, onDiscard, onStay }: DiscardProps) => (
  <Modal
    opened={isAsked}
    onClose={onStay}
    // The key that has asked for it would close it, too: it counts within only.
    closeOnEscape={false}
    onKeyDown={({ key }) => key === 'Escape' && onStay()}
    title={title}
  >
    <Stack>
      <Text>{text ?? 'It is not saved yet.'}</Text>
      <Group justify="flex-end">
        <Button onClick={onDiscard}>Discard</Button>
        <Button variant="filled" onClick={onStay} data-autofocus>
          Stay here
        </Button>
      </Group>
    </Stack>
  </Modal>
)
