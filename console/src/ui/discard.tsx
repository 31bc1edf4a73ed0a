import { Button, Group, Modal, Stack, Text } from '@mantine/core'

interface DiscardProps {
  isAsked: boolean
  /** What would be lost, as a question. */
  title: string
  text?: string
  onDiscard: () => void
  onStay: () => void
}

/** Asks before what was typed is lost. */
export const Discard = ({
  isAsked,
  title,
  text = 'It is not saved yet.',
  onDiscard,
  onStay,
}: DiscardProps) => (
  <Modal
    opened={isAsked}
    onClose={onStay}
    // The key that has asked for it would close it, too: it counts within only.
    closeOnEscape={false}
    onKeyDown={({ key }) => key === 'Escape' && onStay()}
    title={title}
  >
    <Stack>
      <Text>{text}</Text>
      <Group justify="flex-end">
        <Button onClick={onDiscard}>Discard</Button>
        <Button variant="filled" onClick={onStay} data-autofocus>
          Stay here
        </Button>
      </Group>
    </Stack>
  </Modal>
)
